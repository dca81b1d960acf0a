import Foundation

/// A code of a terminology, such as RxNorm.
open class HKClinicalCoding: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: ClinicalCodingContent

    init(_ content: ClinicalCodingContent) { self.content = content }

    /// Makes a code.
    ///
    /// - Parameters:
    ///   - system: The terminology, usually as a URL.
    ///   - version: The version of the terminology; `nil` for any.
    ///   - code: The code.
    public init(system: String, version: String?, code: String) {
        content = ClinicalCodingContent(system: system, version: version, code: code)
        super.init()
    }

    /// The terminology, usually as a URL.
    open var system: String { content.system }

    /// The version of the terminology; `nil` for any.
    open var version: String? { content.version }

    /// The code.
    open var code: String { content.code }

    /// Whether codes support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a code from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no code.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(ClinicalCodingContent.self) else { return nil }
        self.content = content
        super.init()
    }

    /// Writes the code to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// The code itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This code.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is an equal code.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same contents.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKClinicalCoding)?.content == content
    }

    /// A hash of the code's contents.
    open override var hash: Int { content.hashValue }
}

import Foundation

/// The identifier of a health concept, such as a medication.
open class HKHealthConceptIdentifier: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: ConceptIdentifierContent

    package init(_ content: ConceptIdentifierContent) { self.content = content }

    /// The domain of knowledge.
    open var domain: HKHealthConceptDomain { HKHealthConceptDomain(rawValue: content.domain) }

    /// The domain and the identifier.
    open override var description: String { content.text }

    /// Whether identifiers support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates an identifier from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no identifier.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(ConceptIdentifierContent.self) else { return nil }
        self.content = content
        super.init()
    }

    /// Writes the identifier to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// The identifier itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This identifier.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is an equal identifier.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same contents.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKHealthConceptIdentifier)?.content == content
    }

    /// A hash of the identifier's contents.
    open override var hash: Int { content.hashValue }
}

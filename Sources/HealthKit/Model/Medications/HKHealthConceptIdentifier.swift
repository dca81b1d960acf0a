import Foundation

/// The identity of something that health knowledge speaks of, such as a medication.
open class HKHealthConceptIdentifier: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: ConceptIdentifierContent

    package init(_ content: ConceptIdentifierContent) { self.content = content }

    /// The domain of knowledge.
    open var domain: HKHealthConceptDomain { HKHealthConceptDomain(rawValue: content.domain) }

    /// The domain and the identifier.
    open override var description: String { content.text }

    /// Whether identifiers can be archived securely: they can.
    open class var supportsSecureCoding: Bool { true }

    /// Makes an identifier from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` when it holds no identifier.
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
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKHealthConceptIdentifier)?.content == content
    }

    /// A hash of what the identifier says.
    open override var hash: Int { content.hashValue }
}

import Foundation

/// The subject of a verifiable clinical record.
open class HKVerifiableClinicalRecordSubject: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable
{
    let content: VerifiableSubjectContent

    init(_ content: VerifiableSubjectContent) { self.content = content }

    /// The name of the person.
    open var fullName: String { content.fullName }

    /// The person's date of birth in the Gregorian calendar; `nil` if unknown.
    open var dateOfBirthComponents: DateComponents? {
        content.birth.map {
            DateComponents(calendar: Calendar(identifier: .gregorian), year: $0[0], month: $0[1], day: $0[2])
        }
    }

    /// Whether subjects support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a subject from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no subject.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(VerifiableSubjectContent.self) else { return nil }
        self.content = content
        super.init()
    }

    /// Writes the subject to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// The subject itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This subject.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is an equal subject.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same contents.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKVerifiableClinicalRecordSubject)?.content == content
    }

    /// A hash of the subject's contents.
    open override var hash: Int { content.hashValue }
}

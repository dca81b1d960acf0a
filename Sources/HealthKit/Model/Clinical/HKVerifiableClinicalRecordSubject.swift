import Foundation

/// Who a verifiable clinical record is about.
open class HKVerifiableClinicalRecordSubject: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable
{
    let content: VerifiableSubjectContent

    init(_ content: VerifiableSubjectContent) { self.content = content }

    /// The name of the person.
    open var fullName: String { content.fullName }

    /// The day on which the person was born, in the Gregorian calendar; `nil` when it is not known.
    open var dateOfBirthComponents: DateComponents? {
        content.birth.map {
            DateComponents(calendar: Calendar(identifier: .gregorian), year: $0[0], month: $0[1], day: $0[2])
        }
    }

    /// Whether subjects can be archived securely: they can.
    open class var supportsSecureCoding: Bool { true }

    /// Makes a subject from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` when it holds no subject.
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
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKVerifiableClinicalRecordSubject)?.content == content
    }

    /// A hash of what the subject says.
    open override var hash: Int { content.hashValue }
}

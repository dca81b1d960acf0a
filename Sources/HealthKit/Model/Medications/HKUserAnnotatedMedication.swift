import Foundation

/// A medication in a person's list, with what the person says about it.
open class HKUserAnnotatedMedication: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: AnnotatedMedicationContent

    package init(_ content: AnnotatedMedicationContent) { self.content = content }

    /// What the person calls it; `nil` for its own name.
    open var nickname: String? { content.nickname }

    /// Whether the person put it aside.
    open var isArchived: Bool { content.isArchived }

    /// Whether the person takes it by a schedule.
    open var hasSchedule: Bool { content.hasSchedule }

    /// What the medication is.
    open var medication: HKMedicationConcept { HKMedicationConcept(content.concept) }

    /// Whether medications can be archived securely: they can.
    open class var supportsSecureCoding: Bool { true }

    /// Makes a medication from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` when it holds no medication.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(AnnotatedMedicationContent.self) else { return nil }
        self.content = content
        super.init()
    }

    /// Writes the medication to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// The medication itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This medication.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is an equal medication.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKUserAnnotatedMedication)?.content == content
    }

    /// A hash of what the medication says.
    open override var hash: Int { content.hashValue }
}

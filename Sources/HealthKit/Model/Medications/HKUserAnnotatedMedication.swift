import Foundation

/// A medication on a person's list, with the person's annotations.
open class HKUserAnnotatedMedication: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: AnnotatedMedicationContent

    package init(_ content: AnnotatedMedicationContent) { self.content = content }

    /// The person's name for it; `nil` if there is none.
    open var nickname: String? { content.nickname }

    /// Whether the person archived it.
    open var isArchived: Bool { content.isArchived }

    /// Whether the person takes it on a schedule.
    open var hasSchedule: Bool { content.hasSchedule }

    /// The medication itself.
    open var medication: HKMedicationConcept { HKMedicationConcept(content.concept) }

    /// Whether medications support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a medication from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no medication.
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
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same contents.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKUserAnnotatedMedication)?.content == content
    }

    /// A hash of the medication's contents.
    open override var hash: Int { content.hashValue }
}

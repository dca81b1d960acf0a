import Foundation

/// What a medication is, whoever takes it.
public class HKMedicationConcept: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    let content: MedicationConceptContent

    package init(_ content: MedicationConceptContent) { self.content = content }

    /// The identity of the medication, which its doses name.
    public var identifier: HKHealthConceptIdentifier { HKHealthConceptIdentifier(content.identifier) }

    /// The name of the medication for people.
    public var displayText: String { content.displayText }

    /// The form that it comes in.
    public var generalForm: HKMedicationGeneralForm { HKMedicationGeneralForm(rawValue: content.generalForm) }

    /// The codes of the medication in terminologies; empty for none.
    public var relatedCodings: Set<HKClinicalCoding> { Set(content.codings.map { HKClinicalCoding($0) }) }

    /// Whether medications can be archived securely: they can.
    public static var supportsSecureCoding: Bool { true }

    /// Makes a medication from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` when it holds no medication.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(MedicationConceptContent.self) else { return nil }
        self.content = content
        super.init()
    }

    /// Writes the medication to an archive.
    ///
    /// - Parameter coder: The archive to write.
    public func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// The medication itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This medication.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is an equal medication.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both say the same.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKMedicationConcept)?.content == content
    }

    /// A hash of what the medication says.
    public override var hash: Int { content.hashValue }
}

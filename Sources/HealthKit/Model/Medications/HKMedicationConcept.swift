import Foundation

/// What a medication is, whoever takes it.
open class HKMedicationConcept: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: MedicationConceptContent

    package init(_ content: MedicationConceptContent) { self.content = content }

    /// The identity of the medication, which its doses name.
    open var identifier: HKHealthConceptIdentifier { HKHealthConceptIdentifier(content.identifier) }

    /// The name of the medication for people.
    open var displayText: String { content.displayText }

    /// The form that it comes in.
    open var generalForm: HKMedicationGeneralForm { HKMedicationGeneralForm(rawValue: content.generalForm) }

    /// The codes of the medication in terminologies; empty for none.
    open var relatedCodings: Set<HKClinicalCoding> { Set(content.codings.map { HKClinicalCoding($0) }) }

    /// Whether medications can be archived securely: they can.
    open class var supportsSecureCoding: Bool { true }

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
        (object as? HKMedicationConcept)?.content == content
    }

    /// A hash of what the medication says.
    open override var hash: Int { content.hashValue }
}

extension MedicationConceptContent {
    package init(
        identifier: ConceptIdentifierContent,
        displayText: String,
        generalForm: HKMedicationGeneralForm,
        codings: Set<HKClinicalCoding>
    ) {
        self.identifier = identifier
        self.displayText = displayText
        self.generalForm = generalForm.rawValue
        self.codings = Set(codings.map(\.content))
    }
}

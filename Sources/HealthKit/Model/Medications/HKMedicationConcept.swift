import Foundation

/// A medication, independent of the person who takes it.
open class HKMedicationConcept: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: MedicationConceptContent

    package init(_ content: MedicationConceptContent) { self.content = content }

    /// The identifier of the medication, which its doses refer to.
    open var identifier: HKHealthConceptIdentifier { HKHealthConceptIdentifier(content.identifier) }

    /// The display name of the medication.
    open var displayText: String { content.displayText }

    /// The form that it comes in.
    open var generalForm: HKMedicationGeneralForm { HKMedicationGeneralForm(rawValue: content.generalForm) }

    /// The codes of the medication in terminologies; empty for none.
    open var relatedCodings: Set<HKClinicalCoding> { Set(content.codings.map { HKClinicalCoding($0) }) }

    /// Whether medications support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a medication from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no medication.
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
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same contents.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKMedicationConcept)?.content == content
    }

    /// A hash of the medication's contents.
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

import Foundation

/// A person's record from a hospital or doctor, such as a laboratory result.
///
/// Apps read clinical records and can't make them. A record starts and ends when it was added. It may get another UUID when it
/// is fetched again: its source, and the type and identifier of its FHIR resource, identify it (R4.21).
open class HKClinicalRecord: HKSample, NSCopying, @unchecked Sendable {
    let content: ClinicalRecordContent

    package init(_ parts: SampleParts, content: ClinicalRecordContent) {
        self.content = content
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// The type of record.
    public var clinicalType: HKClinicalType {
        guard let type = sampleType as? HKClinicalType else { return HKClinicalType(.allergyRecord) }
        return type
    }

    /// A description of the record, usually in English.
    public var displayName: String { content.displayName }

    /// The FHIR resource behind the record; `nil` for none.
    public var fhirResource: HKFHIRResource? { content.resource.map { HKFHIRResource($0) } }

    /// Creates a record from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no record.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(ClinicalRecordContent.self, of: HKClinicalType.self) else {
            return nil
        }
        self.content = content
        super.init(coder: coder)
    }

    override var archivedContent: (any RecordContent)? { content }

    /// The record itself: samples never change.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This record.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    override var contentDescription: String { "\(sampleType.identifier) \(content.resource?.type ?? "")" }
}

extension HKClinicalRecord {
    /// Makes a record, as only the system does.
    ///
    /// - Throws: `errorInvalidArgument` for a resource without a type or identifier, and for invalid metadata.
    package convenience init(
        type: HKClinicalType,
        displayName: String,
        resource: HKFHIRResource?,
        added: Date,
        metadata: [String: Any]? = nil
    ) throws {
        let draft = try RecordDraft(
            checking: ClinicalRecordContent(displayName: displayName, resource: resource?.content),
            type: type,
            start: added,
            end: added,
            metadata: metadata
        )
        self.init(draft.parts, content: draft.content)
    }
}

extension HKClinicalRecord: RecordSample {
    package var recordBytes: [UInt8] { get throws { try content.bytes } }

    package func checkContent() throws { try content.check() }

    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        ClinicalRecordContent(bytes: bytes).map { HKClinicalRecord(parts, content: $0) }
    }
}

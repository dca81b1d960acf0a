import Foundation

/// A signed record that others can verify, such as proof of an immunization.
///
/// Apps can't make verifiable records. The person chooses each time which of them an app gets, when an
/// ``HKVerifiableClinicalRecordQuery`` requests them.
open class HKVerifiableClinicalRecord: HKSample, @unchecked Sendable {
    let content: VerifiableRecordContent

    package init(_ parts: SampleParts, content: VerifiableRecordContent) {
        self.content = content
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// The attested facts: raw values of `HKVerifiableClinicalRecordCredentialType`.
    public var recordTypes: [String] { content.recordTypes }

    /// The issuer of the record.
    public var issuerIdentifier: String { content.issuer }

    /// The subject of the record.
    public var subject: HKVerifiableClinicalRecordSubject { HKVerifiableClinicalRecordSubject(content.subject) }

    /// The date on which the record was issued.
    public var issuedDate: Date { Date(timeIntervalSinceReferenceDate: content.issued) }

    /// The most relevant date, such as that of the immunization.
    public var relevantDate: Date { startDate }

    /// The date on which the record expires; `nil` for never.
    public var expirationDate: Date? { content.expiration.map { Date(timeIntervalSinceReferenceDate: $0) } }

    /// The names of the record's contents.
    public var itemNames: [String] { content.items }

    /// The format that the record was issued in; `nil` if unknown.
    public var sourceType: HKVerifiableClinicalRecordSourceType? {
        content.sourceType.map { HKVerifiableClinicalRecordSourceType(rawValue: $0) }
    }

    /// The record as issued, in the format of ``sourceType``.
    public var dataRepresentation: Data { content.data }

    /// The record as issued; for a SMART Health Card, a JSON Web Signature.
    public var jwsRepresentation: Data { content.data }

    /// Creates a record from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no record.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(VerifiableRecordContent.self, of: VerifiableRecordType.self) else {
            return nil
        }
        self.content = content
        super.init(coder: coder)
    }

    override var archivedContent: (any RecordContent)? { content }

    override var contentDescription: String { "verifiable record of \(content.items.count)" }
}

extension HKVerifiableClinicalRecord {
    /// Makes a record, as only the system does.
    ///
    /// - Throws: `errorInvalidArgument` for a record that attests nothing.
    package convenience init(content: VerifiableRecordContent, relevant: Date) throws {
        let draft = try RecordDraft(
            checking: content,
            type: VerifiableRecordType.shared,
            start: relevant,
            end: relevant,
            metadata: nil
        )
        self.init(draft.parts, content: draft.content)
    }
}

extension HKVerifiableClinicalRecord: RecordSample {
    package var recordBytes: [UInt8] { get throws { try content.bytes } }

    package func checkContent() throws { try content.check() }

    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        // The reader reports content that no initializer would accept.
        guard let content = VerifiableRecordContent(bytes: bytes), (try? content.check()) != nil else { return nil }
        return HKVerifiableClinicalRecord(parts, content: content)
    }
}

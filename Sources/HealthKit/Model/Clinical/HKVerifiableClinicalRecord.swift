import Foundation

/// A record that somebody signed, such as a proof of an immunization, which others can verify.
///
/// Apps cannot make verifiable records, and the person chooses each time which of them an app gets: an
/// ``HKVerifiableClinicalRecordQuery`` asks.
open class HKVerifiableClinicalRecord: HKSample, @unchecked Sendable {
    let content: VerifiableRecordContent

    package init(_ parts: SampleParts, content: VerifiableRecordContent) {
        self.content = content
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// What the record attests: raw values of `HKVerifiableClinicalRecordCredentialType`.
    public var recordTypes: [String] { content.recordTypes }

    /// Who issued the record.
    public var issuerIdentifier: String { content.issuer }

    /// Who the record is about.
    public var subject: HKVerifiableClinicalRecordSubject { HKVerifiableClinicalRecordSubject(content.subject) }

    /// When the record was issued.
    public var issuedDate: Date { Date(timeIntervalSinceReferenceDate: content.issued) }

    /// The date that matters most, such as that of the immunization.
    public var relevantDate: Date { startDate }

    /// When the record expires; `nil` for never.
    public var expirationDate: Date? { content.expiration.map { Date(timeIntervalSinceReferenceDate: $0) } }

    /// What the record contains, in words.
    public var itemNames: [String] { content.items }

    /// The format that the record was issued in; `nil` when it is not known.
    public var sourceType: HKVerifiableClinicalRecordSourceType? {
        content.sourceType.map { HKVerifiableClinicalRecordSourceType(rawValue: $0) }
    }

    /// The record as it was issued, in the format of ``sourceType``.
    public var dataRepresentation: Data { content.data }

    /// The record as it was issued; of a SMART Health Card that is a JSON Web Signature.
    public var jwsRepresentation: Data { content.data }

    /// Makes a record from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` when it holds no record.
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
        // The reader reports content that no initializer would take.
        guard let content = VerifiableRecordContent(bytes: bytes), (try? content.check()) != nil else { return nil }
        return HKVerifiableClinicalRecord(parts, content: content)
    }
}

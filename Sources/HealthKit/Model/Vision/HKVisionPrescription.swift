import Foundation

/// A prescription for glasses or contact lenses.
///
/// This class contains only the dates; ``HKGlassesPrescription`` and ``HKContactsPrescription`` also contain the lenses. As a
/// sample it lasts from the date of issue until its expiration, or is an instant if it has none: Apple doesn't document the
/// dates of its samples.
open class HKVisionPrescription: HKSample, NSCopying, @unchecked Sendable {
    let content: PrescriptionContent

    package init(_ parts: SampleParts, content: PrescriptionContent) {
        self.content = content
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// The type of prescription.
    public var prescriptionType: HKVisionPrescriptionType {
        HKVisionPrescriptionType(rawValue: content.type) ?? .glasses
    }

    /// The date of issue.
    public var dateIssued: Date { startDate }

    /// The expiration date; `nil` for never.
    public var expirationDate: Date? { content.expiration.map { Date(timeIntervalSinceReferenceDate: $0) } }

    /// Creates a prescription from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no prescription.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(PrescriptionContent.self, of: HKPrescriptionType.self) else {
            return nil
        }
        self.content = content
        super.init(coder: coder)
    }

    override var archivedContent: (any RecordContent)? { content }

    /// The prescription itself: samples never change.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This prescription.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    override var contentDescription: String { "prescription for \(prescriptionType)" }
}

extension HKVisionPrescription {
    /// Makes a prescription without lenses.
    ///
    /// Invalid arguments stop the program, as on Apple's platforms; use
    /// `init(validating:dateIssued:expirationDate:device:metadata:)` for user input.
    ///
    /// - Parameters:
    ///   - type: The type of prescription.
    ///   - dateIssued: The date of issue.
    ///   - expirationDate: The expiration date, not before the date of issue; `nil` for never.
    ///   - device: The device that made it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        type: HKVisionPrescriptionType,
        dateIssued: Date,
        expirationDate: Date?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let content = PrescriptionContent(form: .plain, type: type.rawValue)
        let draft = raisingExceptions { try Self.draft(content, dateIssued, expirationDate, device, metadata) }
        self.init(draft.parts, content: draft.content)
    }

    /// Makes a prescription without lenses, or throws where the other initializer stops the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - type: The type of prescription.
    ///   - dateIssued: The date of issue.
    ///   - expirationDate: The expiration date, not before the date of issue; `nil` for never.
    ///   - device: The device that made it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` for invalid dates and metadata (R2.2, R2.12).
    public convenience init(
        validating type: HKVisionPrescriptionType,
        dateIssued: Date,
        expirationDate: Date? = nil,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws {
        let content = PrescriptionContent(form: .plain, type: type.rawValue)
        let draft = try Self.draft(content, dateIssued, expirationDate, device, metadata)
        self.init(draft.parts, content: draft.content)
    }

    /// The checked parts of a prescription.
    static func draft(
        _ content: PrescriptionContent,
        _ issued: Date,
        _ expiration: Date?,
        _ device: HKDevice?,
        _ metadata: [String: Any]?
    ) throws -> RecordDraft<PrescriptionContent> {
        var content = content
        content.expiration = expiration?.timeIntervalSinceReferenceDate
        return try RecordDraft(
            checking: content,
            type: HKObjectType.visionPrescriptionType(),
            start: issued,
            end: expiration ?? issued,
            device: device,
            metadata: metadata
        )
    }
}

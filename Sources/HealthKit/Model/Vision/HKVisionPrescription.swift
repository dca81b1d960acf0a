import Foundation

/// A prescription for glasses or contact lenses.
///
/// One of this class says only when it was issued; ``HKGlassesPrescription`` and ``HKContactsPrescription`` hold the lenses
/// too. As a sample it lasts from the day of issue until it expires, or is an instant when it does not: Apple does not say
/// which dates its samples have.
open class HKVisionPrescription: HKSample, NSCopying, @unchecked Sendable {
    let content: PrescriptionContent

    package init(_ parts: SampleParts, content: PrescriptionContent) {
        self.content = content
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// What it is for.
    public var prescriptionType: HKVisionPrescriptionType {
        HKVisionPrescriptionType(rawValue: content.type) ?? .glasses
    }

    /// When it was issued.
    public var dateIssued: Date { startDate }

    /// When it expires; `nil` for never.
    public var expirationDate: Date? { content.expiration.map { Date(timeIntervalSinceReferenceDate: $0) } }

    /// Makes a prescription from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` when it holds no prescription.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(PrescriptionContent.self, of: HKPrescriptionType.self) else {
            return nil
        }
        self.content = content
        super.init(coder: coder)
    }

    /// Writes the prescription to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeContent(content)
    }

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
    /// Wrong arguments stop the program, as on Apple's platforms; use
    /// `init(validating:dateIssued:expirationDate:device:metadata:)` for what a person typed.
    ///
    /// - Parameters:
    ///   - type: What it is for.
    ///   - dateIssued: When it was issued.
    ///   - expirationDate: When it expires, not before it was issued; `nil` for never.
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
    ///   - type: What it is for.
    ///   - dateIssued: When it was issued.
    ///   - expirationDate: When it expires, not before it was issued; `nil` for never.
    ///   - device: The device that made it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` for wrong dates and metadata (R2.2, R2.12).
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

extension HKVisionPrescription: RecordSample {
    package var recordBytes: [UInt8] { get throws { try content.bytes } }

    package func checkContent() throws { try content.check() }

    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        // The reader reports content that no initializer would take.
        guard let content = PrescriptionContent(bytes: bytes), (try? content.check()) != nil else { return nil }
        return switch content.form {
        case .plain: HKVisionPrescription(parts, content: content)
        case .glasses: HKGlassesPrescription(parts, content: content)
        case .contacts: HKContactsPrescription(parts, content: content)
        }
    }
}

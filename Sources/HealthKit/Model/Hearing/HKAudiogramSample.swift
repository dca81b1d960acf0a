import Foundation

/// A hearing test: the loudness at which each ear heard sounds of several frequencies.
open class HKAudiogramSample: HKSample, @unchecked Sendable {
    let content: AudiogramContent

    package init(_ parts: SampleParts, content: AudiogramContent) {
        self.content = content
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// The sensitivities by frequency, in the given order.
    public var sensitivityPoints: [HKAudiogramSensitivityPoint] {
        content.points.map { HKAudiogramSensitivityPoint($0) }
    }

    /// Creates an audiogram from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no audiogram.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(AudiogramContent.self, of: HKAudiogramSampleType.self) else {
            return nil
        }
        self.content = content
        super.init(coder: coder)
    }

    override var archivedContent: (any RecordContent)? { content }

    override var contentDescription: String { "audiogram of \(content.points.count)" }
}

extension HKAudiogramSample {
    /// Makes an audiogram.
    ///
    /// Invalid arguments stop the program, as on Apple's platforms; use `init(validating:start:end:device:metadata:)` for user
    /// input.
    ///
    /// - Parameters:
    ///   - sensitivityPoints: The sensitivities by frequency: at least one point.
    ///   - startDate: When the test began.
    ///   - endDate: The end, not before the start.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        sensitivityPoints: [HKAudiogramSensitivityPoint],
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(
            sensitivityPoints: sensitivityPoints,
            start: startDate,
            end: endDate,
            device: nil,
            metadata: metadata
        )
    }

    /// Makes an audiogram with a device.
    ///
    /// - Parameters:
    ///   - sensitivityPoints: The sensitivities by frequency: at least one point.
    ///   - startDate: When the test began.
    ///   - endDate: The end, not before the start.
    ///   - device: The device that it was made with.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        sensitivityPoints: [HKAudiogramSensitivityPoint],
        start startDate: Date,
        end endDate: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let draft = raisingExceptions { try Self.draft(sensitivityPoints, startDate, endDate, device, metadata) }
        self.init(draft.parts, content: draft.content)
    }

    /// Makes an audiogram, or throws where the other initializer stops the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - sensitivityPoints: The sensitivities by frequency: at least one point.
    ///   - startDate: When the test began.
    ///   - endDate: The end, not before the start.
    ///   - device: The device that it was made with.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` without points, and for invalid dates and metadata (R2.2, R2.3, R2.12).
    public convenience init(
        validating sensitivityPoints: [HKAudiogramSensitivityPoint],
        start startDate: Date,
        end endDate: Date,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws {
        let draft = try Self.draft(sensitivityPoints, startDate, endDate, device, metadata)
        self.init(draft.parts, content: draft.content)
    }

    private static func draft(
        _ points: [HKAudiogramSensitivityPoint],
        _ start: Date,
        _ end: Date,
        _ device: HKDevice?,
        _ metadata: [String: Any]?
    ) throws -> RecordDraft<AudiogramContent> {
        try RecordDraft(
            checking: AudiogramContent(points: points.map(\.content)),
            type: HKObjectType.audiogramSampleType(),
            start: start,
            end: end,
            device: device,
            metadata: metadata
        )
    }
}

extension HKAudiogramSample: RecordSample {
    package var recordBytes: [UInt8] { get throws { try content.bytes } }

    package func checkContent() throws { try content.check() }

    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        // The reader reports content that no initializer would accept.
        guard let content = AudiogramContent(bytes: bytes), (try? content.check()) != nil else { return nil }
        return HKAudiogramSample(parts, content: content)
    }
}

import Foundation

/// The times of single heartbeats.
///
/// Make one with an ``HKHeartbeatSeriesBuilder``; an ``HKHeartbeatSeriesQuery`` reads the heartbeats.
open class HKHeartbeatSeriesSample: HKSeriesSample, @unchecked Sendable {
    override init(_ parts: SampleParts, content: SeriesContent, data: [UInt8]?) {
        super.init(parts, content: content, data: data)
    }

    /// Creates a series from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no heartbeat series.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        guard sampleType == HKSeriesType.heartbeat() else { return nil }
    }

    /// Makes a series of heartbeats that ends with the last of them.
    ///
    /// - Throws: `errorInvalidArgument` without heartbeats, for times that do not ascend and for invalid metadata.
    package convenience init(start: Date, series: HeartbeatSeries, device: HKDevice?, metadata: Metadata?) throws {
        guard let last = series.beats.last?.time else {
            throw HKError.invalid("No data was added to the heartbeat series.")
        }
        try series.check()
        let type = HKSeriesType.heartbeat()
        let end = start.addingTimeInterval(last)
        try SampleValidation.checkInterval(type, start: start, end: end)
        try SampleValidation.checkMetadata(metadata, for: type)
        self.init(
            SampleParts(ObjectAttributes(device: device, metadata: metadata), type: type, start: start, end: end),
            content: SeriesContent(count: series.beats.count),
            data: series.bytes
        )
    }
}

extension HKHeartbeatSeriesSample: RecordSample {
    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        content(of: bytes).map { HKHeartbeatSeriesSample(parts, content: $0, data: nil) }
    }
}

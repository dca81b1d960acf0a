import Foundation
import HealthKit

/// Gathers samples of one source, which are handed over many at a time.
struct SampleBatches {
    private let source: ReadSource
    private var open: [String: Batch] = [:]

    private struct Batch {
        var series: ReadSeries
        var place: String
    }

    private static let size = 4_096

    init(_ source: ReadSource) { self.source = source }

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - type: The identifier of its type.
    ///   - unit: The unit of the value; empty for none.
    ///   - point: Its times.
    ///   - value: The value.
    ///   - place: Its location in the file, for warnings.
    ///   - sink: Receives the samples.
    /// - Throws: The sink's errors.
    mutating func add(
        _ type: String,
        _ unit: String,
        _ point: (start: Double, end: Double),
        _ value: Double,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        if open[type] == nil {
            var series = ReadSeries(type: .stepCount, unit: unit, source: source)
            series.type = type
            open[type] = Batch(series: series, place: place)
        }
        open[type]?.series.points.append(ReadSeries.Point(start: point.start, end: point.end, value: value))
        if let batch = open[type], batch.series.points.count >= Self.size {
            open[type] = nil
            try sink.take(batch.series, at: "from \(batch.place) on")
        }
    }

    /// Runs a closure that adds samples, and passes on the rest even if it fails, since earlier samples are valid.
    ///
    /// - Parameters:
    ///   - sink: Receives the samples.
    ///   - body: Adds samples.
    /// - Throws: The errors of the body and the sink.
    mutating func gather(
        into sink: inout ReaderSink,
        _ body: (inout SampleBatches, inout ReaderSink) throws -> Void
    ) throws {
        var failure: ImportError?
        do {
            try body(&self, &sink)
        } catch let error as ImportError {
            failure = error
        }
        try finish(&sink)
        if let failure { throw failure }
    }

    /// Passes on the rest.
    ///
    /// - Parameter sink: Receives the samples.
    /// - Throws: The sink's errors.
    mutating func finish(_ sink: inout ReaderSink) throws {
        for (_, batch) in open.sorted(by: { $0.key < $1.key }) {
            try sink.take(batch.series, at: "from \(batch.place) on")
        }
        open = [:]
    }
}

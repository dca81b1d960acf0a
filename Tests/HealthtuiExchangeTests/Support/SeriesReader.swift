import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Hands over series as one file.
struct SeriesReader: Reader {
    let name = "Series"
    let endings: Set<String> = []
    let series: [ReadSeries]

    func recognizes(_ beginning: [UInt8], fileName: String) -> Bool { false }

    func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        for (index, series) in series.enumerated() { try sink.take(series, at: "series \(index)") }
    }
}

extension ReadSeries {
    /// Values of a source, each with its start and end in seconds after a date.
    init(
        _ values: [(Double, Double, Double)],
        _ source: ReadSource,
        _ type: HKQuantityTypeIdentifier,
        since date: Date,
        isRelayed: Bool = false
    ) {
        let start = date.timeIntervalSinceReferenceDate
        self.init(type: type, unit: HKQuantityType(type).canonicalUnit.unitString, source: source)
        points = values.map { Point(start: start + $0.0, end: start + $0.1, value: $0.2) }
        self.isRelayed = isRelayed
    }
}

extension PersonAccess {
    /// Imports series as one file.
    @discardableResult
    func add(_ series: [ReadSeries]) throws -> ImportSummary {
        try ReaderImport(self).run([0], from: "series", with: SeriesReader(series: series))
    }

    /// The statistics of consecutive intervals from a date on, as the person gets them, or as apps do.
    func sums(
        _ type: HKQuantityTypeIdentifier,
        from start: Date,
        to end: Date,
        every hours: Int,
        asApps: Bool = false
    ) async throws -> [HKStatistics] {
        var query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(type),
                predicate: HKQuery.predicateForSamples(withStart: start, end: end, options: [])
            ),
            options: .cumulativeSum,
            anchorDate: start,
            intervalComponents: DateComponents(hour: hours)
        )
        query.addsCounted = !asApps
        return try await query.result(for: store).statistics().filter { $0.startDate >= start && $0.startDate < end }
    }
}

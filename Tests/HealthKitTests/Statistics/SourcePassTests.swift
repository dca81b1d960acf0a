import Foundation
import RandomTesting
import Testing

@testable import HealthKit

/// Everything that one request asks for comes from one reading of each source, and is what separate readings give.
@Suite struct SourcePassTests {
    private typealias Source = StatisticsCalculator.Source

    private static let types: [HKQuantityType] = [
        HKQuantityType(.stepCount), HKQuantityType(.heartRate), HKQuantityType(.bodyMass),
        HKQuantityType(.environmentalAudioExposure),
    ]

    /// How often the samples of each source were read.
    private final class Readings {
        var count = 0
    }

    private static func sources(_ random: inout SeededGenerator) -> [(source: HKSource, columns: SourceColumns)] {
        (0..<Int.random(in: 1...4, using: &random))
            .map { index in
                let rows = (0..<Int.random(in: 0...60, using: &random))
                    .map { _ -> (start: Double, end: Double, value: Double) in
                        let start = Double(Int.random(in: -60..<1500, using: &random))
                        let length = Double([0, 0, 5, 30, 90, 700].randomElement(using: &random) ?? 0)
                        return (start, start + length, Double(Int.random(in: 1...9, using: &random)))
                    }
                    .sorted { $0.start < $1.start }
                return (HKSource(name: "source \(index)", bundleIdentifier: "s\(index)"), columns(rows))
            }
    }

    private static func options(_ type: HKQuantityType, _ random: inout SeededGenerator) -> HKStatisticsOptions {
        let own: [HKStatisticsOptions] =
            type.aggregationStyle == .cumulative
            ? [.cumulativeSum] : [.discreteAverage, .discreteMin, .discreteMax]
        return (own + [.mostRecent, .duration, .separateBySource])
            .reduce(into: []) { if Bool.random(using: &random) { $0.formUnion($1) } }
    }

    /// Of the samples that touch an interval the latest, by looking at each.
    private static func latest(_ columns: SourceColumns, _ from: Double, _ to: Double) -> [Double]? {
        var best: [Double]?
        for row in 0..<columns.count {
            let (start, end) = (columns.starts[row], columns.ends[row])
            guard start < to, start >= from || end > from else { continue }
            let found = [end, start, columns.values[row]]
            if best.map({ $0.lexicographicallyPrecedes(found) }) ?? true { best = found }
        }
        return best
    }

    @Test("Any options over any sources: one reading each, and the values of a reading for each option")
    func agreesWithSeparateReadings() throws {
        let seed = newSeed()
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let type = Self.types.randomElement(using: &random) ?? HKQuantityType(.stepCount)
            let options = Self.options(type, &random)
            let recorded = Self.sources(&random)
            let buckets = Bool.random(using: &random) ? BucketEdges((0...24).map { Double($0) * 3600 }) : .always
            let readings = Readings()
            let watched = recorded.map { source in
                Source(source: source.source, isExcluded: false, extent: 0...1) { _ in
                    readings.count += 1
                    return ColumnRuns(source.columns)
                }
            }
            let found = try StatisticsCalculator(type: type, options: options).statistics(watched, buckets: buckets)
            #expect(readings.count == recorded.count)
            try expect(found, type, options, recorded, buckets, "seed \(seed)")
        }
    }

    private func expect(
        _ found: [HKStatistics?],
        _ type: HKQuantityType,
        _ options: HKStatisticsOptions,
        _ recorded: [(source: HKSource, columns: SourceColumns)],
        _ buckets: BucketEdges,
        _ comment: Comment
    ) throws {
        func run(_ options: HKStatisticsOptions, _ sources: [(source: HKSource, columns: SourceColumns)]) throws
            -> [HKStatistics?]
        {
            try StatisticsCalculator(type: type, options: options)
                .statistics(sources.map { Source(source: $0.source, columns: $0.columns) }, buckets: buckets)
        }
        let plain = try run(options.subtracting([.mostRecent, .duration, .separateBySource]), recorded)
        for (bucket, statistics) in found.enumerated() {
            var values = statistics?.values ?? StatisticsValues()
            let (from, to) = (buckets.edges[bucket], buckets.edges[bucket + 1])
            if options.contains(.mostRecent), values.count > 0 {
                let candidates = recorded.compactMap { Self.latest($0.columns, from, to) }
                let best = candidates.reduce(nil as [Double]?) { best, next in
                    guard let best else { return next }
                    return (best[0], best[1]) < (next[0], next[1]) ? next : best
                }
                let recent = try #require(values.mostRecent, comment)
                #expect([recent.end, recent.start, recent.value] == best, comment)
            } else {
                #expect(values.mostRecent == nil, comment)
            }
            if options.contains(.duration), values.count > 0 {
                let covered = recorded.reduce(CoveredTime()) { $0.union(CoveredTime($1.columns)) }
                #expect(values.duration == covered.length(from: from, to: to), comment)
            } else {
                #expect(values.duration == nil, comment)
            }
            values.mostRecent = nil
            values.duration = nil
            #expect(values == plain[bucket]?.values ?? StatisticsValues(), comment)
        }
        guard options.contains(.separateBySource) else {
            return #expect(found.allSatisfy { $0?.separated == nil }, comment)
        }
        for source in recorded {
            let sums = try CumulativeMerge.plainSums(of: ColumnRuns(source.columns), buckets: buckets)
            let measured = DiscreteAggregation.values(
                of: source.columns,
                style: type.aggregationStyle,
                wanted: [.range, .average],
                buckets: buckets
            )
            for (bucket, statistics) in found.enumerated() {
                let part = statistics?.separated?.first { $0.source == source.source }?.values
                #expect((part?.count ?? 0) == measured[bucket].count, comment)
                guard let part else { continue }
                if options.contains(.cumulativeSum) { #expect(part.sum == sums.sums[bucket], comment) }
                if options.contains(.discreteMin) { #expect(part.minimum == measured[bucket].minimum, comment) }
                if options.contains(.discreteMax) { #expect(part.maximum == measured[bucket].maximum, comment) }
                if options.contains(.discreteAverage) { #expect(part.average == measured[bucket].average, comment) }
                let (from, to) = (buckets.edges[bucket], buckets.edges[bucket + 1])
                if options.contains(.duration) {
                    #expect(part.duration == CoveredTime(source.columns).length(from: from, to: to), comment)
                }
                guard options.contains(.mostRecent) else { continue }
                let recent = try #require(part.mostRecent, comment)
                #expect([recent.end, recent.start, recent.value] == Self.latest(source.columns, from, to), comment)
            }
        }
    }
}

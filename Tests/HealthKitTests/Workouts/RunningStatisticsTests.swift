import Foundation
import RandomTesting
import Testing

@testable import HealthKit

@Suite("Statistics of a running workout")
struct RunningStatisticsTests {
    private static let types: [HKQuantityType] = [
        HKQuantityType(.activeEnergyBurned), HKQuantityType(.heartRate), HKQuantityType(.bodyMass),
        HKQuantityType(.environmentalAudioExposure),
    ]

    private func row(_ generator: inout SeededGenerator) -> RunningStatistics.Row {
        let start = Double(Int.random(in: 0...1_200, using: &generator))
        let isInstant = Int.random(in: 0...2, using: &generator) == 0
        let isLong = Int.random(in: 0...20, using: &generator) == 0
        let length = isInstant ? 0 : Double(Int.random(in: 1...(isLong ? 400 : 20), using: &generator))
        return RunningStatistics.Row(
            start: start,
            end: start + length,
            value: Double(Int.random(in: 1...90, using: &generator)),
            source: Int.random(in: 0...2, using: &generator),
            sample: UUID()
        )
    }

    /// What the statistics of finished samples say.
    ///
    /// A bucket ends before its edge, so that of an interval ends a step later than the interval does. Within that step a
    /// loud sound counts: no row that lasts may begin as the interval ends.
    private func whole(
        _ type: HKQuantityType,
        _ rows: [RunningStatistics.Row],
        _ interval: ClosedRange<Double>?
    ) throws -> StatisticsValues? {
        let sources = (0...2)
            .map { number in
                var columns = SourceColumns()
                for row in rows where row.source == number {
                    columns.append(start: row.start, end: row.end, value: row.value)
                }
                columns.sortByStart()
                return StatisticsCalculator.Source(
                    source: HKSource(name: "\(number)", bundleIdentifier: "test.s\(number)"),
                    columns: columns
                )
            }
            .filter { (try? $0.columns().isEmpty) == false }
        let options: HKStatisticsOptions =
            type.aggregationStyle == .cumulative
            ? [.cumulativeSum, .mostRecent] : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent]
        let buckets = interval.map { BucketEdges([$0.lowerBound, $0.upperBound.nextUp]) } ?? .always
        return try StatisticsCalculator(type: type, options: options).statistics(sources, buckets: buckets)[0]?.values
    }

    private func same(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return abs(left - right) <= 1e-9 * max(1, abs(left))
    }

    @Test("R7.5 they are at every moment those of all samples so far, in whatever order these come", arguments: 0..<40)
    func random(round: Int) throws {
        var generator = SeededGenerator("running statistics")
        let seed = generator.seed
        let type = Self.types[round % Self.types.count]
        let interval = round % 3 == 0 ? 300.0...700 : nil
        var running = RunningStatistics(type: type, interval: interval)
        running.setRanks([0: 0, 1: 1, 2: 2])
        var rows: [RunningStatistics.Row] = []
        for batch in 0..<12 {
            let added = (0..<Int.random(in: 1...30, using: &generator)).map { _ in row(&generator) }
                .filter { $0.start != interval?.upperBound || $0.start == $0.end }
            rows += added
            running.add(added)
            if batch % 4 == 3, let gone = rows.randomElement(using: &generator)?.sample {
                rows.removeAll { $0.sample == gone }
                running.remove([gone])
            }
            let wanted = try whole(type, rows, interval)
            let values = running.values
            #expect(same(values?.sum, wanted?.sum), "sum, batch \(batch), seed \(seed)")
            #expect(same(values?.minimum, wanted?.minimum), "minimum, batch \(batch), seed \(seed)")
            #expect(same(values?.maximum, wanted?.maximum), "maximum, batch \(batch), seed \(seed)")
            #expect(same(values?.average, wanted?.average), "average, batch \(batch), seed \(seed)")
            if interval == nil {
                #expect(values?.mostRecent?.end == wanted?.mostRecent?.end, "latest, batch \(batch), seed \(seed)")
            }
        }
    }

    @Test("A sound that begins as the interval ends is its loudest, and none of its average")
    func atTheEnd() throws {
        var running = RunningStatistics(type: HKQuantityType(.environmentalAudioExposure), interval: 300...700)
        running.add([
            RunningStatistics.Row(start: 350, end: 360, value: 3, source: 0, sample: UUID()),
            RunningStatistics.Row(start: 700, end: 720, value: 90, source: 0, sample: UUID()),
        ])
        let values = try #require(running.values)
        #expect(values.maximum == 90)
        #expect(same(values.average, 3))
    }

    @Test("Samples that lie a century apart cost what two samples cost")
    func farApart() throws {
        var running = RunningStatistics(type: HKQuantityType(.activeEnergyBurned))
        let rows = [0.0, 3e9]
            .map {
                RunningStatistics.Row(start: $0, end: $0 + 10, value: 2, source: 0, sample: UUID())
            }
        running.add(rows)
        running.remove([rows[0].sample])
        #expect(running.values?.sum == 2)
        running.add([rows[0]])
        #expect(running.values?.sum == 4)
    }

    @Test("R7.7 the statistics of an activity are those of the samples inside it, also where it is added afterwards")
    func activities() throws {
        var statistics = WorkoutStatistics()
        let own = HKSource(name: "own", bundleIdentifier: "test.own")
        let samples = stepSamples(0..<100) { (1, $0 * 10, $0 * 10 + 10) }
        statistics.add(Array(samples.prefix(50)), own: own)
        let activity = WorkoutActivityContent(
            uuid: UUID(),
            configuration: WorkoutConfigurationContent(activityType: 37),
            start: at(105),
            end: nil,
            duration: nil,
            metadata: nil,
            statistics: []
        )
        statistics.setActivities([activity])
        func sum(_ activity: UUID?) -> Double? {
            statistics.statistics(of: steps, activity: activity, from: at(0), to: at(1))
                .flatMap {
                    $0.sumQuantity()?.doubleValue(for: .count())
                }
        }
        #expect(same(sum(activity.uuid), 39.5))
        statistics.add(Array(samples.suffix(50)), own: own)
        #expect(same(sum(activity.uuid), 89.5) && sum(nil) == 100)
        var ended = activity
        ended.end = at(200)
        statistics.setActivities([ended])
        #expect(same(sum(activity.uuid), 9.5) && sum(nil) == 100)
    }
}

import Foundation
import HealthKitStore
import RandomTesting
import Testing

@testable import HealthKit

/// Sums that the store keeps by the hour change no bit of an answer, only what it takes.
@Suite("Statistics from sums by the hour", .timeLimit(.minutes(5)))
struct HourlyStatisticsTests {
    private typealias Row = (start: Double, end: Double, value: Double)

    private static let types: [(type: HKQuantityType, unit: HKUnit)] = [
        (steps, .count()), (heartRate, perMinute), (HKQuantityType(.bloodGlucose), HKUnit(from: "mg/dL")),
        (HKQuantityType(.numberOfTimesFallen), .count()),
    ]

    /// Samples some minutes apart: those that pass one after another, instants, or both, now and then with fractions, and some
    /// over the same time.
    private static func rows(_ type: HKQuantityType, _ random: inout SeededGenerator) -> [Row] {
        var time = Double(Int.random(in: 0...100_000, using: &random))
        let isOdd = Int.random(in: 0..<3, using: &random) == 0
        return (0..<3_000)
            .map { row -> Row in
                time += Double(Int.random(in: 1...100, using: &random))
                let lasts = type.aggregationStyle == .cumulative || isOdd && row % 400 < 3
                let end = lasts ? time + Double(Int.random(in: 1...150, using: &random)) : time
                var value = Double(Int.random(in: 1...180, using: &random))
                if isOdd, row / 100 % 7 == 1 { value += 0.1 }
                defer { if lasts, !(isOdd && row % 500 == 1) { time = end } }
                return (time, end, value)
            }
    }

    private static func bits(_ statistics: HKStatistics, _ unit: HKUnit) -> [UInt64] {
        [
            statistics.sumQuantity(), statistics.minimumQuantity(), statistics.maximumQuantity(),
            statistics.averageQuantity(),
        ]
        .map { $0?.doubleValue(for: unit).bitPattern ?? .max }
            + [statistics.startDate, statistics.endDate].map(\.timeIntervalSinceReferenceDate.bitPattern)
    }

    @Test("They are what all samples give, bit for bit", arguments: 0..<12)
    func same(round: Int) async throws {
        let seed = newSeed()
        var random = SeededGenerator(seed: seed)
        let (type, unit) = Self.types[round % Self.types.count]
        let rows = Self.rows(type, &random)
        let test = TestStore()
        let samples = rows.map { row in
            HKQuantitySample(
                type: type,
                quantity: HKQuantity(unit: unit, doubleValue: row.value),
                start: at(row.start),
                end: at(row.end)
            )
        }
        for part in [0..<1_300, 2_100..<3_000, 1_300..<2_100] { try await test.store.save(Array(samples[part])) }
        var columns = SourceColumns()
        for row in rows { columns.append(start: row.start, end: row.end, value: row.value) }
        let isCumulative = type.aggregationStyle == .cumulative
        let options: HKStatisticsOptions =
            isCumulative ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax]
        let calculator = StatisticsCalculator(type: type, options: options)
        let source = StatisticsCalculator.Source(source: .default(), columns: columns)
        for components in [
            DateComponents(hour: 1), DateComponents(day: 1), DateComponents(minute: 30), DateComponents(day: 7),
        ] {
            for zone in ["Europe/Berlin", "Asia/Kolkata"] {
                var components = components
                components.timeZone = TimeZone(identifier: zone)
                let found = try await HKStatisticsCollectionQueryDescriptor(
                    predicate: .quantitySample(type: type),
                    options: options,
                    anchorDate: at(3_600 * 23),
                    intervalComponents: components
                )
                .result(for: test.store)
                .statistics()
                let intervals = try IntervalCalendar(anchor: at(3_600 * 23), components: components)
                let last = try #require(rows.map(\.end).max())
                let buckets = try intervals.edges(from: rows[0].start, through: last)
                let expected = try calculator.statistics([source], buckets: buckets).compactMap { $0 }
                #expect(
                    found.map { Self.bits($0, unit) } == expected.map { Self.bits($0, unit) },
                    "\(type.identifier), \(components), seed \(seed)"
                )
            }
        }
        let all = try await HKStatisticsQueryDescriptor(predicate: .quantitySample(type: type), options: options)
            .result(for: test.store)
        let expected = try #require(try calculator.statistics([source], buckets: .always)[0])
        #expect(
            try Self.bits(#require(all), unit).dropLast(2) == Self.bits(expected, unit).dropLast(2),
            "\(type.identifier), seed \(seed)"
        )
    }

    @Test("An answer that they give reads fewer rows of the store than the samples are in", arguments: [true, false])
    func cheaper(isOfSource: Bool) async throws {
        let test = TestStore()
        try test.grant("app", heartRate, read: true, share: true)
        let app = test.app("app")
        let samples = (0..<20_000)
            .map { index -> HKQuantitySample in
                let quantity = HKQuantity(unit: perMinute, doubleValue: Double(60 + index % 50))
                let date = at(Double(index) * 60)
                return HKQuantitySample(type: heartRate, quantity: quantity, start: date, end: date)
            }
        try await app.save(samples)
        let source = try #require(
            try await HKSourceQueryDescriptor(predicate: .quantitySample(type: heartRate))
                .result(for: app).first
        )
        let filter = isOfSource ? try SampleFilter(HKQuery.predicateForObjects(from: source)) : .everything
        func steps(_ options: HKStatisticsOptions) throws -> Int {
            let call = CollectionCall(
                selection: SampleSelection(heartRate, filter),
                options: options.rawValue,
                intervals: try IntervalCalendar(anchor: at(0), components: DateComponents(hour: 1))
            )
            return try app.port.local()
                .read(call.condition) { reader in
                    _ = try call.answer(reader)
                    return reader.base.store.steps
                }
        }
        // What a store finds out once, as which indexes it has, is known after the first answer.
        _ = try steps(.discreteAverage)
        // The latest value of each hour is not among the sums.
        let (summed, read) = (try steps(.discreteAverage), try steps([.discreteAverage, .mostRecent]))
        #expect(summed + 100 < read, "\(summed) and \(read)")
    }
}

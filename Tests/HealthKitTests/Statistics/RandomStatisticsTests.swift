import Foundation
import RandomTesting
import Testing

@testable import HealthKit

/// Statistics of random samples, as an app asks for them, against ``PlainStatistics``.
@Suite("Random statistics", .timeLimit(.minutes(30)))
struct RandomStatisticsTests {
    private static let zones = [
        "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Pacific/Apia", "Australia/Lord_Howe",
        "Asia/Kathmandu", "Africa/Cairo", "America/Havana", "America/St_Johns", "America/Ojinaga",
        "America/North_Dakota/Beulah", "Africa/Casablanca", "Etc/UTC",
    ]
    .compactMap { name in ZoneFile(name).map { (name: name, file: $0) } }

    private static let calendars: [Calendar.Identifier] = [.gregorian, .iso8601, .buddhist, .japanese]
    private static let types = [
        HKQuantityType(.stepCount), HKQuantityType(.bodyMass), HKQuantityType(.heartRate),
        HKQuantityType(.environmentalAudioExposure),
    ]
    private static let bundles = ["com.apple.Health", "test.a", "test.b", "test.c"]
    /// The soak has more stores.
    private static let worlds = ProcessInfo.processInfo.environment["SOAK_MINUTES"] == nil ? 4 : 50
    private static let queries = 50

    /// Sixteen seeds of 4 stores, each asked 50 times: 3,200 cases.
    static let seeds: [UInt64] = {
        let first = newSeed()
        print("random statistics: 16 × \(worlds) × \(queries) = \(16 * worlds * queries) cases, TEST_SEED=\(first)")
        return (0..<16).map { first &+ $0 }
    }()

    @Test("Statistics are those of the rules", .enabled(if: !zones.isEmpty), arguments: seeds)
    func agree(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<Self.worlds {
            let data = try await RandomData(&random, Self.types, Self.zones)
            for query in 0..<Self.queries {
                let wrong = try await check(data, &random)
                if let wrong {
                    Issue.record("seed \(seed), store \(number), query \(query): \(wrong)\n\(data)")
                    return
                }
            }
        }
    }

    /// Asks one question, and says what is wrong with the answer.
    private func check(_ data: RandomData, _ random: inout SeededGenerator) async throws -> String? {
        var options: HKStatisticsOptions = []
        let possible: [HKStatisticsOptions] =
            data.type.aggregationStyle == .cumulative
            ? [.cumulativeSum] : [.discreteAverage, .discreteMin, .discreteMax]
        for option in possible + [.mostRecent, .duration, .separateBySource]
        where Int.random(in: 0..<3, using: &random) > 0 {
            options.insert(option)
        }
        let window = Window(data, &random)
        let plain = PlainStatistics(
            style: data.type.aggregationStyle,
            options: options,
            order: data.order,
            samples: data.samples.filter(window.holds)
        )
        let predicate = HKSamplePredicate.quantitySample(type: data.type, predicate: window.predicate)
        if Int.random(in: 0..<5, using: &random) == 0 {
            let query = HKStatisticsQueryDescriptor(predicate: predicate, options: options)
            let found = try? await query.result(for: data.test.store)
            guard let low = plain.samples.map(\.start).min(), let high = plain.samples.map(\.end).max() else {
                return found == nil ? nil : "there is nothing, but \(String(describing: found))"
            }
            return difference(found.map { [$0] } ?? [], [(low, high, low, high + 1)], plain, data)
        }
        let intervals = PlainIntervals(
            file: data.zone.file,
            unit: PlainIntervals.Unit.allCases.randomElement(using: &random) ?? .days,
            count: Int.random(in: 1...4, using: &random),
            anchorDay: data.middleDay + Int.random(in: -40...40, using: &random)
        )
        var components = intervals.components
        components.calendar = Calendar(identifier: Self.calendars.randomElement(using: &random) ?? .gregorian)
        components.timeZone = TimeZone(identifier: data.zone.name)
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: predicate,
            options: options,
            anchorDate: at(Double(intervals.anchor)),
            intervalComponents: components
        )
        let found = try await query.result(for: data.test.store).statistics()
        guard let low = plain.samples.map(\.start).min(), let high = plain.samples.map(\.end).max() else {
            return found.isEmpty ? nil : "there is nothing, but \(found)"
        }
        let edges = intervals.edges(from: low, to: high)
        let expected = zip(edges, edges.dropFirst())
            .filter { low, high in plain.samples.contains { $0.touches(low, high) } }
            .map { ($0, $1, $0, $1) }
        return difference(found, expected, plain, data).map { "\($0), \(components), \(options), \(window)" }
    }

    /// The first difference; an interval is what is told, and what of it is counted.
    private func difference(
        _ found: [HKStatistics],
        _ expected: [(start: Int, end: Int, low: Int, high: Int)],
        _ plain: PlainStatistics,
        _ data: RandomData
    ) -> String? {
        guard found.count == expected.count else { return "\(found.count) intervals, not \(expected.count)" }
        for (statistics, interval) in zip(found, expected) {
            guard statistics.startDate == at(Double(interval.start)), statistics.endDate == at(Double(interval.end))
            else {
                return "\(statistics) is not \(interval)"
            }
            let whole = plain.values(interval.low, interval.high)
            if let wrong = difference(statistics.values, whole) { return "\(statistics): \(wrong)" }
            let isSeparate = plain.options.contains(.separateBySource)
            for (number, bundle) in Self.bundles.enumerated() {
                let own = statistics.separated?.first { $0.source.bundleIdentifier == bundle }?.values
                let wanted =
                    isSeparate && data.order.contains(number)
                    ? plain.values(of: number, interval.low, interval.high) : nil
                if let wrong = difference(own, wanted) { return "\(statistics) of \(bundle): \(wrong)" }
            }
        }
        return nil
    }

    private func difference(_ found: StatisticsValues?, _ expected: PlainStatistics.Values?) -> String? {
        guard let found, let expected else {
            return (found == nil) == (expected == nil)
                ? nil : "\(String(describing: found)), not \(String(describing: expected))"
        }
        let pairs: [(String, Double?, Double?)] = [
            ("sum", found.sum, expected.sum), ("average", found.average, expected.average),
            ("minimum", found.minimum, expected.minimum), ("maximum", found.maximum, expected.maximum),
            ("latest", found.mostRecent?.value, expected.latest), ("duration", found.duration, expected.duration),
        ]
        for (name, one, other) in pairs {
            let isNear = one.flatMap { one in other.map { abs(one - $0) <= 1e-9 * max(1, abs(one), abs($0)) } }
            guard isNear ?? (one == nil && other == nil) else {
                return "\(name) is \(String(describing: one)), not \(String(describing: other))"
            }
        }
        return nil
    }
}

/// A store with random samples of several sources around a change of clocks.
private struct RandomData: CustomStringConvertible {
    let test = TestStore()
    let type: HKQuantityType
    let zone: (name: String, file: ZoneFile)
    let samples: [PlainStatistics.Sample]
    /// Numbers of sources that count, the first one first.
    let order: [Int]
    /// A day in the midst of the samples, after 1970.
    let middleDay: Int

    init(_ random: inout SeededGenerator, _ types: [HKQuantityType], _ zones: [(name: String, file: ZoneFile)])
        async throws
    {
        type = types.randomElement(using: &random) ?? types[0]
        zone = zones.randomElement(using: &random) ?? zones[0]
        // From 2009: Apia left out a day in 2011.
        let changes = zone.file.changes.filter { $0 > 1_230_768_000 && $0 < 1_890_000_000 }
        let middle = (changes.randomElement(using: &random) ?? 1_500_000_000) - 978_307_200
        middleDay = (middle + 978_307_200) / 86_400
        let spread = [7_200, 86_400, 5 * 86_400, 60 * 86_400].randomElement(using: &random) ?? 86_400
        let longest = [600, 7_200, 200_000].randomElement(using: &random) ?? 600
        // Times fall on few moments, so that samples begin and end together.
        let grain = [1, 60, 900].randomElement(using: &random) ?? 60
        var samples: [PlainStatistics.Sample] = []
        for _ in 0..<Int.random(in: 0...24, using: &random) {
            let start = middle + Int.random(in: -spread...spread, using: &random) / grain * grain
            let isInstant = Int.random(in: 0..<4, using: &random) == 0
            let length = isInstant ? 0 : Int.random(in: 0...longest, using: &random) / grain * grain
            samples.append(
                .init(
                    source: Int.random(in: 0..<4, using: &random),
                    start: start,
                    end: start + length,
                    value: Double(Int.random(in: 1...120, using: &random))
                )
            )
        }
        self.samples = samples
        let arrivals = try await Self.save(samples, type, test)
        (order, _) = try Self.arrange(&random, arrivals, type, test)
    }

    /// Saves the samples in the order given, some at once, and says in which order their sources came.
    private static func save(
        _ samples: [PlainStatistics.Sample],
        _ type: HKQuantityType,
        _ test: TestStore
    ) async throws -> [Int] {
        var arrivals: [Int] = []
        let stores = [test.store] + ["a", "b", "c"].map { test.app($0) }
        for name in ["a", "b", "c"] { try test.grant(name, type, read: true, share: true) }
        var first = 0
        while first < samples.count {
            let source = samples[first].source
            let next = samples[first...].firstIndex { $0.source != source } ?? samples.count
            if !arrivals.contains(source) { arrivals.append(source) }
            let objects = samples[first..<next]
                .map {
                    HKQuantitySample(
                        type: type,
                        quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: $0.value),
                        start: at(Double($0.start)),
                        end: at(Double($0.end))
                    )
                }
            try await stores[source].save(objects)
            first = next
        }
        return arrivals
    }

    /// Places some sources as the person does, leaves some out, and says which count in which order.
    private static func arrange(
        _ random: inout SeededGenerator,
        _ arrivals: [Int],
        _ type: HKQuantityType,
        _ test: TestStore
    ) throws -> (order: [Int], excluded: Set<Int>) {
        let bundles = ["com.apple.Health", "test.a", "test.b", "test.c"]
        let placed =
            Int.random(in: 0..<2, using: &random) == 0
            ? [] : Array([0, 1, 2, 3].shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
        let excluded = Set([0, 1, 2, 3].filter { _ in Int.random(in: 0..<6, using: &random) == 0 })
        if !placed.isEmpty || !excluded.isEmpty {
            try test.person.setSourceOrder(
                type.identifier,
                order: placed.map { bundles[$0] },
                excluded: Set(excluded.map { bundles[$0] })
            )
        }
        // By hand first, then the newest app.
        let rest = arrivals.filter { $0 == 0 } + arrivals.reversed().filter { $0 != 0 }
        let order = placed + rest.filter { !placed.contains($0) }
        return (order.filter { !excluded.contains($0) }, excluded)
    }

    var description: String {
        "\(type.identifier) in \(zone.name), sources \(order): "
            + samples.map { "(\($0.source): \($0.start)-\($0.end) \($0.value))" }.joined(separator: " ")
    }
}

/// The time that a predicate asks for.
private struct Window: CustomStringConvertible {
    var start: Int?
    var end: Int?
    var options: HKQueryOptions = []

    init(_ data: RandomData, _ random: inout SeededGenerator) {
        guard Int.random(in: 0..<2, using: &random) == 0 else { return }
        let times = data.samples.flatMap { [$0.start, $0.end, $0.start + 30] }.sorted()
        guard let low = times.randomElement(using: &random), let high = times.randomElement(using: &random) else {
            return
        }
        if Int.random(in: 0..<4, using: &random) > 0 { start = min(low, high) }
        if Int.random(in: 0..<4, using: &random) > 0 { end = max(low, high) }
        options =
            [[], .strictStartDate, .strictEndDate, [.strictStartDate, .strictEndDate]]
            .randomElement(using: &random) ?? []
    }

    var predicate: NSPredicate? {
        guard start != nil || end != nil else { return nil }
        return HKQuery.predicateForSamples(
            withStart: start.map { at(Double($0)) },
            end: end.map { at(Double($0)) },
            options: options
        )
    }

    /// Whether it asks for a sample.
    func holds(_ sample: PlainStatistics.Sample) -> Bool {
        let low = start ?? .min
        let high = end ?? .max
        let startsInside = low <= sample.start && sample.start < high
        let endsInside = low <= sample.end && sample.end < high
        if options == [] { return sample.end >= low && sample.start < high }
        return (!options.contains(.strictStartDate) || startsInside)
            && (!options.contains(.strictEndDate) || endsInside)
    }

    var description: String { "\(String(describing: start))-\(String(describing: end)) \(options.rawValue)" }
}

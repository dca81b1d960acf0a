import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts
import RandomTesting
import Testing

@testable import healthtui

/// The figures over a chart against those that `stats` prints of the same time, over random stores, spans and zones,
/// with samples that reach over the edges of charts and bars.
@Suite("Figures over charts")
struct ChartHeaderTests {
    /// A zone and a day in it: clocks change by an hour, by half an hour and at midnight, and a day is left out.
    private static let places: [(zone: String, day: String)] = [
        ("UTC", "2023-06-30"), ("Europe/Berlin", "2026-11-22"), ("Europe/Berlin", "2024-03-31"),
        ("America/New_York", "2024-11-03"), ("America/Sao_Paulo", "2018-11-04"), ("Australia/Lord_Howe", "2021-04-04"),
        ("Australia/Lord_Howe", "2021-10-03"), ("Pacific/Apia", "2011-12-31"), ("Asia/Kathmandu", "2020-12-31"),
    ]

    private static let types: [HKQuantityTypeIdentifier] = [
        .stepCount, .heartRate, .bodyMass, .environmentalAudioExposure,
    ]

    @Test("What stands over a chart is what stats says of its time", arguments: 0..<36)
    func headers(round: Int) async throws {
        let seed = UInt64(round) &* 7_919 &+ (round < 18 ? 1 : SeededGenerator("headers").seed)
        var random = Dice(seed: seed)
        let place = Self.places[round % Self.places.count]
        let zone = try #require(TimeZone(identifier: place.zone))
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = .person(category: "LC_TIME")
        calendar.timeZone = zone
        let parts = place.day.split(separator: "-").compactMap { Int($0) }
        let noon = DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: 12)
        let day = try #require(calendar.date(from: noon))
        let now = day.addingTimeInterval(800 * 86_400)
        let (store, person) = HKHealthStore.person(location: .memory, clock: { now })
        let type = HKQuantityType(Self.types[round / Self.places.count % Self.types.count])
        let endings = ChartSpan.allCases.map { Self.ending($0, day, calendar, &random) }
        var edges: [Date] = []
        for (span, ending) in zip(ChartSpan.allCases, endings) {
            let window = ChartWindow(span, ending: ending, data: nil, calendar: calendar)
            edges += [window.start, window.end, window.edges[window.count / 2]]
        }
        try Self.fill(store, type, around: edges, &random)
        let environment = ConsoleEnvironment(
            store: store,
            person: person,
            calendar: calendar,
            clock: { now },
            importFile: { _, _, _ in throw CancellationError() }
        )
        for (span, ending) in zip(ChartSpan.allCases, endings) {
            let chart = try #require(try await PlainChart.read(type, span, ending: ending, environment))
            let comment = Comment(rawValue: "\(type.identifier), \(span), \(place), seed \(seed)")
            try await Self.compare(chart, type, zone, person, comment)
        }
    }

    /// Compares the header of a chart with statistics of the same time.
    private static func compare(
        _ chart: PlainChart,
        _ type: HKQuantityType,
        _ zone: TimeZone,
        _ person: PersonAccess,
        _ comment: Comment
    ) async throws {
        guard case .value(let unit) = chart.unit.style else {
            Issue.record("no unit")
            return
        }
        let (data, window) = (chart.data, chart.data.window)
        func statistics(_ period: StatisticsPeriod) async throws -> [HKStatistics] {
            let request = StatisticsRequest(
                type: type,
                period: period,
                from: window.start,
                to: window.end,
                timeZone: zone,
                separatesBySource: false
            )
            return try await request.statistics(.person(person))
                .filter { period == .all || $0.startDate >= window.start && $0.endDate <= window.end }
        }
        let days = try await statistics(.day)
        if type.aggregationStyle == .cumulative {
            let sums = days.compactMap { unit.number($0.sumQuantity()) }
            #expect(isSame(data.total, sums.isEmpty ? nil : sums.reduce(0, +)), comment)
            if window.span != .day {
                #expect(isSame(data.dailyAverage, data.total.map { $0 / Double(sums.count) }), comment)
            }
            return
        }
        #expect(data.range?.minimum == days.compactMap { unit.number($0.minimumQuantity()) }.min(), comment)
        #expect(data.range?.maximum == days.compactMap { unit.number($0.maximumQuantity()) }.max(), comment)
        let latest = days.compactMap { day in day.mostRecentQuantityDateInterval().map { ($0.end, $0.start, day) } }
            .max { ($0.0, $0.1) < ($1.0, $1.1) }
        #expect(data.latest?.date == latest?.0, comment)
        #expect(data.latest?.text == unit.number(latest?.2.mostRecentQuantity()).map(unit.text), comment)
        if let minimum = data.range?.minimum, let header = chart.lines(width: 200, height: 20).first {
            #expect(header.contains("RANGE \(unit.text(minimum))"), comment)
        }
        // Each day has one vote.
        let means = days.compactMap { unit.number($0.averageQuantity()) }
        let mean = means.isEmpty ? nil : means.reduce(0, +) / Double(means.count)
        #expect(isSame(data.range?.average, mean), comment)
        if window.span != .day { #expect(data.whole?.days ?? 0 == means.count, comment) }
    }

    private static func isSame(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return abs(left - right) <= 1e-9 * max(1, abs(left), abs(right))
    }

    /// The last day of a chart whose time is a week, a month or a year as `stats` has them.
    ///
    /// Six months are none of them.
    private static func ending(
        _ span: ChartSpan,
        _ day: Date,
        _ calendar: Calendar,
        _ random: inout Dice
    ) -> Date {
        func last(_ unit: Calendar.Component) -> Date {
            calendar.civilInterval(of: unit, for: day).end.addingTimeInterval(-1)
        }
        switch span {
        case .day: return day
        case .week: return last(.weekOfYear)
        case .month: return last(.month)
        case .year: return last(.year)
        case .halfYear, .all: return day.addingTimeInterval(Double(random.below(60)) * 86_400)
        }
    }

    /// Saves samples near some moments and between them: instants and ranges of up to four days, from two sources.
    private static func fill(
        _ store: HKHealthStore,
        _ type: HKQuantityType,
        around edges: [Date],
        _ random: inout Dice
    ) throws {
        for source in ["Watch", "Phone"] {
            var samples: [HKSample] = []
            for edge in edges {
                for _ in 0..<(1 + random.below(3)) {
                    let start = edge.addingTimeInterval(Double(random.below(200_000)) - 130_000)
                    let isLong = random.below(4) == 0
                    let length = random.below(3) == 0 ? 0 : Double(random.below(isLong ? 300_000 : 40_000))
                    // A sample that begins or ends at an edge belongs to one side of it.
                    let back = random.below(2) == 0 ? length : 0
                    let shift = random.below(4) == 0 ? edge.timeIntervalSince(start) - back : 0
                    samples.append(
                        try HKQuantitySample(
                            validating: type,
                            quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: Double(40 + random.below(60))),
                            start: start.addingTimeInterval(shift),
                            end: start.addingTimeInterval(shift + length)
                        )
                    )
                }
            }
            let revision = HKSourceRevision(
                source: HKSource(name: source, bundleIdentifier: "test.\(source)"),
                version: "1"
            )
            try store.database().write { try $0.save(samples, revision: revision, now: edges[0]) }
        }
    }

    /// Pseudo-random numbers that a seed repeats.
    private struct Dice {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(max(1, limit)))
        }
    }
}

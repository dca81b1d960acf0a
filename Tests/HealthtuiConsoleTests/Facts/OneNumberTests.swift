import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import RandomTesting
import Testing

@testable import HealthtuiConsole
@testable import HealthtuiFacts

/// One question has one number, whatever screen or command is asked.
@Suite struct OneNumberTests {
    private static let zones = ["Europe/Berlin", "Asia/Kolkata", "America/Santiago", "Pacific/Apia"]

    /// Goals that a type may have.
    private static let amounts = [
        "bloodPressure": "130/80", "heartRate": "70", "restingHeartRate": "60", "bodyMass": "70",
        "oxygenSaturation": "95 %",
    ]

    private static let measures: [Measure] = [
        Measure(.quantity(HKQuantityType(.stepCount))), Measure(.quantity(HKQuantityType(.heartRate))),
        Measure(.quantity(HKQuantityType(.bodyMass))), Measure(.quantity(HKQuantityType(.dietaryWater))),
        Measure(.quantity(HKQuantityType(.restingHeartRate))), Measure(.quantity(HKQuantityType(.oxygenSaturation))),
        Measure(.quantity(HKQuantityType(.activeEnergyBurned))), Measure(.bloodPressure), Measure(.sleep(.sleep)),
        Measure(.workouts(nil, .time)), Measure(.minutes(HKCategoryType(.mindfulSession))),
        Measure(.events(HKCategoryType(.headache))),
    ]

    /// Samples at any hour, split and doubled between two sources, as hostile as they are cheap.
    private static func world() throws -> TestStore {
        let store = try TestStore.filled()
        var random = SeededGenerator()
        let rate = HKUnit.count().unitDivided(by: .minute())
        let kinds: [(HKQuantityTypeIdentifier, HKUnit, ClosedRange<Double>)] = [
            (.dietaryWater, .liter(), 0.1...0.5), (.restingHeartRate, rate, 48...70),
            (.oxygenSaturation, .percent(), 0.9...1),
            (.activeEnergyBurned, .kilocalorie(), 5...200),
        ]
        for source in [TestStore.watch, TestStore.phone] {
            var samples: [HKSample] = []
            for day in 0..<35 {
                for (type, unit, values) in kinds where Bool.random(using: &random) {
                    let hour = Double.random(in: 0..<(day == 0 ? 12 : 23.9), using: &random)
                    samples.append(try store.quantity(type, .random(in: values, using: &random), unit, day, hour))
                }
                for (type, value) in [
                    (HKCategoryType(.headache), Int.random(in: 0...4, using: &random)),
                    (HKCategoryType(.mindfulSession), 0),
                ]
                where Int.random(in: 0..<3, using: &random) == 0 {
                    let start = TestStore.time(day, Double.random(in: 0..<(day == 0 ? 11 : 23.5), using: &random))
                    samples.append(
                        HKCategorySample(type: type, value: value, start: start, end: start.addingTimeInterval(1_500))
                    )
                }
            }
            try store.save(samples, from: source)
        }
        return store
    }

    private struct Place {
        let store: TestStore
        let environment: ConsoleEnvironment
        let zone: String

        var clock: CivilClock { CivilClock(environment.calendar.timeZone) }
        var reader: MeasureReader {
            MeasureReader(.person(store.person), calendar: environment.calendar, now: environment.now)
        }

        func format(_ measure: Measure) -> MeasureFormat {
            let environment = environment
            return MeasureFormat(measure) { environment.unit($0) }
        }
    }

    private static func places() throws -> [Place] {
        let store = try world()
        return try zones.map { name in
            var environment = store.environment()
            environment.calendar.timeZone = try #require(TimeZone(identifier: name))
            return Place(store: store, environment: environment, zone: name)
        }
    }

    @Test("A chart's header and bars say what stats says of the same days")
    func charts() async throws {
        for place in try Self.places() {
            for measure in Self.measures {
                let type = try #require(measure.type)
                let source = ChartSource(type: type, environment: place.environment)
                let format = place.format(measure)
                for span in [ChartSpan.week, .month, .halfYear] {
                    let window = source.window(span, ending: TestStore.now, data: try await source.extent())
                    let data = try await source.chart(window, separatesSources: false)
                    let days = try place.reader.days(of: measure, in: window.days(on: place.clock))
                    let table = MeasureTable(days, by: .all).rows.first
                    let label = "\(measure.id), \(span), \(place.zone)"
                    #expect(Self.isEqual(data.whole?.value, table.map { format.number($0.value.value) }), "\(label)")
                    #expect(Self.isEqual(data.whole?.mean, table?.value.mean.map(format.number)), "\(label)")
                    #expect(data.whole?.days == table?.value.days, "\(label)")
                    for (index, bar) in data.bars.enumerated() where bar.value != nil {
                        let own = days.fold(window.days(ofBar: index, on: place.clock))
                        #expect(
                            Self.isEqual(bar.value?.value, (own?.value).map(format.number)),
                            "\(label), bar \(index)"
                        )
                    }
                }
            }
        }
    }

    @Test("A goal judges each day and each week by what stats says of it")
    func goals() async throws {
        for place in try Self.places() {
            for measure in Self.measures {
                let type = try #require(measure.type)
                let format = place.format(measure)
                let amount = Self.amounts[measure.id] ?? (measure.unit == .duration ? "1 h" : "1")
                for period in [TypeGoal.Period.day, .week] {
                    let goal = try GoalPhrase(type, place.environment.entryContext)
                        .goal(amount, .atLeast, per: period)
                    let history = try #require(try await GoalFacts.history(goal, of: type, place.environment))
                    let all = try place.reader.days(of: measure)
                    #expect(!history.periods.isEmpty || all.recorded == nil)
                    for found in history.periods {
                        let first = CalendarDay(found.interval.start, on: place.clock)
                        let days = try place.reader.days(
                            of: measure,
                            in: first..<first.advanced(by: period == .day ? 1 : 7)
                        )
                        let value = all.fold(days.span)
                        #expect(
                            Self.isEqual(found.value, (value?.value).map(format.number)),
                            "\(measure.id), \(first), \(place.zone)"
                        )
                    }
                }
            }
        }
    }

    @Test("A report's means are those of stats over the same days")
    func reports() throws {
        for place in try Self.places() {
            let calendar = place.environment.calendar
            let now = place.environment.now
            let types = Self.measures.compactMap(\.type)
            let period = try #require(ReportPeriod(from: nil, to: nil, now: now, calendar: calendar))
            var request = ReportRequest(types: types, period: period, now: now)
            request.locale = place.environment.locale
            let facts = try ReportReader(place.store.person, request).facts()
            let recent = period.span(from: period.recentStart, to: period.end)
            for row in facts.rows {
                let type = try #require(row.type as? HKSampleType)
                let isWorkout = type is HKWorkoutType
                let measure = isWorkout ? Measure(.workouts(nil, .count)) : try #require(Measure(of: type))
                let value = try #require(try place.reader.days(of: measure, in: recent).whole)
                let (asked, kept) = (request, measure)
                let format = MeasureFormat(kept) { asked.unit($0) }
                switch row.recent {
                case .number(let number):
                    let isCount = measure.unit == .count && measure.kind == .total
                    let expected = isCount ? value.total : value.mean
                    #expect(Self.isEqual(number, expected.map(format.number)), "\(measure.id), \(place.zone)")
                case .pair(let upper, let lower):
                    #expect(Self.isEqual(upper, value.value) && Self.isEqual(lower, value.second), "\(place.zone)")
                default: Issue.record("\(measure.id) has no number")
                }
            }
            #expect(facts.rows.count >= 10)
        }
    }

    @Test("A comparison pairs the days that stats lists, and a trend is the mean of the seven days that are over")
    func comparisonsAndTrends() async throws {
        for place in try Self.places() {
            let span = place.reader.today.advanced(by: -30)..<place.reader.today
            for (first, second) in zip(Self.measures, Self.measures.dropFirst()) {
                let request = TypeComparison.Request(first, second, by: .day, in: span)
                let found = try TypeComparison.read(request, place.reader)
                let days = try place.reader.days(of: first, in: span)
                for point in found.points {
                    let day = CalendarDay(point.start, on: place.clock)
                    #expect(Self.isEqual(point.first, days.day(day)?.value), "\(first.id), \(day), \(place.zone)")
                }
            }
            let content = try await SummaryReader(environment: place.environment).read()
            for row in content.rows {
                guard let trend = row.trend, let measure = Measure(of: row.type) else { continue }
                let today = place.reader.today
                let week = try place.reader.days(of: measure, in: today.advanced(by: -7)..<today).whole
                let format = place.format(measure)
                #expect(Self.isEqual(trend.recent, week?.mean.map(format.number)), "\(measure.id), \(place.zone)")
            }
        }
    }

    private static func isEqual(_ one: Double?, _ other: Double?) -> Bool {
        guard let one, let other else { return (one == nil) == (other == nil) }
        return abs(one - other) <= 1e-9 * max(1, abs(one), abs(other))
    }
}

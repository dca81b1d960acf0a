import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry
import HealthtuiFacts
import RandomTesting
import Testing

/// Days as odd as a store can hold them: no trap, no number that isn't one, and no answer without its days.
@Suite struct HostileDaysTests {
    private static let today = CalendarDay(year: 2026, month: 11, day: 12)

    private static let measures: [Measure] = [
        .pulse, .steps, .night, .bedtime, Measure(.bloodPressure), Measure(.sleep(.efficiency)), Measure(.sleep(.naps)),
        Measure(.workouts(.running, .pace)), Measure(.laboratory("LDL")), Measure(.events(HKCategoryType(.headache))),
        Measure(.mind(.mood)),
    ]

    /// WHEN of no days, of one, of all, of days before anything was recorded, and of days to come.
    private static let spans: [Range<CalendarDay>] = [
        today..<today, today..<today.advanced(by: 1), today.advanced(by: -420)..<today.advanced(by: 9),
        today.advanced(by: -60)..<today, today.advanced(by: 2)..<today.advanced(by: 40),
        CalendarDay(year: 1850, month: 1, day: 31)..<CalendarDay(year: 1850, month: 3, day: 1),
        CalendarDay(year: 2028, month: 2, day: 29)..<CalendarDay(year: 2028, month: 3, day: 1),
    ]

    private static func day(_ measure: Measure, _ random: inout SeededGenerator) -> MeasureDay? {
        switch measure.kind {
        case .clock:
            // Two clusters at opposite times, now and then anything between.
            let times = [3_600, 46_800, 46_800, Double.random(in: 0..<86_400, using: &random)]
            return MeasureDay(times.randomElement(using: &random) ?? 0)
        case .ratio:
            let whole = [0, 0, -1, 1e-300, 25, .infinity].randomElement(using: &random) ?? 0
            return MeasureDay(part: [0, 5, -5, 1e300].randomElement(using: &random) ?? 0, of: whole)
        case .total, .level, .result:
            let values: [Double] = [0, 1, -1, .leastNormalMagnitude, 75, 1.7e308, -1.7e308]
            let value = values.randomElement(using: &random) ?? 0
            return MeasureDay(value, second: Bool.random(using: &random) ? value / 2 : nil)
        }
    }

    private static func world(_ measure: Measure, _ random: inout SeededGenerator) -> MeasureDays {
        // Nothing, one sample, days that are today alone, or some of days that reach into the future.
        let count = [0, 1, 1, 30, 250].randomElement(using: &random) ?? 0
        let offsets = [0...0, -3...0, -400...3].randomElement(using: &random) ?? 0...0
        var days: [CalendarDay: MeasureDay] = [:]
        for _ in 0..<count {
            let offset = Int.random(in: offsets, using: &random)
            if let day = day(measure, &random) { days[today.advanced(by: offset)] = day }
        }
        var world = MeasureDays.of(measure, days, today: today, firstWeekday: Int.random(in: 1...7, using: &random))
        world.countsZeros = measure.kind == .total && Bool.random(using: &random)
        return world
    }

    private static func check(_ value: MeasureValue?, _ label: Comment) {
        guard let value else { return }
        let numbers = [value.value, value.second, value.total, value.mean]
        #expect(numbers.allSatisfy { $0?.isFinite ?? true }, label)
        #expect(value.days >= 1 && value.days <= value.of, label)
    }

    private static func check(_ days: MeasureDays, in span: Range<CalendarDay>, _ label: Comment) {
        let summary = MeasureSummary(days, in: span) { $0.value > 0 }
        check(summary.value, label)
        #expect(summary.spread?.isFinite ?? true, label)
        let known = days.known(span).count
        #expect(summary.met <= known && summary.longest.count <= summary.met, label)
        #expect([summary.longest, summary.current].allSatisfy { ($0.count == 0) == ($0.start == nil) }, label)
        #expect([summary.least, summary.most].allSatisfy { $0.map { span.contains($0.day) } ?? true }, label)
        var asked = days
        asked.span = span
        for period in StatisticsPeriod.allCases where period != .hour {
            var table = MeasureTable(asked, by: period)
            for row in table.rows { check(row.value, label) }
            table.sort(.least, limit: 3)
            #expect(table.rows.count <= 3, label)
        }
        for row in days.rolling(span) { check(row.value, label) }
        let beside = MeasureBeside(days, [span], against: today.advanced(by: -364)..<today)
        for value in [beside.all, beside.other] + beside.rows.flatMap({ [$0.value, $0.other] }) { check(value, label) }
        let change = MeasureChange(days, since: span)
        for part in [change.after, change.before, change.earlier] {
            check(part.value, label)
            #expect(part.spread?.isFinite ?? true, label)
        }
        #expect([change.difference, change.earlierDifference].allSatisfy { $0?.isFinite ?? true }, label)
        #expect(change.weeks.allSatisfy { $0.days >= MeasureChange.fewestDays && $0.mean.isFinite }, label)
        let pattern = MeasurePattern(days, in: span, hours: nil)
        #expect(
            pattern.weekdays.allSatisfy { slot in
                (slot.mean?.isFinite ?? true) && (slot.mean == nil || slot.days >= MeasurePattern.fewestDays)
            },
            label
        )
    }

    @Test("Answers about odd days, of any span, are numbers with their days, or none")
    func oddDays() {
        var random = SeededGenerator("odd days")
        for measure in Self.measures {
            for _ in 0..<Soak.count(4, soak: 100) {
                let days = Self.world(measure, &random)
                for span in Self.spans {
                    Self.check(days, in: span, "\(measure.id), \(span), TEST_SEED=\(random.seed)")
                }
            }
        }
    }

    @Test("Days of which there are two clusters, or that are parts of nothing, have no mean")
    func noMean() {
        func time(_ hour: Int, _ offset: Int) -> (CalendarDay, MeasureDay) {
            (Self.today.advanced(by: offset), MeasureDay(Double(hour * 3_600)))
        }
        // Shifts: to bed at one at night and at one in the afternoon.
        let shifts = Dictionary(uniqueKeysWithValues: (0..<20).map { time($0 % 2 == 0 ? 1 : 13, -$0) })
        let clusters = MeasureDays.of(.bedtime, shifts, today: Self.today)
        #expect(clusters.whole == nil)
        let summary = MeasureSummary(clusters, in: clusters.span)
        #expect(summary.value == nil && summary.least == nil && summary.most == nil && summary.spread == nil)
        #expect(MeasureDay(part: 5, of: 0) == nil && MeasureDay(part: 0, of: 0) == nil)
        #expect(MeasureDay(part: 5, of: .infinity) == nil && MeasureDay(part: .nan, of: 1) == nil)
        #expect(MeasureDays.of(Measure(.sleep(.efficiency)), [:], today: Self.today).whole == nil)
    }

    @Test("A measure whose only day is today says that it is of one day, and has no least and no spread")
    func todayAlone() throws {
        let steps = MeasureDays.of(.steps, [Self.today: MeasureDay(500)], today: Self.today)
        let whole = try #require(steps.whole)
        #expect(whole.total == 500 && whole.days == 1 && whole.of == 1)
        let summary = MeasureSummary(steps, in: steps.span)
        #expect(summary.least == nil && summary.spread == nil)
        // A result of today is the latest, beside that of a day before.
        let results = MeasureDays.of(
            Measure(.laboratory("LDL")),
            [Self.today: MeasureDay(2.5), Self.today.advanced(by: -1): MeasureDay(3)],
            today: Self.today
        )
        let latest = try #require(results.whole)
        #expect(latest.value == 2.5 && latest.mean == nil && latest.days == 2 && latest.of == 2)
    }

    @Test(
        "A condition in a unit that the measure doesn't have is refused, never read as another",
        arguments: [
            (Measure.night, "< 6 kg"), (.night, "< 6 mmHg"), (.steps, "> 5 km"), (.steps, "> 5 h"),
            (.bedtime, "< 5 kg"),
            (.pulse, "> 60 kg"), (Measure(.bloodPressure), "> 130 kg"), (Measure(.sleep(.efficiency)), "< 80 h"),
            (Measure(.workouts(.running, .pace)), "< 5 kg"), (Measure(.workouts(nil, .distance)), "> 5 h"),
            (Measure(.laboratory("LDL")), "> 3 km"), (Measure(.events(HKCategoryType(.headache))), "> 2 h"),
            (Measure(.mind(.mood)), "> 1 %"), (Measure(.cycle(.length)), "> 28 kg"),
        ]
    )
    func foreignUnits(measure: Measure, condition: String) {
        let locale = Locale(identifier: "en_GB")
        let format = MeasureFormat(measure, resultUnit: "mmol/L") { ValueUnit($0, locale: locale) }
        #expect(throws: EntryError.self) { try MeasureCondition(condition, format, style: NumberStyle(locale)) }
    }
}

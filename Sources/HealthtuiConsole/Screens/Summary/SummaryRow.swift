import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// The summary of one type.
package struct SummaryRow: Sendable {
    package let type: HKSampleType
    /// The latest value, or the total of the latest day.
    package var value = ""
    package var unit = ""
    /// The value as numbers.
    package var numbers = Numbers()
    /// The reference of the value: `until 14:20`, `latest 71 14:18`, `yesterday 07:30`.
    package var note = ""
    /// Shorter forms of the note, longest first.
    package var shorterNotes: [String] = []
    /// The last days or weeks, oldest first; nil if there is no data.
    package var values: [Double?] = []
    /// Whether the shape of the values begins at zero.
    package var isFromZero = false
    /// The last week against the weeks before, where there is something to compare.
    package var trend: Trend?
    /// The highlights of the type.
    package var highlights: [SummaryHighlight] = []

    package init(_ type: HKSampleType) { self.type = type }

    /// The numbers behind the words of a row, in the unit that is shown; durations in seconds.
    package struct Numbers: Sendable, Hashable {
        /// The total of the latest day for types that add up, otherwise the latest value.
        package var value: Double?
        /// The second number of a pair: the diastolic pressure.
        package var second: Double?
        /// The bounds of the latest day, for measured types.
        package var minimum: Double?
        package var maximum: Double?
        /// The unit's label; `s` for durations.
        package var unit: String?
        /// The end of the latest sample.
        package var date: Date?
    }

    /// The average of the last seven days against that of the weeks before (rule H15).
    package struct Trend: Sendable, Hashable {
        /// The comparison of the recent average.
        package enum Direction: Sendable, Hashable {
            case rising
            case falling
            case steady
        }

        package var recent: Double
        package var before: Double
        /// The second number of a pair: the diastolic pressure.
        package var second: Pair?
        /// One average a week, oldest first.
        package var weeks: [Double?]

        /// A change of a tenth and more is one.
        package static let threshold = 0.1

        /// The averages of a pair's second number.
        package struct Pair: Sendable, Hashable {
            package var recent: Double
            package var before: Double
        }

        /// Which way the numbers go; of a pair that of the one that changes, and none where they part.
        package var direction: Direction {
            let own = Self.direction(from: before, to: recent)
            guard let second else { return own }
            let other = Self.direction(from: second.before, to: second.recent)
            return own == other || other == .steady ? own : own == .steady ? other : .steady
        }

        private static func direction(from before: Double, to recent: Double) -> Direction {
            guard before > 0 else { return recent > 0 ? .rising : .steady }
            let change = (recent - before) / before
            return change >= threshold ? .rising : change <= -threshold ? .falling : .steady
        }
    }
}

extension SummaryRow.Trend {
    /// The highlight of the trend, if there is one.
    func highlight(_ type: HKQuantityType, _ unit: ValueUnit) -> SummaryHighlight? {
        let says: (String, String, String, String) -> String
        switch direction {
        case .steady: return nil
        case .rising: says = SummaryStrings.rising
        case .falling: says = SummaryStrings.falling
        }
        guard before > 0 else { return nil }
        let percent = abs((recent - before) / before * 100).rounded()
        let now = unit.labelled(recent)
        let text = says(
            type.entry.name,
            NumberText.text(percent),
            type.aggregationStyle == .cumulative ? SharedStrings.aDay(now) : now,
            unit.text(before)
        )
        return SummaryHighlight(type: type, text: text, worth: 50 + Int(min(percent, 40)) / 4)
    }
}

/// Reads the rows of the summary.
struct SummaryReader: Sendable {
    let environment: ConsoleEnvironment

    private static let days = 14
    private static let weeks = 13

    private var calendar: Calendar { environment.calendar }

    /// The contents of the summary.
    struct Content: Sendable {
        var rows: [SummaryRow]
        /// Whether the store holds any sample.
        var hasData: Bool
        /// The rings of today; nil when nothing of theirs was recorded, or they are paused.
        var rings: ActivityRings?
        var inWheelchair = false
    }

    /// The types of the rows, known long before their contents.
    struct Plan: Sendable {
        let types: [HKSampleType]
        fileprivate let summaries: [TypeSummary]
    }

    func plan() async throws -> Plan {
        try await environment.ask { person in
            let summaries = try person.types()
            return Plan(types: try Pins.types(person, summaries: summaries), summaries: summaries)
        }
        .get()
    }

    func read() async throws -> Content { try await read(plan()) }

    func read(_ plan: Plan) async throws -> Content {
        let (summaries, types) = (plan.summaries, plan.types)
        let known = Dictionary(summaries.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        async let rings = rings()
        var content = Content(rows: try await rows(types, known), hasData: !summaries.isEmpty)
        if let found = try await rings { (content.rings, content.inWheelchair) = (found.rings, found.inWheelchair) }
        return content
    }

    /// The number of rows read at the same time: more would share the same processors, and open more of the store.
    private static let readers = 2

    private func rows(_ types: [HKSampleType], _ known: [String: TypeSummary]) async throws -> [SummaryRow] {
        try await withThrowingTaskGroup(of: (index: Int, row: SummaryRow).self) { group in
            var rows = types.map(SummaryRow.init)
            var waiting = types.enumerated().makeIterator()
            func readNext() {
                guard let (index, type) = waiting.next() else { return }
                group.addTask { (index, try await row(type, known)) }
            }
            for _ in 0..<Self.readers { readNext() }
            while let read = try await group.next() {
                rows[read.index] = read.row
                readNext()
            }
            return rows
        }
    }

    /// The rings of today; nil when nothing of theirs was recorded, or they are paused.
    private func rings() async throws -> (rings: ActivityRings, inWheelchair: Bool)? {
        let today = CalendarDay(environment.now, in: calendar)
        let (found, inWheelchair) =
            try await environment.ask { person in
                (
                    try person.summaries(from: today, through: today).first.map { ActivityRings($0) },
                    try person.characteristics().wheelchairUse == HKWheelchairUse.yes.rawValue
                )
            }
            .get()
        guard let rings = found, !rings.isPaused,
            ActivityRings.Kind.allCases.contains(where: { rings[$0].goal > 0 && rings[$0].value > 0 })
        else { return nil }
        return (rings, inWheelchair)
    }

    private func row(_ type: HKSampleType, _ known: [String: TypeSummary]) async throws -> SummaryRow {
        var row = SummaryRow(type)
        let members = (type as? HKCorrelationType)?.entry.requiredMembers ?? []
        let summary = known[type.identifier] ?? members.lazy.compactMap { known[$0] }.first
        guard let summary else {
            row.note = SharedStrings.noDataYet
            return row
        }
        let last = min(summary.last, max(environment.now, summary.first))
        switch type {
        case let type as HKQuantityType: try await fill(&row, quantity: type, last: last)
        case let type where type.identifier == BloodPressure.type?.identifier: try await fillPressure(&row, last: last)
        default: try await fill(&row, events: type, last: last)
        }
        return row
    }

    // MARK: Quantities

    /// The days of a measure in the weeks that end with the day of its last sample.
    private func days(of measure: Measure, last: Date) async throws -> MeasureDays {
        let (calendar, now) = (calendar, environment.now)
        return
            try await environment.ask { person in
                let reader = MeasureReader(.person(person), calendar: calendar, now: now)
                let end = CalendarDay(last, on: reader.clock).advanced(by: 1)
                // A trend ends with yesterday, and takes a week more.
                return try reader.days(of: measure, in: end.advanced(by: -7 * (Self.weeks + 1))..<end)
            }
            .get()
    }

    private func fill(_ row: inout SummaryRow, quantity type: HKQuantityType, last: Date) async throws {
        let measure = Measure(.quantity(type))
        let isTotal = measure.kind == .total
        let unit = environment.unit(type)
        let format = MeasureFormat(measure) { environment.unit($0) }
        let days = try await days(of: measure, last: last)
        let shown = days.span.suffix(7 * Self.weeks)
        let numbers = shown.map { day in days.day(day).map { format.number($0.value) } }
        row.unit = unit.label
        row.isFromZero = isTotal
        row.values = Self.shape(numbers)
        row.trend = trend(days, format)
        let clock = CivilClock(calendar.timeZone)
        let finder = HighlightFinder(
            type: type,
            unit: unit,
            dates: environment.dates,
            days: numbers,
            starts: shown.map { $0.start(on: clock) }
        )
        row.highlights = finder.find() + [row.trend?.highlight(type, unit)].compactMap { $0 }
        guard let latest = days.day(days.span.upperBound.advanced(by: -1)) else { return }
        row.numbers = SummaryRow.Numbers(unit: unit.label, date: last)
        guard !isTotal else {
            row.numbers.value = format.number(latest.value)
            row.value = format.text(latest.value)
            let isToday = calendar.civilDays(from: last, to: environment.now) == 0
            row.note = isToday ? SummaryStrings.until(environment.dates.time(last)) : dayName(last)
            row.shorterNotes = isToday ? [environment.dates.time(last)] : []
            return
        }
        fillRange(&row, latest, format)
    }

    private func fillRange(_ row: inout SummaryRow, _ day: MeasureDay, _ format: MeasureFormat) {
        guard let recent = day.latest, let when = day.latestEnd, let least = day.least, let most = day.greatest else {
            return
        }
        row.numbers.value = format.number(recent)
        (row.numbers.minimum, row.numbers.maximum) = (format.number(least), format.number(most))
        row.numbers.date = when
        let (low, high) = (format.text(least), format.text(most))
        if low == high {
            row.value = format.text(recent)
            row.note = environment.dates.brief(when)
            row.shorterNotes = [dayName(when)]
        } else {
            row.value = low + "–" + high
            let isToday = calendar.civilDays(from: when, to: environment.now) == 0
            let moment = isToday ? environment.dates.time(when) : environment.dates.brief(when)
            row.note = SummaryStrings.latest(format.text(recent), moment)
            row.shorterNotes = [SummaryStrings.latest(format.text(recent))]
        }
    }

    private func fillPressure(_ row: inout SummaryRow, last: Date) async throws {
        let systolic = BloodPressure.systolicType
        try await fill(&row, quantity: systolic, last: last)
        row.isFromZero = false
        row.highlights = []
        let measure = Measure(.bloodPressure)
        row.trend = trend(
            try await days(of: measure, last: last),
            MeasureFormat(measure) { environment.unit($0) }
        )
        let type = row.type
        guard let latest = try await environment.ask({ try $0.latest(type) }).get() else { return }
        let text = environment.samples.value(latest)
        let pair = (latest as? HKCorrelation).flatMap { BloodPressure($0) }
        func number(_ millimeters: Double?, _ type: HKQuantityType) -> Double? {
            millimeters.flatMap {
                environment.unit(type).number(HKQuantity(unit: .millimeterOfMercury(), doubleValue: $0))
            }
        }
        row.numbers = SummaryRow.Numbers(
            value: number(pair?.systolic, systolic),
            second: number(pair?.diastolic, BloodPressure.diastolicType),
            unit: environment.unit(systolic).label,
            date: latest.endDate
        )
        row.value = text.value
        row.unit = text.unit
        row.note = environment.dates.brief(latest.startDate)
        row.shorterNotes = [dayName(latest.startDate)]
    }

    // MARK: Events

    private func fill(_ row: inout SummaryRow, events type: HKSampleType, last: Date) async throws {
        let source = ChartSource(type: type, environment: environment)
        let window = source.window(.month, ending: last, data: nil)
        let data = try await source.numbers(window)
        row.values = Self.shape(data.bars.map(\.sum))
        row.isFromZero = true
        switch source.measure.subject {
        case .sleep: try await fill(&row, sleepUntil: last)
        default:
            let found = await environment.ask { person in
                type is HKWorkoutType ? try WorkoutRecordings.latest(person) : try person.latest(type)
            }
            guard let latest = try found.get() else { return }
            row.value = environment.samples.labelled(latest)
            row.numbers.date = latest.hasUndeterminedDuration ? latest.startDate : latest.endDate
            if source.measure.unit == .duration {
                (row.numbers.value, row.numbers.unit) = (EventReader.length(latest), FactStrings.secondsUnit)
            }
            row.note = environment.dates.brief(latest.startDate)
            row.shorterNotes = [dayName(latest.startDate)]
        }
    }

    // MARK: Shapes

    /// The last days; the last weeks where fewer than four of the days have data.
    private static func shape(_ days: [Double?]) -> [Double?] {
        let recent = Array(days.suffix(Self.days))
        guard recent.count(where: { $0 != nil }) < 4, days.count > Self.days else { return recent }
        return weeks(days)
    }

    /// The average of each week, the last one ending with the last day.
    private static func weeks(_ days: [Double?]) -> [Double?] {
        let count = days.count / 7
        return (0..<count)
            .map { week in
                let end = days.count - (count - 1 - week) * 7
                let known = days[(end - 7)..<end].compactMap { $0 }
                return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
            }
    }

    /// The days that a trend needs: of the last seven, and of the twelve weeks before.
    private static let neededDays = (recent: 4, before: 14)

    /// The last seven whole days against the twelve weeks before; nil where too few of them have data.
    private func trend(_ days: MeasureDays, _ format: MeasureFormat) -> SummaryRow.Trend? {
        let end = days.measure.belongsToNight ? days.today.advanced(by: 1) : days.today
        func mean(_ span: Range<CalendarDay>) -> MeasureValue? { days.fold(span) }
        let (week, weeks) = (end.advanced(by: -7), Self.weeks - 1)
        guard let recent = mean(week..<end), recent.days >= Self.neededDays.recent, let now = recent.mean,
            let earlier = mean(week.advanced(by: -7 * weeks)..<week), earlier.days >= Self.neededDays.before,
            let before = earlier.mean
        else { return nil }
        let means = (0...weeks)
            .map { index in
                let start = week.advanced(by: -7 * (weeks - index))
                return mean(start..<start.advanced(by: 7))?.mean.map(format.number)
            }
        var trend = SummaryRow.Trend(recent: format.number(now), before: format.number(before), weeks: means)
        if let second = recent.second, let other = earlier.second {
            trend.second = SummaryRow.Trend.Pair(recent: format.number(second), before: format.number(other))
        }
        return trend
    }

    /// The day in as few words as the year allows.
    func dayName(_ date: Date) -> String {
        let isThisYear = calendar.component(.year, from: date) == calendar.component(.year, from: environment.now)
        return isThisYear ? environment.dates.day(date) : environment.dates.brief(date)
    }
}

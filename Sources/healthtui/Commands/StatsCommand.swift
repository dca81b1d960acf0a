import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

extension StatisticsPeriod: ExpressibleByArgument {}
extension MeasureTable.Order: ExpressibleByArgument {}

/// Prints the numbers of a measure, interval by interval.
struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show a measure by hour, day, week, month, year, or overall.",
        discussion: """
              healthtui stats sleep last week
              healthtui stats night this month --where '< 6 h' --summary
              healthtui stats bp last month --of morning --summary
              healthtui stats steps --sort least --limit 1
              healthtui stats 'running distance' this year --by week --against 'last year'
            healthtui measures lists what can be asked. Intervals of which nothing is known are left out. The value of \
            several days is the total of what adds up, else the mean of the days; today is in no mean. An interval that \
            isn't over yet, or that the time cuts, is marked partial. Of a sample that --from or --to cut, the part inside \
            counts. JSON and CSV use the type's canonical unit unless --unit is given, and seconds.
            """
    )

    @Argument(
        help: ArgumentHelp("The measure, and the time: sleep last week.", valueName: "type"),
        completion: .measureAndTime
    )
    var asked: [String]

    @Option(name: .long, help: "The length of the intervals, a day by default.")
    var by: StatisticsPeriod?

    @OptionGroup var span: SpanArguments

    @Option(
        name: .customLong("where"),
        parsing: .unconditional,
        help: ArgumentHelp("Only intervals whose value meets a condition: '< 6 h'.", valueName: "condition")
    )
    var condition: String?

    @Option(
        name: .customLong("of"),
        parsing: .unconditional,
        help: ArgumentHelp("Only samples that a filter matches make the days: morning.", valueName: "filter")
    )
    var filter: String?

    @Option(name: .long, help: "Sort by value: least or most first.")
    var sort: MeasureTable.Order?

    @Option(name: .long, help: ArgumentHelp("Print at most this many intervals.", valueName: "number"))
    var limit: Int?

    @Option(name: .long, help: ArgumentHelp("For each day the days that end with it.", valueName: "days"))
    var rolling: Int?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("Put the intervals of an earlier time beside them.", valueName: "when"),
        completion: .time
    )
    var against: String?

    @Flag(name: .long, help: "Print one answer about all days.")
    var summary = false

    @OptionGroup var gaps: ZeroArguments

    @Option(name: .long, help: ArgumentHelp("The unit of values, such as km.", valueName: "unit"))
    var unit: String?

    @Flag(name: .long, help: "Show each source separately too.")
    var separateBySource = false

    @Flag(name: .long, help: "Show how much each source counted.")
    var explain = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        try span.check(in: zone.zone)
        if let limit, limit < 1 { throw ValidationError("--limit: at least 1") }
        if let rolling, !(1...3_660).contains(rolling) { throw ValidationError("--rolling: 1 to 3660 days") }
        if rolling != nil, by != nil || against != nil {
            throw ValidationError("--rolling has a row for each day; leave --by and --against out")
        }
        if summary, sort != nil || limit != nil || rolling != nil {
            throw ValidationError("--summary prints one answer; leave --sort, --limit and --rolling out")
        }
    }

    func run() async throws {
        if !store.exists { try checkWithoutStore() }
        let environment = try store.environment(zone.zone)
        let asked = Asked(environment)
        let (measure, range, grouping) = try asked.line(self.asked)
        guard range == nil || (span.from == nil && span.to == nil) else {
            throw CommandFailure.usage(
                self.asked.joined(separator: " "),
                "name the time once: in words, or by --from and --to"
            )
        }
        var dates = try span.dates(in: zone.zone, now: environment.now, marksOf: environment.person)
        if let range { dates = (range.start, range.end) }
        let question = StatsQuestion(
            measure: measure,
            period: by ?? grouping ?? .day,
            from: dates.from,
            to: dates.to,
            unit: try chosenUnit(measure)
        )
        if case .quantity(let type) = measure.subject, filter == nil, rolling == nil, against == nil, !summary,
            !gaps.zero
        {
            try await writeStatistics(type, question, asked)
        } else {
            try writeMeasure(question, asked)
        }
    }

    /// Rejects options that are wrong regardless of the store.
    private func checkWithoutStore() throws {
        let text = asked.joined(separator: " ")
        let phrase = TimeRangePhrase(now: Date(), calendar: .person(in: zone.zone))
        // A time that isn't understood may be a mark, which only the store knows.
        let name = (try? phrase.line(text))?.text ?? text
        if let measure = try Names.measures(name, .catalogue).first { _ = try chosenUnit(measure) }
    }

    /// The requested unit; `nil` without one.
    private func chosenUnit(_ measure: Measure) throws -> HKUnit? {
        guard let unit else { return nil }
        guard case .quantity(let type) = measure.unit else {
            throw CommandFailure.usage("--unit", "\(measure.name) has no other unit")
        }
        return try UnitPhrase.unit(unit, for: type)
    }

    /// The condition on values; `nil` without one.
    func condition(_ shown: MeasureFormat, _ asked: Asked) throws -> MeasureCondition? {
        guard let condition else { return nil }
        do {
            return try MeasureCondition(condition, shown, style: asked.environment.entryContext.numbers)
        } catch let error as EntryError {
            throw CommandFailure.usage("--where", error.text)
        }
    }

    /// The filter of samples; `nil` without one.
    func filter(_ measure: Measure, _ asked: Asked) throws -> FilterExpression? {
        guard let filter else { return nil }
        guard let type = measure.type else {
            throw CommandFailure.usage("--of", "\(measure.name) isn't made of samples")
        }
        var arguments = FilterArguments()
        arguments.filter = filter
        do {
            return try arguments.expression(for: type, asked.environment.person, in: zone.zone)
        } catch let failure as CommandFailure {
            throw CommandFailure.usage("--of", failure.why)
        }
    }

    // MARK: Quantities

    /// HealthKit's statistics of each interval, as an app gets them, next to the measure's value.
    private func writeStatistics(_ type: HKQuantityType, _ question: StatsQuestion, _ asked: Asked) async throws {
        let isTable = format.format == .table
        let person = asked.environment.person
        let request = request(type, question, question.period)
        let found = try await request.statistics(.person(person))
        let values = try await values(of: found, type, question, asked)
        let facts = StatisticsFacts(
            type: type,
            unit: question.unit ?? (isTable ? ValueText().unit(for: type) : type.canonicalUnit),
            period: question.period,
            span: request.span(until: asked.environment.now),
            timestamps: zone.timestamps,
            shares: explain ? try request.explanations(person) : nil
        )
        let rows = StatisticsRows(facts)
        let kept = try chosen(found, values, facts, asked.format(question.measure), asked)
        let name = type.entry.name
        var writer = ListWriter(
            format.format,
            keys: facts.keys,
            columns: rows.columns,
            emptyText: found.isEmpty
                ? "There are no samples of \(name)."
                : "\(name) is known at \(found.count.of("interval")); nothing meets the condition."
        )
        if isTable { try StandardOutput.shared.line(question.measure.name) }
        for (statistics, value) in kept {
            try writer.append(rows.row(statistics, value))
        }
        try writer.finish()
    }

    private func request(
        _ type: HKQuantityType,
        _ question: StatsQuestion,
        _ period: StatisticsPeriod
    ) -> StatisticsRequest {
        StatisticsRequest(
            type: type,
            period: period,
            from: question.from,
            to: question.to,
            timeZone: zone.zone,
            separatesBySource: separateBySource && period == question.period
        )
    }

    /// The value of each interval's days together; hours have no days.
    private func values(
        of found: [HKStatistics],
        _ type: HKQuantityType,
        _ question: StatsQuestion,
        _ asked: Asked
    ) async throws -> [MeasureValue?] {
        guard question.period != .hour else { return found.map { _ in nil } }
        let person = asked.environment.person
        let daily =
            question.period == .day ? found : try await request(type, question, .day).statistics(.person(person))
        let reader = asked.reader
        let days = reader.days(of: type, daily)
        guard let first = days.keys.min(), let last = days.keys.max() else { return found.map { _ in nil } }
        let all = MeasureDays(
            question.measure,
            in: first..<last.advanced(by: 1),
            days,
            recorded: first...last,
            today: reader.today,
            firstWeekday: reader.calendar.firstWeekday
        )
        let (clock, asked) = (reader.clock, question.span(reader, all: all.span))
        return found.map { statistics in
            guard question.period != .all else { return all.fold(asked) }
            let start = CalendarDay(statistics.startDate, on: clock)
            return all.fold((start..<max(start, CalendarDay(statistics.endDate, on: clock))).clamped(to: asked))
        }
    }

    /// The intervals that meet the condition, in the requested order.
    private func chosen(
        _ found: [HKStatistics],
        _ values: [MeasureValue?],
        _ facts: StatisticsFacts,
        _ shown: MeasureFormat,
        _ asked: Asked
    ) throws -> [(HKStatistics, MeasureValue?)] {
        var rows = Array(zip(found, values))
        if let condition = try condition(shown, asked) {
            rows = rows.filter { facts.value(of: $0.0, $0.1).map(condition.holds) ?? false }
        }
        if let sort {
            func place(_ row: (HKStatistics, MeasureValue?)) -> (Double, Date) {
                let value = facts.value(of: row.0, row.1) ?? 0
                return (sort == .least ? value : -value, row.0.startDate)
            }
            rows.sort { place($0) < place($1) }
        }
        return limit.map { Array(rows.prefix($0)) } ?? rows
    }
}

/// A question about a measure.
struct StatsQuestion {
    let measure: Measure
    let period: StatisticsPeriod
    let from: Date?
    let to: Date?
    /// The unit of quantities; `nil` for the usual one.
    let unit: HKUnit?

    /// The requested days, limited to those that may have records.
    ///
    /// - Parameters:
    ///   - reader: The reader, whose zone has the days.
    ///   - all: The days that there are.
    /// - Returns: The days.
    func span(_ reader: MeasureReader, all: Range<CalendarDay>) -> Range<CalendarDay> {
        let first = from.map { CalendarDay($0, on: reader.clock) } ?? all.lowerBound
        let end = to.map { CalendarDay($0.addingTimeInterval(-0.001), on: reader.clock).advanced(by: 1) }
        let last = min(end ?? all.upperBound, max(all.upperBound, reader.today.advanced(by: 1)))
        return first..<max(first, last)
    }
}

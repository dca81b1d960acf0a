import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// Compares a measure since a day to the time before.
struct ChangeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Compare a measure since a day to the time before.",
        discussion: """
              healthtui change restingHeartRate since 'stopped drinking'
              healthtui change steps this year --against 'last year'
            Three spans of the same length: the days that are named, as many before, and as many before those. Today is \
            in none, last night's sleep is. Then weeks: the whole weeks since, against the 52 before; the week in which \
            the time begins is on neither side. A week needs four days; there must be four weeks since and twelve before. \
            Of a pair the first number decides. The first that holds is said: tooFew; wentOn, when the change before has \
            the same sign and at least half the size; outside, when at least half of the weeks since lie beyond every \
            week before; within.
            """
    )

    @Argument(help: "The measure.", completion: .measure)
    var measure: String

    @Argument(
        help: ArgumentHelp("The time since: last month, since 1 sep, the name of a mark.", valueName: "when"),
        completion: .time(behind: 1)
    )
    var when: [String]

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("Compare to this earlier time instead of the days before.", valueName: "when"),
        completion: .time
    )
    var against: String?

    @OptionGroup var gaps: ZeroArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        try Asked.check(when, in: zone.zone)
        if let against { try Asked.check([against], in: zone.zone) }
    }

    func run() throws {
        let asked = Asked(try store.environment(zone.zone))
        let measure = try asked.measure(measure)
        guard let since = try asked.days(when) else { throw CommandFailure.usage("when", "name a time") }
        guard since.lowerBound > CalendarDay(year: 1900, month: 1, day: 1) else {
            throw CommandFailure.usage(when.joined(separator: " "), "the time needs a beginning")
        }
        let against = try against.flatMap { try asked.days([$0]) }
        if let against, against.upperBound > since.lowerBound {
            throw CommandFailure.usage(self.against ?? "", "--against must end before the other time begins")
        }
        let days = try gaps.reader(asked.reader, measure)
            .days(of: measure, in: MeasureChange.reads(since, against: against))
        let change = MeasureChange(days, since: since, against: against)
        let shown = asked.format(measure, resultUnit: days.resultUnit)
        if format.json { return try writeJSON(change, days) }
        try write(change, shown)
    }

    private func write(_ change: MeasureChange, _ shown: MeasureFormat) throws {
        let words = MeasureChangeWords(change, shown)
        let output = StandardOutput.shared
        try output.line(shown.measure.name)
        var table = ListWriter(
            .table,
            keys: [],
            columns: [.left(""), .left("Days"), .right("Mean"), .right("Vary"), .right("Of")],
            emptyText: ""
        )
        for (name, span) in [("Since", change.after), ("Before", change.before), ("Before that", change.earlier)] {
            let cells = [
                name, Self.days(span.days), MeasureChangeWords.level(span, shown) ?? "not known",
                MeasureChangeWords.spread(span, shown) ?? "", MeasureChangeWords.days(span),
            ]
            try table.append(ListRow(fields: [], cells: cells))
        }
        try table.finish()
        try output.line("")
        try output.line("Change: " + (words.difference ?? "not known"))
        try output.line(words.found)
        try output.line(words.limits)
    }

    /// `2026-09-01 to 2026-11-29`; a single day by itself.
    private static func days(_ days: Range<CalendarDay>) -> String {
        guard !days.isEmpty else { return "no days" }
        let last = days.upperBound.advanced(by: -1)
        return last == days.lowerBound ? last.text : days.lowerBound.text + " to " + last.text
    }

    private func writeJSON(_ change: MeasureChange, _ days: MeasureDays) throws {
        let clock = CivilClock(zone.zone)
        let unit = days.resultUnit.isEmpty ? days.measure.unit.text : days.resultUnit
        func side(_ span: MeasureChange.Span) -> JSONValue {
            .object([
                ("start", zone.timestamps.json(span.days.lowerBound.start(on: clock))),
                ("end", zone.timestamps.json(span.days.upperBound.start(on: clock))),
                ("unit", .text(unit)), ("value", .number(span.value?.value)), ("second", .number(span.value?.second)),
                ("total", .number(span.value?.total)), ("mean", .number(span.value?.mean)),
                ("days", .integer(span.known)), ("of", .integer(span.days.count)), ("spread", .number(span.spread)),
            ])
        }
        let value = JSONValue.object([
            ("measure", .text(days.measure.id)), ("after", side(change.after)), ("before", side(change.before)),
            ("earlier", side(change.earlier)), ("difference", .number(change.differenceOfValues(days))),
            ("secondDifference", .number(change.secondDifference)), ("meanDifference", .number(change.difference)),
            ("weeks", .integer(change.weeks.count)), ("weeksBefore", .integer(change.weeksBefore.count)),
            ("weeksOutside", .integer(change.weeksOutside)), ("found", .text(change.found.rawValue)),
        ])
        try StandardOutput.shared.line(value.line)
    }
}

import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// Lists the rings of days.
struct RingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rings",
        abstract: "List the activity rings of each day, the newest first.",
        discussion: """
            Days without data are left out. Imported summaries are shown as imported; other days are calculated from \
            samples. By default the last 30 days, in this machine's time zone.
            """
    )

    @Argument(help: ArgumentHelp("The days: last week, nov 2025, since 1 sep.", valueName: "when"))
    var when: [String] = []

    @Option(name: .long, help: ArgumentHelp("The first day, such as 2024-01-31 or 'last month'.", valueName: "day"))
    var from: String?

    @Option(name: .long, help: ArgumentHelp("The last day; of a month, its last.", valueName: "day"))
    var to: String?

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func validate() throws {
        guard when.isEmpty || (from == nil && to == nil) else {
            throw ValidationError("write the days, or --from and --to, not both")
        }
        try TimeReading(in: .current).check([from, to] + [when.joined(separator: " ")], days)
    }

    private func days(_ phrase: TimeRangePhrase) throws -> (from: CalendarDay?, to: CalendarDay?) {
        when.isEmpty
            ? try DayArgument.span(from, to, to: .last, phrase)
            : try DayArgument.span(when.joined(separator: " "), phrase)
    }

    func run() throws {
        let person = try store.openForReading()
        let inWheelchair = try person.characteristics().wheelchairUse == HKWheelchairUse.yes.rawValue
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let isRecent = from == nil && to == nil && when.isEmpty
        let recent = CalendarDay(calendar.civilDate(byAdding: .day, value: -29, to: Date()), in: calendar)
        let (asked, last) = try TimeReading(in: .current).times(person, days)
        let first = asked ?? (isRecent ? recent : nil)
        var writer = ListWriter(
            format.format,
            keys: Self.keys,
            columns: [.left("Day")]
                + ActivityRings.Kind.allCases.flatMap { kind -> [ListColumn] in
                    [.right(kind.name(inWheelchair: inWheelchair)), .right("")]
                },
            emptyText: isRecent ? "There is nothing of the last thirty days." : "There is nothing of these days."
        )
        for summary in try person.summaries(from: first, through: last).reversed() {
            guard let day = summary.day else { continue }
            try writer.append(Self.row(day, summary))
        }
        try writer.finish()
    }

    private static let keys =
        ["day", "paused", "moveUnit"]
        + ActivityRings.Kind.allCases.flatMap { ["\($0)", "\($0)Goal", "\($0)Share"] }

    private static func row(_ day: CalendarDay, _ summary: HKActivitySummary) -> ListRow {
        let rings = ActivityRings(summary)
        var fields: JSONValue.Fields = [
            ("day", .text(day.text)), ("paused", .bool(rings.isPaused)), ("moveUnit", .text(rings.move.unit)),
        ]
        var cells = [day.text]
        for kind in ActivityRings.Kind.allCases {
            let ring = rings[kind]
            fields.append(("\(kind)", .number(ring.value)))
            fields.append(("\(kind)Goal", .number(ring.goal > 0 ? ring.goal : nil)))
            fields.append(("\(kind)Share", .number(ring.goal > 0 ? ring.share : nil)))
            cells.append(rings.isPaused ? "paused" : RingText.figure(ring))
            cells.append(rings.isPaused || ring.goal <= 0 ? "" : RingText.percent(ring.share))
        }
        return ListRow(fields: fields, cells: cells)
    }
}

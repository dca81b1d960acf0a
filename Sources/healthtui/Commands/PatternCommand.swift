import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// Prints a measure by weekday and by hour of the day.
struct PatternCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pattern",
        abstract: "Show a measure by weekday and by hour of the day.",
        discussion: """
              healthtui pattern sleep this year
              healthtui pattern bloodGlucose --heat
            The mean, the least and the greatest of all days; a weekday or an hour with fewer than three days has none. An \
            hour in which nothing adds up counts as 0 on days with data. A day that isn't over is left out. Only \
            quantities have hours. By default the last year.
            """
    )

    @Argument(help: "The measure.", completion: .measure)
    var measure: String

    @Argument(
        help: ArgumentHelp("The time: last month, since 1 sep, the name of a mark.", valueName: "when"),
        completion: .time(behind: 1)
    )
    var when: [String] = []

    @Flag(name: .long, help: "Show each hour of each weekday.")
    var heat = false

    @OptionGroup var gaps: ZeroArguments
    @OptionGroup var span: SpanArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        try span.check(in: zone.zone)
        try Asked.check(when, in: zone.zone)
        guard when.isEmpty || (span.from == nil && span.to == nil) else {
            throw ValidationError("name the time once: in words, or by --from and --to")
        }
    }

    func run() async throws {
        let asked = Asked(try store.environment(zone.zone))
        let measure = try asked.measure(measure)
        if heat, !measure.hasHours { throw CommandFailure.usage(measure.id, "it has no hours; only quantities have") }
        let dates = try span.dates(in: zone.zone, marksOf: asked.environment.person)
        let days = try asked.days(when) ?? asked.days(from: dates) ?? asked.lastYear
        let shown = asked.format(measure)
        let pattern = try await gaps.reader(asked.reader, measure).pattern(of: measure, in: days) { shown.number($0) }
        if format.format == .table { try StandardOutput.shared.line(measure.name) }
        try heat ? writeHeat(pattern, shown, asked) : write(pattern, shown, asked)
    }

    private func write(_ pattern: MeasurePattern, _ shown: MeasureFormat, _ asked: Asked) throws {
        let keys = ["weekday", "hour", "mean", "second", "least", "greatest", "unit", "days"]
        let columns: [ListColumn] = [.left(""), .right("Mean"), .right("Least"), .right("Greatest"), .right("Days")]
        var writer = ListWriter(format.format, keys: keys, columns: columns, emptyText: Self.nothing(shown))
        func row(_ slot: MeasurePattern.Slot, isHour: Bool) -> ListRow {
            ListRow(
                fields: [
                    ("weekday", isHour ? .null : .text(Self.weekday(slot.number))),
                    ("hour", isHour ? .integer(slot.number) : .null), ("mean", .number(slot.mean)),
                    ("second", .number(slot.second)), ("least", .number(slot.least)), ("greatest", .number(slot.most)),
                    ("unit", .text(asked.unit(shown))), ("days", .integer(slot.days)),
                ],
                cells: [
                    isHour ? Self.hour(slot.number) : Self.weekday(slot.number),
                    slot.mean.map { shown.written($0, slot.second) } ?? "", slot.least.map { shown.written($0) } ?? "",
                    slot.most.map { shown.written($0) } ?? "", NumberText.text(slot.days),
                ]
            )
        }
        if pattern.days > 0 {
            for slot in pattern.weekdays { try writer.append(row(slot, isHour: false)) }
            for slot in pattern.hours { try writer.append(row(slot, isHour: true)) }
        }
        try writer.finish()
    }

    private func writeHeat(_ pattern: MeasurePattern, _ shown: MeasureFormat, _ asked: Asked) throws {
        guard let heat = pattern.heat else { return }
        if format.format == .table { return try writeGrid(heat, shown) }
        let keys = ["weekday", "hour", "mean", "least", "greatest", "unit", "days"]
        var writer = ListWriter(format.format, keys: keys, columns: [], emptyText: "")
        for (weekday, cells) in zip(heat.weekdays, heat.cells) where heat.days > 0 {
            for (hour, cell) in cells.enumerated() {
                let fields: JSONValue.Fields = [
                    ("weekday", .text(Self.weekday(weekday))), ("hour", .integer(hour)), ("mean", .number(cell.mean)),
                    ("least", .number(cell.least)), ("greatest", .number(cell.most)),
                    ("unit", .text(asked.unit(shown))), ("days", .integer(cell.days)),
                ]
                try writer.append(ListRow(fields: fields, cells: []))
            }
        }
        try writer.finish()
    }

    /// A row for each hour and a column for each weekday.
    private func writeGrid(_ heat: MeasureHeat, _ shown: MeasureFormat) throws {
        let weekdays = heat.weekdays.map { ListColumn.right(String(Self.weekday($0).prefix(3))) }
        let columns = [ListColumn.left(shown.label)] + weekdays + [.right("all")]
        var writer = ListWriter(.table, keys: [], columns: columns, emptyText: Self.nothing(shown))
        if heat.days > 0 {
            for hour in 0..<24 {
                let cells = (heat.cells.map { $0[hour] } + [heat.hours[hour]])
                    .map { $0.mean.map { shown.writtenAlone($0) } ?? "·" }
                try writer.append(ListRow(fields: [], cells: [Self.hour(hour)] + cells))
            }
        }
        try writer.finish()
    }

    private static func nothing(_ shown: MeasureFormat) -> String {
        "There are no days of \(shown.measure.name) in this time."
    }

    private static func weekday(_ number: Int) -> String {
        WeekdayNames.english(number)
    }

    private static func hour(_ hour: Int) -> String { (hour < 10 ? "0" : "") + "\(hour):00" }
}

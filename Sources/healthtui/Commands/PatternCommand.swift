import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// Prints a type by weekday and by hour of the day.
struct PatternCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pattern",
        abstract: "Show a type by weekday and by hour of the day.",
        discussion: """
            Totals of days and hours, or their averages: the mean, the least and the greatest of all days. An hour in \
            which nothing adds up counts as 0 on days with data. A day that isn't over is left out. By default the \
            last year.
            """
    )

    @Argument(help: "The type, a quantity.")
    var type: String

    @OptionGroup var span: SpanArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws { _ = try span.dates(in: zone.zone) }

    func run() async throws {
        let named = try Names.type(type)
        guard let type = named as? HKQuantityType else {
            throw CommandFailure.usage(named.identifier, "\(named.entry.name) isn't a quantity, so it has no pattern")
        }
        let asked = try span.dates(in: zone.zone)
        let environment = try store.environment(zone.zone)
        let yearAgo = environment.calendar.civilDate(
            byAdding: .year,
            value: -1,
            to: environment.calendar.civilStartOfDay(for: environment.now)
        )
        let unit = environment.unit(type)
        let pattern = try await TypePattern.read(
            type,
            from: asked.from ?? (asked.to == nil ? yearAgo : nil),
            to: asked.to,
            calendar: environment.calendar,
            .person(environment.person),
            now: environment.now
        ) { unit.number($0) }
        var writer = ListWriter(
            format.format,
            keys: ["weekday", "hour", "mean", "least", "greatest", "unit", "days"],
            columns: [.left(""), .right("Mean"), .right("Least"), .right("Greatest"), .right("Days")],
            emptyText: "There are no days of \(type.entry.name) in this time."
        )
        if pattern.days > 0 {
            for slot in pattern.weekdays { try writer.append(row(slot, unit, isHour: false)) }
            for slot in pattern.hours { try writer.append(row(slot, unit, isHour: true)) }
        }
        try writer.finish()
    }

    private func row(_ slot: TypePattern.Slot, _ unit: ValueUnit, isHour: Bool) -> ListRow {
        func text(_ number: Double?) -> String { number.map(unit.labelled) ?? "" }
        let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        let weekday = weekdays[(slot.number + 6) % 7]
        let label = isHour ? (slot.number < 10 ? "0" : "") + "\(slot.number):00" : weekday
        return ListRow(
            fields: [
                ("weekday", isHour ? .null : .text(weekday)), ("hour", isHour ? .integer(slot.number) : .null),
                ("mean", .number(slot.mean)), ("least", .number(slot.least)), ("greatest", .number(slot.most)),
                ("unit", .text(unit.label)), ("days", .integer(slot.days)),
            ],
            cells: [label, text(slot.mean), text(slot.least), text(slot.most), NumberText.text(slot.days)]
        )
    }
}

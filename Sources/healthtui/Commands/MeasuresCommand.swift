import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Lists the measures, which have a value for each day.
struct MeasuresCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measures",
        abstract: "List what has a value for a day: names, units, days with data.",
        discussion: """
            Measures are what stats, charts, goals and comparisons are of: types, and numbers made of them, such as \
            night, naps, running pace, doses or a lab test. A name means one measure; with a name, the list has what \
            it may mean.
            """
    )

    @Argument(help: "A name, such as running, bp or \"deep sleep\".", completion: .measure)
    var name: String?

    @Flag(name: .long, help: "List all measures, with or without data.")
    var all = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    private static let keys = ["measure", "name", "names", "kind", "unit", "days", "first", "last"]

    func run() throws {
        let person = try store.openForReading()
        let list = try MeasureList.read(.person(person))
        let names = MeasureNames(list)
        let wanted = try name.map { try Names.measures($0, names) } ?? list.measures
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone.zone
        let reader = MeasureReader(.person(person), calendar: calendar, now: Date())
        var writer = ListWriter(
            format.format,
            keys: Self.keys,
            columns: [
                .flexible("Measure"), .flexible("Name"), .left("Kind"), .left("Unit"), .right("Days"), .left("First"),
                .left("Last"),
            ],
            emptyText: "There is no data yet."
        )
        let spellings = names.spellings
        try reader.coverage(of: wanted) { found in
            guard found.days > 0 || all || name != nil else { return }
            try writer.append(Self.row(found, names.spelled(found.measure), spellings[found.measure] ?? []))
        }
        try writer.finish()
    }

    private static func row(_ found: MeasureCoverage, _ id: String, _ spellings: [String]) -> ListRow {
        let kind = found.measure.kind.rawValue
        let (first, last) = (found.range?.lowerBound.text, found.range?.upperBound.text)
        return ListRow(
            fields: [
                ("measure", .text(id)), ("name", .text(found.measure.name)),
                ("names", .array(spellings.map { .text($0) })), ("kind", .text(kind)),
                ("unit", .text(found.unit.isEmpty ? nil : found.unit)), ("days", .integer(found.days)),
                ("first", .text(first)), ("last", .text(last)),
            ],
            cells: [found.measure.name, id, kind, found.unit, found.days.grouped, first ?? "–", last ?? "–"]
        )
    }
}

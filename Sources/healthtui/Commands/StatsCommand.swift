import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

extension StatisticsPeriod: ExpressibleByArgument {}

/// Prints statistics of a quantity type, interval by interval.
struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show totals or averages of a type by hour, day, week, month, year, or overall.",
        discussion: """
            Intervals without samples are left out. An interval that isn't over yet, or that --from or --to cut, is \
            marked partial. Of a sample that --from or --to cut, the part inside counts. JSON and CSV use the type's \
            canonical unit unless --unit is given, and seconds.
            """
    )

    @Argument(help: "The type, a quantity.")
    var type: String

    @Option(name: .long, help: "The length of the intervals.")
    var by = StatisticsPeriod.day

    @OptionGroup var span: SpanArguments

    @Option(name: .long, help: ArgumentHelp("The unit of values, such as km.", valueName: "unit"))
    var unit: String?

    @Flag(name: .long, help: "Show each source separately too.")
    var separateBySource = false

    @Flag(name: .long, help: "Show how much each source counted.")
    var explain = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws { try span.check(in: zone.zone) }

    func run() async throws {
        let type = try quantityType()
        let chosen = try unit.map { try UnitPhrase.unit($0, for: type) }
        let isTable = format.format == .table
        let person = try store.openForReading()
        let dates = try span.dates(in: zone.zone, marksOf: person)
        let request = StatisticsRequest(
            type: type,
            period: by,
            from: dates.from,
            to: dates.to,
            timeZone: zone.zone,
            separatesBySource: separateBySource
        )
        let found = try await request.statistics(.person(person))
        let shares = explain ? try request.explanations(person) : [:]
        let facts = StatisticsFacts(
            type: type,
            unit: chosen ?? (isTable ? ValueText().unit(for: type) : type.canonicalUnit),
            period: by,
            span: request.span(until: Date()),
            timestamps: zone.timestamps,
            shares: explain ? shares : nil
        )
        let rows = StatisticsRows(facts)
        var writer = ListWriter(
            format.format,
            keys: facts.keys,
            columns: rows.columns,
            emptyText: "There are no samples of \(type.entry.name)."
        )
        for statistics in found { try writer.append(rows.row(statistics)) }
        try writer.finish()
    }

    private func quantityType() throws -> HKQuantityType {
        let named = try Names.type(type)
        guard let type = named as? HKQuantityType else {
            throw CommandFailure.usage(
                named.identifier,
                "\(named.entry.name) isn't a quantity, so it has no statistics"
            )
        }
        return type
    }
}

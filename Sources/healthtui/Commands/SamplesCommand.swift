import ArgumentParser
import Foundation
import HealthConsole
import HealthKit

/// In which order samples come.
enum SampleOrderArgument: String, ExpressibleByArgument, CaseIterable {
    case asc
    case desc
}

/// Lists the samples of a type.
struct SamplesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "samples",
        abstract: "List the samples of a type, the newest first.",
        discussion: "Values come in the unit in which each sample is stored; the table shows the person's unit."
    )

    @Argument(help: "The type.")
    var type: String

    @OptionGroup var span: SpanArguments

    @Option(name: .long, help: ArgumentHelp("Only from this source, by name or bundle identifier.", valueName: "name"))
    var source: String?

    @Option(name: .long, help: ArgumentHelp("Only from devices with this name.", valueName: "name"))
    var device: String?

    @Option(name: .long, help: ArgumentHelp("At most so many.", valueName: "count"))
    var limit: Int?

    @Option(name: .long, help: "Oldest first (asc) or newest first (desc).")
    var order = SampleOrderArgument.desc

    @Option(name: .long, help: ArgumentHelp("The unit of values, such as lb.", valueName: "unit"))
    var unit: String?

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit: \(limit) is negative") }
        _ = try span.dates(in: zone.zone)
    }

    func run() throws {
        let type = try Names.sampleType(type)
        let dates = try span.dates(in: zone.zone)
        let person = try store.openForReading()
        let walk = SampleWalk(
            person: person,
            query: SampleListQuery(type: type, from: dates.from, to: dates.to),
            sources: try source.map { try Names.sources($0, among: person.sources().map(\.source)) },
            deviceName: try device.map { try deviceName($0, person) },
            ascending: order == .asc
        )
        var rows = SampleRows(timestamps: zone.timestamps)
        rows.unit = try unit.map { try unit(named: $0, type) }
        var writer = ListWriter(
            format.format,
            keys: SampleRows.keys,
            columns: SampleRows.columns,
            emptyText: "There are no samples of \(type.entry.name)."
        )
        try walk.visit(limit: limit) { try writer.append(rows.row($0)) }
        try writer.finish()
    }

    private func unit(named text: String, _ type: HKSampleType) throws -> HKUnit {
        guard let type = type as? HKQuantityType else {
            throw CommandFailure("--unit", "\(type.entry.name) has no unit")
        }
        return try UnitPhrase.unit(text, for: type)
    }

    private func deviceName(_ text: String, _ person: PersonAccess) throws -> String {
        let names = Set(try person.devices().compactMap(\.device.name))
        if let name = names.first(where: { $0 == text }) ?? names.first(where: { $0.lowercased() == text.lowercased() })
        {
            return name
        }
        let known = names.isEmpty ? "" : "; there are \(names.sorted().prefix(8).joined(separator: ", "))"
        throw CommandFailure(text, "there is no such device\(known)")
    }
}

import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

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
        discussion: """
            JSON and CSV have values in the unit each sample was saved in; the table uses your units.

            --where takes the filters of the console's / key, such as --where '> 150 and not in workout', \
            --where 'time 22:00-06:00 and weekday mon-fri' or --where 'classification=afib'.
            """
    )

    @Argument(help: "The type.", completion: .sampleType)
    var type: String

    @OptionGroup var span: SpanArguments

    @Option(
        name: .long,
        help: ArgumentHelp("Only from this source, by name or bundle identifier.", valueName: "name"),
        completion: .source
    )
    var source: String?

    @Option(name: .long, help: ArgumentHelp("Only from devices with this name.", valueName: "name"))
    var device: String?

    @OptionGroup var filter: FilterArguments

    @Option(name: .long, help: ArgumentHelp("The most rows to list.", valueName: "count"))
    var limit: Int?

    @Option(name: .long, help: "Oldest first (asc) or newest first (desc).")
    var order = SampleOrderArgument.desc

    @Option(name: .long, help: ArgumentHelp("The unit of values, such as lb.", valueName: "unit"))
    var unit: String?

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1, not \(limit)") }
        try span.check(in: zone.zone)
    }

    func run() throws {
        let type = try sampleType()
        let chosen = type is UnknownSampleType ? nil : try unit.map { try unit(named: $0, type) }
        let person = try store.openForReading()
        let dates = try span.dates(in: zone.zone, marksOf: person)
        if type is UnknownSampleType {
            return try listUnknown(SampleListQuery(type: type, from: dates.from, to: dates.to), person)
        }
        var query = SampleListQuery(type: type, from: dates.from, to: dates.to)
        let expression = try filter.expression(for: type, person, in: zone.zone, unit: chosen)
        if let expression { query.matching = expression.storeFilter }
        let walk = SampleWalk(
            caller: .person(person),
            query: query,
            sources: try source.map { try Names.sources($0, among: person.sources().map(\.source)) },
            deviceName: try device.map { try deviceName($0, person) },
            ascending: order == .asc,
            isMatch: try filter.matcher(expression, in: zone.zone, person)
        )
        let rows = try SampleListRows(type, .person(person), timestamps: zone.timestamps, unit: chosen)
        var writer = ListWriter(
            format.format,
            keys: rows.facts.keys,
            columns: SampleListRows.columns(of: type),
            emptyText: expression == nil
                ? "There are no samples of \(type.entry.name)."
                : "No samples of \(type.entry.name) match the filter."
        )
        try walk.visit(limit: limit) { try writer.append(rows.row($0)) }
        try writer.finish()
    }

    /// The type of the samples, also one that only the store knows.
    ///
    /// An unknown type is a usage error, even without a store.
    private func sampleType() throws -> HKSampleType {
        do {
            return try Names.sampleType(type)
        } catch {
            // The name may be one of the store's own; without a store the first error is the right one.
            guard store.exists else { throw error }
            return try Names.sampleType(type, in: try store.openForReading())
        }
    }

    /// Lists the samples of a type that HealthKit does not know, from imports.
    private func listUnknown(_ query: SampleListQuery, _ person: PersonAccess) throws {
        let identifier = query.type.identifier
        for (option, isGiven) in [("--unit", unit != nil), ("--where", filter.filter != nil)] where isGiven {
            throw CommandFailure.usage(option, "HealthKit doesn't know the type \(identifier)")
        }
        let sources = try source.map { try Names.sources($0, among: person.sources().map(\.source)) }
        let device = try device.map { try deviceName($0, person) }
        let rows = UnknownSampleRows(timestamps: zone.timestamps)
        var writer = ListWriter(
            format.format,
            keys: UnknownSampleFacts.keys,
            columns: SampleListRows.columns,
            emptyText: "There are no samples of \(identifier)."
        )
        var left = limit ?? .max
        guard left > 0 else { return try writer.finish() }
        try person.unknownSamples(query, ascending: order == .asc) { sample in
            if let sources, !sources.contains(sample.sourceRevision.source) { return true }
            if let device, sample.device?.name != device { return true }
            try writer.append(rows.row(sample))
            left -= 1
            return left > 0
        }
        try writer.finish()
    }

    private func unit(named text: String, _ type: HKSampleType) throws -> HKUnit {
        guard let type = type as? HKQuantityType else {
            throw CommandFailure.usage("--unit", "\(type.entry.name) has no unit")
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
        throw CommandFailure(text, "device not found\(known)")
    }
}

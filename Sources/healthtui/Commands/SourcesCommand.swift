import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiFacts

/// Lists the sources, and sets the order in which they count for a type.
struct SourcesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources",
        abstract: "List the apps and devices that recorded data, show the year of one, or set their order for a type.",
        discussion: """
            With a name it shows on which days of the last year the source recorded data, and what of each measure:
              healthtui sources "Apple Watch"
            If several sources recorded the same time, the first one counts:
              healthtui sources --order steps "Apple Watch" iPhone
              healthtui sources --type steps --exclude "Old Pedometer"
            """
    )

    @Argument(help: "A source, by its name or its bundle identifier.", completion: .source)
    var name: String?

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Set the order of sources for a type: the type, then its sources.", valueName: "type name"),
        completion: .typeAndSources(behind: "--order")
    )
    var order: [String] = []

    @Option(name: .long, help: "List the sources of a type in their order.", completion: .sampleType)
    var type: String?

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Leave sources out of the totals of a type.", valueName: "name"),
        completion: .source
    )
    var exclude: [String] = []

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Count sources again that were left out.", valueName: "name"),
        completion: .source
    )
    var include: [String] = []

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if name != nil, type != nil || !order.isEmpty || !exclude.isEmpty || !include.isEmpty {
            throw ValidationError("a source's name can't be combined with --order, --type, --exclude or --include")
        }
        if !order.isEmpty, type != nil {
            throw ValidationError("--type can't be combined with --order, which names the type")
        }
        if type == nil, order.isEmpty, !exclude.isEmpty || !include.isEmpty {
            throw ValidationError("--exclude and --include need --type")
        }
        if order.count == 1, exclude.isEmpty, include.isEmpty {
            throw ValidationError("--order needs the type and then its sources")
        }
    }

    func run() throws {
        if let name { return try show(name) }
        guard let typeName = order.first ?? type else { return try list() }
        let type = try Names.sampleType(typeName)
        let changes = !order.isEmpty || !exclude.isEmpty || !include.isEmpty
        let person = changes ? store.open() : try store.openForReading()
        if changes { try change(type, person) }
        try list(type, person)
    }

    // MARK: The order of a type

    private func change(_ type: HKSampleType, _ person: PersonAccess) throws {
        let (known, excludedBefore) = try person.sourceOrder(type.identifier)
        let first = try bundles(Array(order.dropFirst()), known)
        let rest = known.map(\.bundleIdentifier).filter { !first.contains($0) }
        var excluded = excludedBefore
        excluded.formUnion(try bundles(exclude, known))
        excluded.subtract(try bundles(include, known))
        try person.setSourceOrder(type.identifier, order: first + rest, excluded: excluded)
    }

    private func bundles(_ names: [String], _ known: [HKSource]) throws -> [String] {
        var seen: Set<String> = []
        return try names.flatMap { try Names.sources($0, among: known) }.map(\.bundleIdentifier)
            .filter { seen.insert($0).inserted }
    }

    private func list(_ type: HKSampleType, _ person: PersonAccess) throws {
        let (sources, excluded) = try person.sourceOrder(type.identifier)
        let counts = Dictionary(
            try person.sources().map { ($0.source.bundleIdentifier, $0.types[type.identifier] ?? 0) },
            uniquingKeysWith: +
        )
        var writer = ListWriter(
            format.format,
            keys: ["place", "name", "bundle", "samples", "excluded"],
            columns: [.right("#"), .flexible("Source"), .flexible("Bundle"), .right("Samples"), .left("")],
            emptyText: "No source has samples of \(type.entry.name)."
        )
        for (index, source) in sources.enumerated() {
            let isExcluded = excluded.contains(source.bundleIdentifier)
            let count = counts[source.bundleIdentifier] ?? 0
            try writer.append(
                ListRow(
                    fields: [
                        ("place", .integer(index + 1)), ("name", .text(source.name)),
                        ("bundle", .text(source.bundleIdentifier)), ("samples", .integer(count)),
                        ("excluded", .bool(isExcluded)),
                    ],
                    cells: [
                        String(index + 1), source.name, source.bundleIdentifier, count.grouped,
                        isExcluded ? "left out" : "",
                    ]
                )
            )
        }
        try writer.finish()
    }

    // MARK: One source

    private func show(_ name: String) throws {
        let environment = try store.environment(zone.zone)
        let found = try Names.sources(name, among: environment.person.sources().map(\.source))
        guard let source = found.first, found.count == 1 else {
            let bundles = found.map(\.bundleIdentifier.printable).joined(separator: ", ")
            throw CommandFailure(name, "several sources have this name; use one of \(bundles)")
        }
        try OriginLines(
            origin: .source(source),
            environment: environment,
            format: format.format,
            timestamps: zone.timestamps
        )
        .write()
    }

    // MARK: All sources

    private func list() throws {
        let times = zone.timestamps
        var writer = ListWriter(
            format.format,
            keys: SourceFacts.keys,
            columns: [.flexible("Source"), .flexible("Bundle"), .right("Samples"), .right("Types"), .left("Last")],
            emptyText: "There is no data yet."
        )
        for summary in try store.openForReading().sources() {
            try writer.append(
                ListRow(
                    fields: SourceFacts.fields(of: summary, times),
                    cells: [
                        summary.source.name, summary.source.bundleIdentifier, summary.count.grouped,
                        String(summary.types.count), times.day(summary.last),
                    ]
                )
            )
        }
        try writer.finish()
    }
}

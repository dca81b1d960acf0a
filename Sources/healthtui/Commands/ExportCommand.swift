import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiFacts

/// The format of an export.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// The Health app's layout.
    case apple
    /// A folder with a file of comma separated values a type.
    case csv
    /// One JSON object a line.
    case jsonl
    /// A FHIR R4 bundle of observations.
    case fhir
    /// The route of one workout.
    case gpx
    /// One workout.
    case tcx
    /// One electrocardiogram, as the Health app writes it.
    case ecg
}

/// Writes data to files that other programs read.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export your data in the Health app's format, or as CSV, JSON lines, FHIR, GPX or TCX.",
        discussion: """
            apple is a zip in the Health app's layout, which other programs read. A complete export includes a copy \
            of the store with everything that layout has no place for: identifiers, permissions, deletions. \
            Importing it restores everything. --plain leaves the copy out; partial exports have none. csv is a \
            folder with a file for each type. gpx is the route of a workout, tcx a workout with its \
            laps, pauses, route and heart rates, and ecg an electrocardiogram, named by --uuid.

            An interrupted export leaves no file. - is standard output, for jsonl, fhir, gpx, tcx and ecg.

            Exit codes:
            \(ExitStatus.table)
            """
    )

    @Argument(help: "The file to write (with --format csv a folder); - is standard output.")
    var file: String

    @Option(name: .long, help: ArgumentHelp("apple, csv, jsonl, fhir, gpx, tcx or ecg.", valueName: "format"))
    var format = ExportFormat.apple

    @OptionGroup var span: SpanArguments

    @Option(
        name: .customLong("type"),
        help: ArgumentHelp("Only this type. Can be repeated.", valueName: "type")
    )
    var types: [String] = []

    @Option(
        name: .customLong("source"),
        help: ArgumentHelp(
            "Only from this source, by name or bundle identifier. Can be repeated.",
            valueName: "name"
        ),
        completion: .source
    )
    var sources: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("The workout or electrocardiogram, for gpx, tcx and ecg.", valueName: "uuid")
    )
    var uuid: String?

    @Flag(name: .long, help: "Leave out the copy of the store.")
    var plain = false

    @Flag(name: .long, help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var output: ValueFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if file.isEmpty { throw ValidationError("name the file to write") }
        try span.check(in: zone.zone)
        if plain, format != .apple { throw ValidationError("--plain works only with the format apple") }
        if isStandardOutput {
            guard format != .apple, format != .csv else {
                throw ValidationError(
                    "-: the format \(format.rawValue) can't be written to standard output; ./- names a file called -"
                )
            }
            guard !output.json else {
                throw ValidationError("--json can't be used when the export goes to standard output")
            }
        }
        let isSingle = [.gpx, .tcx, .ecg].contains(format)
        if isSingle, uuid == nil { throw ValidationError("--format \(format.rawValue) needs --uuid") }
        if !isSingle, uuid != nil { throw ValidationError("--uuid works only with the formats gpx, tcx and ecg") }
        if isSingle, span.from != nil || span.to != nil || !types.isEmpty || !sources.isEmpty {
            throw ValidationError("--format \(format.rawValue) can't be combined with --from, --to, --type or --source")
        }
        if let uuid, UUID(uuidString: uuid) == nil { throw ValidationError("--uuid: invalid UUID “\(uuid)”") }
    }

    /// Whether the export goes to standard output.
    private var isStandardOutput: Bool { file == "-" }

    func run() throws {
        _ = try types.map { try Names.sampleTypeIfKnown($0) }
        let path = try store.existingName()
        let person = try store.openForReading()
        let line = ProgressLine()
        defer { line.clear() }
        let target = isStandardOutput ? "standard output" : URL(fileURLWithPath: file).standardizedFileURL.path
        var request = ExportRequest(
            path: target,
            selection: try selection(person),
            replaces: force,
            zone: zone.zone,
            progress: { line.show("\($0.objects.grouped) of \($0.total.grouped) objects") }
        )
        if isStandardOutput { request.take = { try StandardOutput.shared.write($0) } }
        let summary: ExportSummary
        do {
            var written = try write(request, person)
            written.isDecrypted = try person.lockState() != .plain
            summary = written
        } catch let error as ExportError {
            throw CommandFailure(target, Self.reason(error, target))
        }
        line.clear()
        if isStandardOutput {
            try StandardOutput.shared.flush()
            for line in lines(summary, target) { StandardError.line("healthtui: \(line)") }
        } else if output.json {
            try StandardOutput.shared.line(json(summary, path, target).line)
        } else {
            for line in lines(summary, target) { try StandardOutput.shared.line(line) }
        }
    }

    private static func reason(_ error: ExportError, _ target: String) -> String {
        let prefix = target + ": "
        return error.description.hasPrefix(prefix)
            ? String(error.description.dropFirst(prefix.count)) : error.description
    }

    private func write(_ request: ExportRequest, _ person: PersonAccess) throws -> ExportSummary {
        switch format {
        case .apple: try AppleExporter(person, isPlain: plain).run(request)
        case .csv: try TableExporter(person).run(request)
        case .jsonl: try LineExporter(person).run(request)
        case .fhir: try FHIRExporter(person).run(request)
        case .gpx: try SingleExporter(person).route(of: try single(), request)
        case .tcx: try SingleExporter(person).workout(try single(), request)
        case .ecg: try SingleExporter(person).electrocardiogram(try single(), request)
        }
    }

    private func single() throws -> UUID {
        guard let uuid = uuid.flatMap({ UUID(uuidString: $0) }) else {
            throw CommandFailure.usage("--uuid", "missing")
        }
        return uuid
    }

    private func selection(_ person: PersonAccess) throws -> ExportSelection {
        let dates = try span.dates(in: zone.zone, marksOf: person)
        var selection = ExportSelection(from: dates.from, to: dates.to)
        if !types.isEmpty {
            selection.types = Set(
                try types.map { name in
                    if let known = try Names.sampleTypeIfKnown(name) { return known.identifier }
                    return try Names.sampleType(name, in: person).identifier
                }
            )
        }
        if !sources.isEmpty {
            let all = try person.sources().map(\.source)
            selection.sources = Set(
                try sources.flatMap { try Names.sources($0, among: all) }.map(\.bundleIdentifier)
            )
        }
        return selection
    }

    // MARK: The report

    private func lines(_ summary: ExportSummary, _ target: String) -> [String] {
        let size = NumberText.bytes(Double(summary.bytes))
        var lines = ["\(target.printable): \(summary.total.of("object")), \(size)"]
        for kind in ImportKind.allCases {
            guard let count = summary.counts[kind], count > 0 else { continue }
            lines.append("  \(kind.name): \(count.grouped)")
        }
        for each in summary.leftOut {
            let place = each.place == nil ? "" : "; the copy of the store in it has them"
            lines.append("  not in the format: \(each.kind.printable), \(each.count.grouped)\(place)")
        }
        if summary.isDecrypted == true {
            lines.append("  not encrypted, unlike the store: anyone who has the export can read it")
        }
        if summary.isWhole { lines.append("  includes a full copy of the store; importing it restores everything") }
        return lines
    }

    private func json(_ summary: ExportSummary, _ path: String, _ target: String) -> JSONValue {
        var fields: JSONValue.Fields = [
            ("store", .text(path)), ("file", .text(target)), ("format", .text(format.rawValue)),
        ]
        for kind in ImportKind.allCases { fields.append((kind.rawValue, .integer(summary.counts[kind] ?? 0))) }
        let leftOut = summary.leftOut.map { each in
            JSONValue.object([
                ("kind", .text(each.kind)), ("count", .integer(each.count)), ("place", .text(each.place)),
            ])
        }
        fields += [
            ("types", .integer(summary.types)), ("leftOut", .array(leftOut)), ("whole", .bool(summary.isWhole)),
            ("decrypted", .bool(summary.isDecrypted == true)),
            ("bytes", .integer(Int(clamping: summary.bytes))), ("seconds", .number(summary.seconds)),
        ]
        return .object(fields)
    }
}

extension Names {
    /// The type of samples that a text names; `nil` for a text that names no type of HealthKit.
    ///
    /// - Throws: ``CommandFailure`` for a type that has no samples.
    fileprivate static func sampleTypeIfKnown(_ text: String) throws -> HKSampleType? {
        guard TypeCatalogue.resolve(text)?.type != nil else { return nil }
        return try sampleType(text)
    }
}

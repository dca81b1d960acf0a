import ArgumentParser
import Foundation
import Glibc
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// Deletes samples.
struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete samples, by UUID or by type, source and time.",
        discussion: """
              healthtui delete 6F1C8A56-0D5C-4E0B-9C62-2E8C7B1D7E11
              healthtui delete --type steps --source "Old Pedometer" --yes
              healthtui delete --type heartRate --where '> 220' --yes
            Shows what will be deleted and asks first, unless --yes is given. healthtui undo brings it back.
            """
    )

    @Argument(help: "UUIDs of samples.")
    var uuids: [String] = []

    @Option(name: .long, help: "Samples of this type.")
    var type: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Samples of this source, by name or bundle identifier.", valueName: "name"),
        completion: .source
    )
    var source: String?

    @OptionGroup var span: SpanArguments
    @OptionGroup var filter: FilterArguments

    @Flag(name: .long, help: "Of workouts named by UUID, also those that stand beneath them.")
    var withOthers = false

    @Flag(name: .long, help: "Don't ask.")
    var yes = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        let isSelection = type != nil || source != nil
        if filter.filter != nil, type == nil { throw ValidationError("--where needs --type") }
        if uuids.isEmpty, !isSelection { throw ValidationError("name the samples: UUIDs, or --type or --source") }
        if !uuids.isEmpty, isSelection || span.from != nil || span.to != nil {
            throw ValidationError("UUIDs can't be combined with --type, --source, --from or --to")
        }
        if withOthers, uuids.isEmpty { throw ValidationError("--with-others needs UUIDs") }
        for text in uuids where UUID(uuidString: text) == nil { throw ValidationError("invalid UUID “\(text)”") }
        try span.check(in: zone.zone)
    }

    func run() throws {
        // Opened for reading first, so that deleting doesn't create a missing store.
        _ = try store.openForReading()
        let person = store.open()
        let deleted = uuids.isEmpty ? try deleteSelection(person) : try deleteListed(person)
        if format.json { return try StandardOutput.shared.line(JSONValue.texts(deleted.map(\.uuidString)).line) }
        try StandardOutput.shared.line("Deleted \(deleted.count.of("sample")).")
    }

    // MARK: By UUID

    private func deleteListed(_ person: PersonAccess) throws -> [UUID] {
        var seen: Set<UUID> = []
        var wanted = uuids.compactMap(UUID.init(uuidString:)).filter { seen.insert($0).inserted }
        var known = try wanted.map { try person.sample($0) }
        let beneath = try WorkoutRecordings.beneath(known.compactMap { $0 as? HKWorkout }, person)
        if withOthers {
            wanted += beneath.map(\.uuid)
            known += try beneath.map { try person.sample($0.uuid) }
        }
        let samples = try zip(wanted, known)
            .map { uuid, sample -> (type: String, source: String) in
                if let sample {
                    return (sample.sampleType.entry.name, sample.sourceRevision.source.name)
                }
                guard let sample = try person.unknownSample(uuid) else {
                    throw CommandFailure(uuid.uuidString, "sample not found; nothing was deleted")
                }
                return (sample.identifier, sample.sourceRevision.source.name)
            }
        let counts = Dictionary(samples.map { ($0.type, 1) }, uniquingKeysWith: +)
        let sources = Set(samples.map(\.source)).sorted()
        try confirm(counts, from: sources, staying: withOthers ? [] : beneath.map(\.source))
        guard try person.delete(wanted) == wanted.count else {
            throw CommandFailure("delete", "some of the samples were already deleted")
        }
        return wanted
    }

    // MARK: By type, source and time

    private func deleteSelection(_ person: PersonAccess) throws -> [UUID] {
        let dates = try span.dates(in: zone.zone, marksOf: person)
        let summaries = try person.sources()
        let sources = try source.map { try Names.sources($0, among: summaries.map(\.source)) }
        let types = try types(summaries, sources, person)
        if filter.filter != nil { return try deleteMatching(types, sources, dates, person) }
        var queries: [SampleListQuery] = []
        var counts: [String: Int] = [:]
        var names: Set<String> = []
        for type in types {
            for summary in summaries
            where summary.types[type.identifier] != nil && sources?.contains(summary.source) ?? true {
                let query = SampleListQuery(type: type, from: dates.from, to: dates.to, source: summary.source)
                let count = try person.count(query)
                guard count > 0 else { continue }
                queries.append(query)
                counts[type.entry.name, default: 0] += count
                names.insert(summary.source.name)
            }
        }
        guard !queries.isEmpty else { return [] }
        try confirm(counts, from: names.sorted())
        var deleted: [UUID] = []
        do {
            try person.delete(queries, expecting: counts.values.reduce(0, +)) { deleted.append($0) }
        } catch let error as DeletionError {
            throw CommandFailure("delete", "\(error)")
        }
        return deleted
    }

    /// Deletes the samples of one type that the filter matches: those that were counted, and no others.
    private func deleteMatching(
        _ types: [HKSampleType],
        _ sources: [HKSource]?,
        _ dates: (from: Date?, to: Date?),
        _ person: PersonAccess
    ) throws -> [UUID] {
        guard let type = types.first, !(type is UnknownSampleType) else {
            throw CommandFailure.usage("--where", "HealthKit doesn't know the type \(types.first?.identifier ?? "")")
        }
        let expression = try filter.expression(for: type, person, in: zone.zone)
        var query = SampleListQuery(type: type, from: dates.from, to: dates.to)
        if let expression { query.matching = expression.storeFilter }
        let walk = SampleWalk(
            caller: .person(person),
            query: query,
            sources: sources,
            isMatch: try filter.matcher(expression, in: zone.zone, person)
        )
        var found: [UUID] = []
        var names: Set<String> = []
        try walk.visit { sample in
            found.append(sample.uuid)
            names.insert(sample.sourceRevision.source.name)
        }
        guard !found.isEmpty else { return [] }
        try confirm([type.entry.name: found.count], from: names.sorted())
        guard try person.delete(found) == found.count else {
            throw CommandFailure("delete", "some of the samples were already deleted")
        }
        return found
    }

    /// The types to delete from: the one that is named, else all types of the sources.
    private func types(
        _ summaries: [SourceSummary],
        _ sources: [HKSource]?,
        _ person: PersonAccess
    ) throws -> [HKSampleType] {
        if let type { return [try Names.sampleType(type, in: person)] }
        let chosen = summaries.filter { sources?.contains($0.source) ?? false }
        return Set(chosen.flatMap(\.types.keys)).sorted()
            .compactMap { HKSampleType.ofStored($0) }
    }

    // MARK: Confirmation

    /// Asks before anything goes, unless `--yes` was given.
    ///
    /// - Parameters:
    ///   - counts: The number of samples by the name of their type.
    ///   - sources: The names of their sources.
    ///   - others: The sources of workouts that stay, and count once those before them are gone.
    /// - Throws: ``CommandFailure`` if nothing may go.
    private func confirm(_ counts: [String: Int], from sources: [String], staying others: [String] = []) throws {
        guard !yes else { return }
        let total = counts.values.reduce(0, +)
        let what = counts.count == 1 ? "\(counts.first?.key ?? "") " : ""
        let origin = sources.count <= 3 ? sources.joined(separator: ", ") : sources.count.of("source")
        let note =
            others.isEmpty
            ? ""
            : "Also recorded by \(others.joined(separator: ", ")): that counts then; --with-others deletes it too. "
        let question = note + "Delete \(total.grouped) \(what)\(total == 1 ? "sample" : "samples") from \(origin)?"
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw CommandFailure("delete", "\(question) Nothing was deleted; add --yes to delete without asking")
        }
        guard try Confirmation.ask(question) else { throw CommandFailure("delete", "nothing was deleted") }
    }
}

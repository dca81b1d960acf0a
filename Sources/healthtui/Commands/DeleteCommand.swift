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
            A workout that several sources recorded counts once. The recordings beneath the deleted ones stay and count then, \
            which is said; --with-others deletes them too. Without a terminal, --yes is needed, also with --json.
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

    @Flag(
        name: .long,
        help: "Also the other recordings of these workouts, which stand beneath them and count once they are gone."
    )
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
        for text in uuids where UUID(uuidString: text) == nil { throw ValidationError("invalid UUID “\(text)”") }
        try span.check(in: zone.zone)
    }

    func run() throws {
        // Opened for reading first, so that deleting doesn't create a missing store.
        _ = try store.openForReading()
        let person = store.open()
        let (deleted, staying) = uuids.isEmpty ? try deleteSelection(person) : try deleteListed(person)
        if format.json { return try StandardOutput.shared.line(JSONValue.texts(deleted.map(\.uuidString)).line) }
        // Who was asked knows it.
        let note = yes && !staying.isEmpty ? " \(staying.sentence(by: "now"))." : ""
        try StandardOutput.shared.line("Deleted \(deleted.count.of("sample")).\(note)")
    }

    /// The workouts beneath deleted ones (R7.27), by what becomes of them.
    ///
    /// - Parameter beneath: All of them.
    /// - Returns: Those that are deleted too, and those that stay and count then.
    private func divided(_ beneath: [WorkoutSummary]) -> (going: [WorkoutSummary], staying: [WorkoutSummary]) {
        withOthers ? (beneath, []) : ([], beneath)
    }

    // MARK: By UUID

    private func deleteListed(_ person: PersonAccess) throws -> (deleted: [UUID], staying: [WorkoutSummary]) {
        var seen: Set<UUID> = []
        var wanted = uuids.compactMap(UUID.init(uuidString:)).filter { seen.insert($0).inserted }
        var known = try wanted.map { try person.sample($0) }
        let (going, staying) = divided(
            try WorkoutRecordings.beneath(known.compactMap { $0 as? HKWorkout }, person)
        )
        wanted += going.map(\.uuid)
        known += try going.map { try person.sample($0.uuid) }
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
        try confirm(counts, from: sources, staying: staying)
        guard try person.delete(wanted) == wanted.count else {
            throw CommandFailure("delete", "some of the samples were already deleted")
        }
        return (wanted, staying)
    }

    // MARK: By type, source and time

    private func deleteSelection(_ person: PersonAccess) throws -> (deleted: [UUID], staying: [WorkoutSummary]) {
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
        guard !queries.isEmpty else { return ([], []) }
        let (going, staying) = divided(try WorkoutRecordings.beneath(lists: queries, person))
        if let others = try WorkoutRecordings.list(going.map(\.uuid)) {
            queries.append(others)
            counts[others.type.entry.name, default: 0] += going.count
            names.formUnion(going.map(\.source))
        }
        try confirm(counts, from: names.sorted(), staying: staying)
        var deleted: [UUID] = []
        do {
            try person.delete(queries, expecting: counts.values.reduce(0, +)) { deleted.append($0) }
        } catch let error as DeletionError {
            throw CommandFailure("delete", "\(error)")
        }
        return (deleted, staying)
    }

    /// Deletes the samples of one type that the filter matches: those that were counted, and no others.
    private func deleteMatching(
        _ types: [HKSampleType],
        _ sources: [HKSource]?,
        _ dates: (from: Date?, to: Date?),
        _ person: PersonAccess
    ) throws -> (deleted: [UUID], staying: [WorkoutSummary]) {
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
        guard !found.isEmpty else { return ([], []) }
        let isWorkouts = type is HKWorkoutType
        let (going, staying) = divided(isWorkouts ? try WorkoutRecordings.beneath(Set(found), person) : [])
        found += going.map(\.uuid)
        names.formUnion(going.map(\.source))
        try confirm([type.entry.name: found.count], from: names.sorted(), staying: staying)
        guard try person.delete(found) == found.count else {
            throw CommandFailure("delete", "some of the samples were already deleted")
        }
        return (found, staying)
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
    ///   - others: The workouts that stay, and count once those before them are gone.
    /// - Throws: ``CommandFailure`` if nothing may go.
    private func confirm(
        _ counts: [String: Int],
        from sources: [String],
        staying others: [WorkoutSummary]
    ) throws {
        guard !yes else { return }
        let total = counts.values.reduce(0, +)
        let what = counts.count == 1 ? "\(counts.first?.key ?? "") " : ""
        let origin = sources.count <= 3 ? sources.joined(separator: ", ") : sources.count.of("source")
        let them = others.count == 1 ? "it" : "them"
        let note = others.isEmpty ? "" : "\(others.sentence(by: "then")); --with-others deletes \(them) too. "
        let question = note + "Delete \(total.grouped) \(what)\(total == 1 ? "sample" : "samples") from \(origin)?"
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw CommandFailure("delete", "\(question) Nothing was deleted; add --yes to delete without asking")
        }
        guard try Confirmation.ask(question) else { throw CommandFailure("delete", "nothing was deleted") }
    }
}

extension [WorkoutSummary] {
    /// What becomes of workouts beneath deleted ones, without a full stop.
    ///
    /// - Parameter time: The word for when they count.
    /// - Returns: The sentence.
    fileprivate func sentence(by time: String) -> String {
        if count == 1 { return "Also recorded by \(self[0].source): that counts \(time)" }
        let names = Set(map(\.source)).sorted()
        let origin = names.count <= 3 ? names.joined(separator: ", ") : names.count.of("source")
        return "Also recorded by \(origin): \(count.grouped) workouts that count \(time)"
    }
}

import CHealthKitStoreFileSystem
import Foundation
import GRDB
import GRDBSQLite

/// Reads everything in a store and collects the problems.
///
/// It continues whatever the file holds: anything that can't be read is a finding.
final class StoreInspector {
    let database: Database
    let options: InspectionOptions
    let reader: SalvageReader
    let batch: BatchReader
    var list = FindingList()
    var inspection = StoreInspection()
    var anchors = AnchorSet()
    /// The counts of the samples and records themselves, to compare with those of groups and versions.
    var truth = CountedTruth()
    /// UUIDs that deletions and links refer to, and the objects found for them.
    var marks: [Identifier: Mark] = [:]
    /// A filter of the marked UUIDs, made once all of them are known.
    var markFilter: MarkFilter?
    /// UUIDs that more than one object has.
    var doubled: Set<Identifier> = []
    var doubledAnchors = 0
    var anchorsBeyond = 0
    /// The number of samples and records read that have explicit UUIDs.
    var explicitCount = 0
    /// Groups of which some samples can't be read.
    var lossyGroups: Set<Int64> = []
    private let progress: (Int) -> Void

    /// The facts known about a UUID that something names.
    struct Mark {
        /// The last deletion of it.
        var deleted: Int64 = 0
        /// The place of the object that was found.
        var found: Int64?
    }

    private init(_ database: Database, _ options: InspectionOptions, _ progress: @escaping (Int) -> Void) throws {
        self.database = database
        self.options = options
        self.progress = progress
        reader = SalvageReader(database, try StoreSurvey(database, keepsTexts: options.keepsTexts))
        batch = BatchReader(reader)
    }

    /// Reads everything.
    static func run(
        _ database: Database,
        _ options: InspectionOptions,
        _ progress: @escaping (Int) -> Void
    ) throws -> StoreInspector {
        let inspector = try StoreInspector(database, options, progress)
        try inspector.run()
        return inspector
    }

    private func run() throws {
        checkFile()
        checkSurvey()
        let tombstones = try markTombstones()
        let links = try markLinks()
        markFilter = MarkFilter(marks.keys)
        try checkBatches()
        checkStrays()
        try checkRecords()
        checkTombstones(tombstones)
        checkLinks(links)
        try checkGroups()
        checkAnchors()
        try checkSettings()
        try checkIdentities()
        inspection.types = truth.types
        inspection.commits = survey.state?.commits
        inspection.findings = list.complete
        if !inspection.findings.isEmpty { inspection.names = EntryNames(survey) }
    }

    var survey: StoreSurvey { reader.survey }

    func note(_ finding: StoreFinding) { list.add(finding) }

    func note(_ kind: StoreFinding.Kind, _ text: String, count: Int? = nil) {
        list.close()
        list.add(StoreFinding(kind, text, count: count))
    }

    func note(_ table: String, _ outcome: TableWalk.Outcome) {
        if outcome.isWhole { return }
        if outcome.isMissing { return note(.table, "the table “\(table)” is missing: \(outcome.reason)") }
        note(.table, "a part of the table “\(table)” can't be read: \(outcome.reason)")
    }

    func advance(_ count: Int) {
        inspection.samples += count
        progress(inspection.samples)
    }

    /// Takes a place in the order of changes.
    func take(_ anchor: Int64) { withUnsafePointer(to: anchor) { take($0, count: 1) } }

    /// Marks change numbers as used.
    func take(_ places: UnsafePointer<Int64>, count: Int) {
        let newest = survey.state?.anchor ?? Int64.max
        var (doubled, beyond) = (0, 0)
        for index in 0..<count {
            if !anchors.insert(places[index]) { doubled += 1 }
            if places[index] <= 0 || places[index] > newest { beyond += 1 }
        }
        doubledAnchors += doubled
        anchorsBeyond += beyond
    }

    /// Notes an object under its UUID, when something names it.
    func found(_ identifier: Identifier, _ anchor: Int64) {
        guard let mark = marks[identifier] else { return }
        marks[identifier]?.found = max(mark.found ?? 0, anchor)
    }

    func origin(_ group: SampleGroup) -> StoreFinding.Origin {
        StoreFinding.Origin(type: group.type, source: group.source)
    }
}

extension StoreInspector {
    /// Checks SQLite's own structures, with SQLite's check.
    private func checkFile() {
        do {
            let lines = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
            // SQLite puts several complaints into one text, under a heading.
            let complaints = lines.flatMap { $0.split(separator: "\n") }.filter { $0 != "ok" && !$0.hasPrefix("***") }
            for complaint in complaints { note(.file, "SQLite finds the file malformed: \(complaint)") }
        } catch {
            note(.file, "SQLite can't check the file: \((error as? DatabaseError)?.message ?? "\(error)")")
        }
        checkVersions()
        do {
            let found = try StoreInspector.schema(database)
            let expected = try StoreInspector.expectedSchema()
            for (name, sql) in expected.sorted(by: { $0.key < $1.key }) {
                guard let actual = found[name] else {
                    // A store of an earlier program has these when it is next written to.
                    if OriginIndexes.schema[name] != nil { continue }
                    note(.table, "the table or index “\(name)” is missing")
                    continue
                }
                if actual != sql { note(.table, "the table or index “\(name)” has the wrong definition") }
            }
            for name in Set(found.keys).subtracting(expected.keys).sorted() {
                note(.table, "the file contains “\(name)”, which isn't part of a store")
            }
            let application = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            let version = try Int64.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            if application != StoreFormat.applicationID || version <= 0 {
                note(.file, "the file's mark of a health store is damaged")
            }
        } catch {
            note(.file, "the list of tables can't be read: \((error as? DatabaseError)?.message ?? "\(error)")")
        }
    }

    /// Pages of an encrypted file that were put back, those that hold nothing now among them.
    ///
    /// While another process has the store open, only pages that are read are checked: others may be in the log.
    private func checkVersions() {
        guard let handle = database.sqliteConnection else { return }
        var page: UInt32 = 0
        while true {
            _ = store_file_system_take_damage()
            let result = store_file_system_check_pages(UnsafeMutableRawPointer(handle), page + 1, &page)
            if result != SQLITE_OK {
                let reason = StoreError(sqlite: result, "no detail").reason()
                return note(.file, "the file's pages can't be looked at: \(reason)")
            }
            if page == 0 { return }
            let isList = store_file_system_last_damage().kind == STORE_DAMAGED_LIST
            note(.file, StoreError.damagedPage().reason())
            // The same is true of the pages listed in it.
            let listed = UInt32(4096 / 8)
            if isList { page = (page + listed - 1) / listed * listed }
        }
    }

    private static func schema(_ database: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(database, sql: "SELECT type, name, sql FROM sqlite_master")
        var schema: [String: String] = [:]
        for row in rows {
            let name: String? = row["name"]
            let sql: String? = row["sql"]
            // SQLite keeps statistics in additional tables if they were requested.
            guard let name, !name.hasPrefix("sqlite_stat") else { continue }
            schema[name] = sql ?? ""
        }
        return schema
    }

    private static func expectedSchema() throws -> [String: String] {
        let queue = try DatabaseQueue()
        return try queue.inDatabase { database in
            try StoreFormat.create(database)
            return try schema(database)
        }
    }

    /// Notes unreadable parts of the small tables, and inconsistencies in the dictionaries and counters.
    private func checkSurvey() {
        for (table, outcome) in survey.damage { note(table, outcome) }
        for kind in DictionaryKind.allCases {
            let present = Set(survey.entries.keys.filter { DictionaryKey.kind(of: $0) == kind.rawValue })
            let altered = survey.alteredEntries.filter { DictionaryKey.kind(of: $0) == kind.rawValue }
            let missing = Int(survey.lastNumber(of: kind)) - present.union(altered).count
            if !altered.isEmpty {
                let count = altered.count
                note(
                    .dictionary,
                    "\(count) \(kind.words(count)) \(count == 1 ? "is" : "are") not as stored",
                    count: count
                )
            }
            if missing > 0 {
                let verb = missing == 1 ? "is" : "are"
                note(.dictionary, "\(missing) \(kind.words(missing)) \(verb) missing", count: missing)
            }
        }
        let strange = survey.entries.keys.count(where: { DictionaryKind(rawValue: DictionaryKey.kind(of: $0)) == nil })
        if strange > 0 { note(.dictionary, "\(strange) entries belong to no dictionary", count: strange) }
        if !survey.indexedGroups.isEmpty {
            let count = survey.indexedGroups.count
            note(.group, "the counts of \(count) groups of samples are missing", count: count)
        }
        if survey.state == nil { note(.counters, "the store's counters are missing") }
    }

    private func checkAnchors() {
        if doubledAnchors > 0 {
            note(
                .anchors,
                "\(doubledAnchors.of("place in the order of changes is", "places in the order of changes are")) taken twice",
                count: doubledAnchors
            )
        }
        if anchorsBeyond > 0 {
            note(
                .anchors,
                "\(anchorsBeyond.of("object lies", "objects lie")) beyond the newest change of the store",
                count: anchorsBeyond
            )
        }
        guard let state = survey.state else { return }
        if let largest = survey.columnNumbers.last, largest > state.batch {
            note(.counters, "the counter of batches is \(state.batch), but there is a batch \(largest)")
        }
        if let largest = survey.runs.last?.id, largest > state.run {
            note(.counters, "the counter of index runs is \(state.run), but there is a run \(largest)")
        }
        if survey.recent.count > state.recent {
            note(.counters, "the counter of new UUIDs is \(state.recent), but there are \(survey.recent.count)")
        }
        let newest = survey.groups.values.map(\.commits).max() ?? 0
        if newest > state.commits {
            note(.counters, "the counter of commits is \(state.commits), but a group names commit \(newest)")
        }
    }

    /// Values and the list of their namespaces.
    private func checkSettings() throws {
        note("value", try reader.forEachValue { _, _, _ in })
        var newest: Int64 = 0
        note("namespace", try reader.forEachNamespace { newest = max(newest, $1) })
        if let state = survey.state, newest > state.commits {
            note(.counters, "the counter of commits is \(state.commits), but a setting names commit \(newest)")
        }
    }
}

extension DictionaryKind {
    /// The readable name of entries of the dictionary.
    func words(_ count: Int) -> String {
        let isOne = count == 1
        return switch self {
        case .type: isOne ? "name of a type" : "names of types"
        case .unit: isOne ? "name of a unit" : "names of units"
        case .source: isOne ? "name of a source" : "names of sources"
        case .revision: isOne ? "description of a source's version" : "descriptions of sources' versions"
        case .device: isOne ? "description of a device" : "descriptions of devices"
        case .metadata: isOne ? "set of metadata" : "sets of metadata"
        }
    }
}

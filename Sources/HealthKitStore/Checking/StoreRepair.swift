import Foundation
import GRDB

/// Help for a repair from code that knows the meaning of a store's dictionaries.
package struct RepairAids: Sendable {
    /// Entries that may have been in a dictionary: one whose hash a lost entry had takes its place.
    ///
    /// It receives the readable entries and returns the ones that can be derived from them.
    package var candidates:
        @Sendable ([(kind: DictionaryKind, bytes: [UInt8])]) -> [(kind: DictionaryKind, bytes: [UInt8])]

    /// A substitute for a lost entry; nil if there is none, in which case everything that names the entry is lost with it.
    package var substitute: @Sendable (DictionaryKind, Int32) -> [UInt8]?

    /// The roles of links whose parent may be outside the store.
    package var looseRoles: Set<Int> = []

    /// The roles of links whose child has no children of the same role.
    package var flatRoles: Set<Int> = []

    /// Creates aids.
    package init(
        candidates:
            @escaping @Sendable ([(kind: DictionaryKind, bytes: [UInt8])]) -> [(kind: DictionaryKind, bytes: [UInt8])] =
            {
                _ in []
            },
        substitute: @escaping @Sendable (DictionaryKind, Int32) -> [UInt8]? = { _, _ in nil },
        looseRoles: Set<Int> = [],
        flatRoles: Set<Int> = []
    ) {
        self.candidates = candidates
        self.substitute = substitute
        self.looseRoles = looseRoles
        self.flatRoles = flatRoles
    }
}

/// The results of a repair: the data that it saved, and the data that it could not.
package struct StoreRepairReport: Sendable, Hashable {
    /// The number of samples in the new store.
    package var samples = 0
    package var records = 0
    package var tombstones = 0
    package var links = 0
    package var values = 0
    /// The problems of the damaged store.
    package var findings: [StoreFinding] = []
    /// The data missing from the new store.
    package var lost: [StoreFinding] = []
    /// The data that is there, but changed.
    package var changed: [StoreFinding] = []
    /// The names of types and sources in the store, by number.
    package var names = EntryNames()
    /// The problems of the new store; none, unless this program has a bug.
    package var remaining: [StoreFinding] = []

    /// Creates an empty report.
    package init() {}
}

extension SampleStore {
    /// Recovers as much as possible of a damaged store into a new one; the damaged one is only read.
    ///
    /// Everything keeps its UUID, its change number and its numbers in the dictionaries. Counts, the index of UUIDs and
    /// headers are rebuilt from the samples.
    ///
    /// - Parameters:
    ///   - damaged: the file of the damaged store.
    ///   - key: the key of an encrypted one; nil for the one that the process was given otherwise. The new store is encrypted
    ///     with it, too.
    ///   - path: where the new store is to be.
    ///   - replaces: whether it may take the place of a file that is there.
    ///   - aids: Knowledge about the entries of dictionaries.
    ///   - progress: called with the samples read and with the samples written, now and then.
    /// - Returns: The recovered and the lost data.
    /// - Throws: ``StoreError``; then there is no new store.
    package static func repair(
        _ damaged: String,
        key: SecretBytes? = nil,
        to path: String,
        replacing replaces: Bool = false,
        aids: RepairAids = RepairAids(),
        progress: @escaping (_ read: Int, _ written: Int) -> Void = { _, _ in }
    ) throws -> StoreRepairReport {
        try StoreError.mapped(path: damaged) {
            try DamagedFile.requireFile(damaged)
            let file = try NewFile(at: path, replacing: replaces, madeFrom: damaged)
            do {
                let report = try repair(damaged, key, into: file, aids, progress)
                try file.finish()
                return report
            } catch {
                file.discard()
                throw error
            }
        }
    }

    private static func repair(
        _ damaged: String,
        _ key: SecretBytes?,
        into file: NewFile,
        _ aids: RepairAids,
        _ progress: @escaping (Int, Int) -> Void
    ) throws -> StoreRepairReport {
        var report = StoreRepairReport()
        var options = InspectionOptions()
        options.looseRoles = aids.looseRoles
        options.flatRoles = aids.flatRoles
        options.keepsTexts = true
        let source = try DamagedFile.openForRepair(damaged, key, scratch: file.temporaryPath + "-copy")
        defer { source.close() }
        var configuration = StoreConnections.configuration(StoreOptions())
        configuration.prepareDatabase { database in
            try StoreFormat.configure(database, checkpointPages: StoreOptions().checkpointPages)
            try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        }
        var opening = StoreFileSystem.Opening()
        // It is there already, unless the end of the process removed it.
        opening.mayMake = false
        let fileHeader = try StoreFileSystem.standard.fileHeader(damaged)
        opening.store = fileHeader.storeID
        opening.key = try DamagedFile.key(damaged, fileHeader, key)
        let target = try DatabaseQueue(
            path: StoreFileSystem.standard.uri(file.temporaryPath, opening),
            configuration: configuration
        )
        defer { target.release() }
        try target.inDatabase { try StoreFormat.create($0) }
        try source.queue.inSnapshot { damaged in
            let inspector = try StoreInspector.run(damaged, options) { progress($0, 0) }
            report.findings = source.findings + inspector.inspection.findings
            guard !source.isRebuilt || !inspector.survey.entries.isEmpty else { throw DamagedFile.notAStore }
            try target.inDatabase { new in
                try new.execute(sql: "BEGIN IMMEDIATE")
                let repair = try StoreRepair(inspector, new, aids) { progress(inspector.inspection.samples, $0) }
                try repair.run()
                try new.execute(sql: "COMMIT")
                report.take(repair)
            }
        }
        report.remaining = try target.inSnapshot { try StoreInspector.run($0, options) { _ in }.inspection.findings }
        return report
    }
}

extension StoreRepairReport {
    fileprivate mutating func take(_ repair: StoreRepair) {
        (samples, records, tombstones) = (repair.samples, repair.records, repair.tombstones)
        (links, values) = (repair.links, repair.values)
        (lost, changed) = (repair.lost.complete, repair.changed.complete)
        names = EntryNames(repair.survey)
    }
}

/// Writes the readable part of one store into another.
final class StoreRepair {
    let reader: SalvageReader
    let batch: BatchReader
    let writer: StoreWriter
    let aids: RepairAids
    /// Lost entries of dictionaries that have a substitute.
    var substituted: Set<Int64> = []
    /// UUIDs that more than one object has.
    let doubled: Set<Identifier>
    var lost = FindingList()
    var changed = FindingList()
    var samples = 0
    var records = 0
    var tombstones = 0
    var links = 0
    var values = 0
    /// The groups of the new store.
    var groups: [Int64: SampleGroup] = [:]
    var anchors = AnchorSet()
    /// The places in the order of changes of the damaged store.
    private let taken: AnchorSet
    /// Doubled UUIDs that are in the new store.
    var settled: Set<Identifier> = []
    /// UUIDs that links and deletions refer to, with the change numbers of the objects stored under them.
    var marks: [Identifier: Int64?] = [:]
    let progress: (Int) -> Void

    init(
        _ inspector: StoreInspector,
        _ target: Database,
        _ aids: RepairAids,
        _ progress: @escaping (Int) -> Void
    ) throws {
        reader = inspector.reader
        batch = BatchReader(inspector.reader)
        doubled = inspector.doubled
        taken = inspector.anchors
        marks = inspector.marks.mapValues { _ in nil }
        self.aids = aids
        self.progress = progress
        writer = try StoreWriter(
            target,
            dictionaryCache: DictionaryCache(),
            identityFilter: IdentityFilterBox(),
            options: StoreOptions()
        )
    }

    var survey: StoreSurvey { reader.survey }

    func run() throws {
        let known = reader.survey.state
        let limit = StoreRepair.anchorLimit(taken: taken.count)
        let counter = known.flatMap { (0...limit).contains($0.anchor) ? $0.anchor : nil }
        // New places in the order of changes come behind every old one, those that apps remember among them.
        writer.state.anchor = max(counter ?? 0, taken.largest(upTo: limit))
        if counter == nil { writer.state.anchor += 1 << 20 }
        writer.state.commits = max(known?.commits ?? 0, survey.groups.values.map(\.commits).max() ?? 0) + 1
        try writer.change {
            try saveDictionary()
            try makeGroups()
            try saveSamples()
            try saveRecords()
            try finishGroups()
            try saveTombstones()
            try saveLinks()
            try saveValues()
            try writer.flushIdentities()
        }
        try writer.state.save(writer.connection)
    }

    /// The largest place in the order of changes that is believable: each object takes one, and one more when it goes.
    private static func anchorLimit(taken: Int) -> Int64 { 64 * Int64(taken) + 1 << 24 }

    func lose(_ kind: StoreFinding.Kind, _ text: String, count: Int? = nil) {
        lost.close()
        lost.add(StoreFinding(kind, text, count: count))
    }

    func change(_ kind: StoreFinding.Kind, _ text: String, count: Int? = nil) {
        changed.close()
        changed.add(StoreFinding(kind, text, count: count))
    }

    /// An object's place in the new store: its own, or a new one when that is taken or makes no sense.
    func place(_ anchor: Int64) -> Int64 {
        if anchor > 0, anchor <= writer.state.anchor, anchors.insert(anchor) { return anchor }
        let new = writer.nextAnchor()
        _ = anchors.insert(new)
        return new
    }

    /// Records the object stored under a referenced UUID.
    func found(_ identifier: Identifier, _ anchor: Int64) {
        if marks[identifier] != nil { marks[identifier] = .some(anchor) }
    }
}

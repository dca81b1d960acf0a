import CStoreFileSystem
import GRDB

/// What reading a whole store found.
package struct StoreInspection: Sendable, Hashable {
    /// How many types have data.
    package var types = 0
    /// How many samples were read, records among them.
    package var samples = 0
    /// How many records were read.
    package var records = 0
    /// How many transactions have changed the store; nil when that can't be read.
    package var commits: Int64?
    /// How many had when it was last written to here, when the file is an earlier one: a backup, or one that was put back.
    package var commitsSeen: Int64?
    /// What is wrong; empty for a store that is whole.
    package var findings: [StoreFinding] = []
    /// What the types and sources of findings are called.
    package var names = EntryNames()

    /// Creates an empty inspection.
    package init() {}
}

/// The dictionary entries of types and sources, as far as they can be read.
package struct EntryNames: Sendable, Hashable {
    /// The bytes of types, by number.
    package var types: [TypeID: [UInt8]] = [:]
    /// The bytes of sources, by number.
    package var sources: [SourceID: [UInt8]] = [:]

    /// Creates names of nothing.
    package init() {}

    init(_ survey: StoreSurvey) {
        for (key, entry) in survey.entries {
            switch DictionaryKind(rawValue: DictionaryKey.kind(of: key)) {
            case .type: types[TypeID(number: DictionaryKey.number(of: key))] = entry.bytes
            case .source: sources[SourceID(number: DictionaryKey.number(of: key))] = entry.bytes
            default: break
            }
        }
    }
}

/// How a whole store is read.
package struct InspectionOptions: Sendable {
    /// The roles of links whose parent need not be an object of the store.
    ///
    /// Default: none.
    package var looseRoles: Set<Int> = []

    /// The roles of links whose child has no children of the same role.
    ///
    /// Default: none.
    package var flatRoles: Set<Int> = []

    /// Whether the texts of all dictionary entries are kept in memory, for a repair.
    var keepsTexts = false

    /// Creates the default options.
    package init() {}
}

extension SampleStore {
    /// Reads everything in the store and holds it against its own checksums, counts, dictionaries, links and index.
    ///
    /// - Parameters:
    ///   - options: what counts as wrong.
    ///   - progress: called with the samples read so far, now and then.
    /// - Returns: what was found; damage is no error.
    /// - Throws: ``StoreError`` when the store can't be read at all.
    package func inspect(
        _ options: InspectionOptions = InspectionOptions(),
        progress: @escaping (Int) -> Void = { _ in }
    ) throws -> StoreInspection {
        try read { reader in
            try StoreInspector.run(reader.connection.database, options, progress).inspection
        }
    }

    /// Does the same for the file of a store that may be too damaged to open.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - key: the key of an encrypted one; nil for the one that the process was given otherwise.
    ///   - options: what counts as wrong.
    ///   - progress: called with the samples read so far, now and then.
    /// - Returns: what was found; damage is no error.
    /// - Throws: ``StoreError`` with code `cannotOpen`, `notPermitted`, `notAStore`, `newerFormat`, `locked` or
    ///   `wrongKey`.
    package static func inspect(
        path: String,
        key: SecretBytes? = nil,
        _ options: InspectionOptions = InspectionOptions(),
        progress: @escaping (Int) -> Void = { _ in }
    ) throws -> StoreInspection {
        try StoreError.mapped(path: path) {
            switch try DamagedFile.open(path, key: key) {
            case .readable(let queue, let findings):
                defer {
                    queue.letGo()
                    StoreFile.removeEmptyLog(of: path)
                }
                var inspection = try queue.inSnapshot { try StoreInspector.run($0, options, progress).inspection }
                inspection.findings.insert(contentsOf: findings, at: 0)
                inspection.commitsSeen = laterCommits(path, than: inspection.commits)
                return inspection
            case .unreadable(let reason):
                var inspection = StoreInspection()
                inspection.findings = [StoreFinding(.file, "the file can't be read as a database: \(reason)")]
                return inspection
            }
        }
    }
}

extension SampleStore {
    /// How many transactions had changed an encrypted store when it was last written to here, when that is more.
    private static func laterCommits(_ path: String, than commits: Int64?) -> Int64? {
        // It was opened just now: what can't be looked at any more is gone, and nobody put an earlier one in its place.
        guard let commits, let look = try? StoreFileSystem.standard.look(path), look.cipher != 0,
            let id = look.storeID, let seen = SeenStores.commits(of: id), seen > commits
        else { return nil }
        return seen
    }
}

extension DatabaseQueue {
    /// Reads one consistent state, outside of the library's own transactions, which damage can upset.
    func inSnapshot<T>(_ body: (Database) throws -> T) throws -> T {
        try inDatabase { database in
            try database.execute(sql: "BEGIN DEFERRED")
            // Nothing was changed, so that nothing can be lost at the end.
            defer { try? database.execute(sql: "COMMIT") }
            return try body(database)
        }
    }
}

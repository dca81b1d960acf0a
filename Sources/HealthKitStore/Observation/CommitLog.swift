import GRDB

/// The store's record of its latest commits.
struct CommitLog: Sendable {
    /// The newest commit.
    var newest: Int64
    /// The types that changed, each with the commit that last changed it.
    var types: [(type: TypeID, commit: Int64)]
    /// The namespaces that changed, each with the commit that last changed it.
    var namespaces: [(name: String, commit: Int64)]

    /// Reads what changed after a commit; nothing but the counter when it is the newest.
    static func changes(in database: Database, after commit: Int64?) throws -> CommitLog {
        let connection = Connection(database)
        let isNested = database.isInsideTransaction
        if !isNested { try connection.query(.beginRead).run() }
        // Nothing was changed, so that nothing can be lost at the end.
        defer { if !isNested { try? connection.query(.commit).run() } }
        var log = CommitLog(newest: try StoreState.load(connection).commits, types: [], namespaces: [])
        guard let commit, log.newest > commit else { return log }
        let groups = try connection.query(.groupsChanged)
        defer { groups.reset() }
        groups.bind(commit, at: 1)
        while try groups.step() { log.types.append((groups.entryID(0), groups.int64(1))) }
        let names = try connection.query(.namespacesChanged)
        defer { names.reset() }
        names.bind(commit, at: 1)
        while try names.step() {
            log.namespaces.append((String(decoding: names.unownedBytes(0), as: UTF8.self), names.int64(1)))
        }
        return log
    }
}

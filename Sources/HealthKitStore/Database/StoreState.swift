/// The store's counters, in one row.
struct StoreState: Equatable {
    /// The newest anchor.
    var anchor: Int64
    /// The newest batch's number.
    var batch: Int64
    /// The newest identity run's number.
    var run: Int64
    /// The number of entries added to the UUID index since its last run.
    var recent: Int64
    /// The number of transactions that changed the store.
    var commits: Int64

    static func load(_ connection: Connection) throws -> StoreState {
        let query = try connection.query(.state)
        defer { query.reset() }
        guard try query.step() else { throw StoreError.damaged("its counters are missing") }
        return StoreState(
            anchor: query.int64(0),
            batch: query.int64(1),
            run: query.int64(2),
            recent: query.int64(3),
            commits: query.int64(4)
        )
    }

    func save(_ connection: Connection) throws {
        let query = try connection.query(.updateState)
        query.bind(anchor, at: 1)
        query.bind(batch, at: 2)
        query.bind(run, at: 3)
        query.bind(recent, at: 4)
        query.bind(commits, at: 5)
        try query.run()
    }
}

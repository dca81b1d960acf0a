import GRDB

/// A consistent view of a store for the length of one transaction.
///
/// Use it only inside the closure that it was given to. Its closures may call back into it.
package class StoreReader: BatchSource {
    let connection: Connection
    let dictionaryCache: DictionaryCache
    let decodingPool: DecodingPool
    /// The number of rows examined in searches for UUIDs: the cost of these, apart from how many were sought.
    package var searchedRows = 0
    private(set) lazy var identityBlock = IdentityBlock()
    private var freeBatches: [BatchReader] = []
    /// Whether there are indexes by type and source, where this transaction has looked.
    var originIndexes: Bool?
    let knownIndexes: OriginIndexes.Knowledge
    private var thisFormat: Bool?

    init(
        _ database: Database,
        dictionaryCache: DictionaryCache,
        decodingPool: DecodingPool,
        knownIndexes: OriginIndexes.Knowledge = OriginIndexes.Knowledge()
    ) {
        connection = Connection(database)
        self.knownIndexes = knownIndexes
        self.dictionaryCache = dictionaryCache
        self.decodingPool = decodingPool
    }

    /// The newest anchor of the store; 0 if nothing was ever stored.
    package var currentAnchor: Int64 {
        get throws { try StoreState.load(connection).anchor }
    }

    /// Runs `body`, which goes through much of the file once, with a connection that keeps little of it in memory.
    ///
    /// Those that read an encrypted store keep much of it otherwise.
    ///
    /// - Parameters:
    ///   - kilobytes: How much it keeps.
    ///   - body: Reads.
    /// - Returns: What `body` returns.
    /// - Throws: The errors of `body`, and the database's error.
    package func keepingLittle<T>(kilobytes: Int = 2048, _ body: () throws -> T) throws -> T {
        let database = connection.database
        let kept = try Int.fetchOne(database, sql: "PRAGMA cache_size") ?? -2048
        try database.execute(sql: "PRAGMA cache_size = -\(kilobytes)")
        // If the cache stays small, reading is slower.
        defer { try? database.execute(sql: "PRAGMA cache_size = \(kept)") }
        return try body()
    }

    /// Runs `body` with a reader of batches whose buffers are kept for use after use.
    func withBatchReader<T>(_ body: (BatchReader) throws -> T) rethrows -> T {
        let batch = freeBatches.popLast() ?? BatchReader(self)
        defer { freeBatches.append(batch) }
        return try body(batch)
    }

    /// Whether the file is of the format that this program writes: one of an earlier format may be read by programs that know
    /// neither packed deletions nor sums by the hour.
    func isOfThisFormat() throws -> Bool {
        if let thisFormat { return thisFormat }
        let query = try connection.query(.format)
        defer { query.reset() }
        let found = try query.step() && query.int64(0) >= StoreFormat.version
        thisFormat = found
        return found
    }

    /// Writes the deletions that wait for it, before others are read.
    func settleTombstones() throws {}

    /// An entry that this transaction sees but others may not yet.
    func uncommittedEntry(_ key: Int64) -> DictionaryCache.Entry? { nil }

    /// Keeps an entry that was read.
    func remember(_ entry: DictionaryCache.Entry, key: Int64) {
        dictionaryCache.insert(entry, key: key)
    }
}

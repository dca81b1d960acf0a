import GRDB

/// A consistent view of a store for the length of one transaction.
///
/// Use it only inside the closure that it was given to. Its closures may call back into it.
package class StoreReader {
    let connection: Connection
    let dictionaryCache: DictionaryCache
    let decodingPool: DecodingPool
    /// How many rows were gone through in search of UUIDs: what they cost, beside how many were sought.
    package var searchedRows = 0
    private(set) lazy var identityBlock = IdentityBlock()
    private var freeBatches: [BatchReader] = []
    /// Whether there are indexes by type and source, once it was looked.
    var originIndexes: Bool?

    init(_ database: Database, dictionaryCache: DictionaryCache, decodingPool: DecodingPool) {
        connection = Connection(database)
        self.dictionaryCache = dictionaryCache
        self.decodingPool = decodingPool
    }

    /// The newest anchor of the store; 0 when nothing was ever stored.
    package var currentAnchor: Int64 {
        get throws { try StoreState.load(connection).anchor }
    }

    /// Runs `body` with a reader of batches whose buffers are kept for use after use.
    func withBatchReader<T>(_ body: (BatchReader) throws -> T) rethrows -> T {
        let batch = freeBatches.popLast() ?? BatchReader(self)
        defer { freeBatches.append(batch) }
        return try body(batch)
    }

    /// An entry that this transaction sees but others may not yet.
    func uncommittedEntry(_ key: Int64) -> DictionaryCache.Entry? { nil }

    /// Keeps an entry that was read.
    func remember(_ entry: DictionaryCache.Entry, key: Int64) {
        dictionaryCache.insert(entry, key: key)
    }
}

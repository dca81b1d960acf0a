import GRDB
import Synchronization

/// The indexes by type and source, of records and tombstones in the order of anchors and of times, of batches in the order of
/// anchors: the changes of one source are found without stepping over those of others, so that the time for a query reveals
/// nothing of them, nor over earlier changes.
///
/// Stores that an earlier program made have none until they are next opened for writing; reading does without.
enum OriginIndexes {
    /// The statements that make them, by name.
    static let schema = [
        "record_origin": "CREATE INDEX record_origin ON record(type, source)",
        "record_origin_time": "CREATE INDEX record_origin_time ON record(type, source, start)",
        "batch_origin": "CREATE INDEX batch_origin ON batch(sample_group, anchor_max, anchor_min)",
        "tombstone_origin": "CREATE INDEX tombstone_origin ON tombstone(type, source)",
    ]

    /// SQL that counts the indexes.
    static let countingSQL =
        """
        SELECT count(*) FROM sqlite_master
        WHERE type = 'index' AND name IN ('record_origin', 'record_origin_time', 'batch_origin', 'tombstone_origin')
        """

    /// Makes those that are missing.
    ///
    /// If the store can't be written now, because another process writes or the disk is full, it stays unchanged and
    /// ``Mishap`` reports it: until the indexes exist, response times reveal what they would hide.
    ///
    /// - Returns: whether all of them are there.
    static func add(to connections: StoreConnections) -> Bool {
        let made: Void? = Mishap.attempt("indexes") {
            if try connections.read({ try Int.fetchOne($0, sql: countingSQL) }) == schema.count { return }
            try connections.write { database in
                try database.inTransaction(.immediate) {
                    let listing = "SELECT name FROM sqlite_master WHERE type = 'index'"
                    let names = try String.fetchSet(database, sql: listing)
                    for (name, sql) in schema where !names.contains(name) { try database.execute(sql: sql) }
                    return .commit
                }
            }
        }
        return made != nil
    }

    /// The known state of the indexes, for all transactions of an open store: once they are there, they stay.
    final class Knowledge: Sendable {
        private let found = Atomic(false)

        /// Whether all of them have been found.
        var areThere: Bool { found.load(ordering: .relaxed) }

        /// Notes that all of them have been found.
        func note() { found.store(true, ordering: .relaxed) }
    }
}

#if DEBUG
/// A transaction's own account of its changes, kept in debug builds to check the transaction before it commits.
///
/// Only changes are compared with changes: damage that was in the file before is a matter of the doctor's and no
/// mistake of the writer's.
struct WriteLedger {
    /// The rows added to a group's batches minus the removed ones.
    var rows: [Int64: Int] = [:]
    /// The records added to a group minus the removed ones.
    var records: [Int64: Int] = [:]
    /// The numbers added to the counts of groups.
    var counted: [Int64: Int] = [:]
    /// The numbers added to the counts by version and device, by type and source.
    var provenance: [CountedTruth.Origin: Int] = [:]
    /// Types and sources of the groups.
    var origins: [Int64: CountedTruth.Origin] = [:]
    /// Batches that were written last, by number.
    var batches: [Int64: BatchHeader] = [:]
    /// Entries of the UUID index that were written last.
    var identities: [IdentityIndex.Entry] = []
    /// The counters before.
    var before: StoreState?

    /// The most batches and the most index entries that are read again in one commit.
    static let limit = 4
}
#endif

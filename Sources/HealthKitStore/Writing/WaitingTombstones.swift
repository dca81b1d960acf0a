/// Deletions of a transaction that are not written yet, and those that are to go.
struct WaitingTombstones {
    /// In the order of changes.
    var rows: [TombstoneOrigin: TombstoneRows] = [:]
    /// The number of rows.
    var count = 0
    /// The places of written deletions to remove; none of them waits.
    var removed = AnchorRanges()

    var isEmpty: Bool { count == 0 && removed.isEmpty }
}

/// Deletions of a transaction that are not written yet, and those that are to go.
struct WaitingTombstones {
    /// In the order of changes.
    var rows: [TombstoneOrigin: TombstoneRows] = [:]
    /// How many there are.
    var count = 0
    /// Where those stand that are to go; none of them waits.
    var removed = AnchorRanges()

    var isEmpty: Bool { count == 0 && removed.isEmpty }
}

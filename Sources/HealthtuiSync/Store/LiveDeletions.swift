/// The deletions that hold, by what they name.
struct LiveDeletions {
    private var byRoot: [SyncID: [SyncID]] = [:]
    private var incarnations: [SyncedIdentifier.Key: UInt64] = [:]

    init(_ state: SyncState) {
        for deletion in state.liveDeletions {
            for root in deletion.roots { byRoot[root, default: []].append(deletion.id) }
        }
        for deletion in state.deletions.values {
            for floor in deletion.floors {
                let next = floor.incarnation == .max ? .max : floor.incarnation + 1
                incarnations[floor.key] = max(incarnations[floor.key] ?? 0, next)
            }
        }
    }

    func deletions(of root: SyncID) -> [SyncID] { byRoot[root] ?? [] }

    /// Whether nobody deleted a sample, and an undo took it away: an import brings it again.
    func isUndone(_ root: SyncID) -> Bool {
        guard let deletions = byRoot[root] else { return false }
        return deletions.allSatisfy(\.isOfUndo)
    }

    /// The incarnation of a save: one above the highest of the deletions known for its identifier.
    func incarnation(_ key: SyncedIdentifier.Key) -> UInt64 { incarnations[key] ?? 0 }
}

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

    /// The incarnation of a save: one above the highest of the deletions known for its identifier.
    func incarnation(_ key: SyncedIdentifier.Key) -> UInt64 { incarnations[key] ?? 0 }

    /// Undoes the deletions of samples; what else these named is deleted again.
    func restores(of roots: Set<SyncID>, _ state: SyncState) -> [Entry] {
        let undone = Set(roots.flatMap { deletions(of: $0) })
        return undone.sorted()
            .flatMap { id -> [Entry] in
                guard let deletion = state.deletions[id] else { return [] }
                let carried = deletion.versions.filter { roots.contains($0.root) }.sorted()
                    .compactMap { state.versions[$0.root]?[$0] }
                var entries: [Entry] = [.restore(Restore(deletion: id, versions: carried))]
                let identifiers = Set(carried.compactMap(\.identifier?.key))
                let rest = Deletion(
                    id: .random(),
                    roots: deletion.roots.subtracting(roots),
                    versions: deletion.versions.filter { !roots.contains($0.root) },
                    floors: deletion.floors.filter { !identifiers.contains($0.key) }
                )
                if !rest.roots.isEmpty { entries.append(.deletion(rest)) }
                return entries
            }
    }
}

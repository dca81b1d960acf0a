/// What edited samples of a store have become: one thing here, and others where other devices edited them too.
struct Successors {
    /// By every earlier version: a sample that came back after a deletion may know the last one alone.
    private var ids: [SyncID: Set<SyncID>] = [:]

    /// Notes what a version has become.
    mutating func add(_ id: SyncID, after earlier: SyncID) { ids[earlier, default: []].insert(id) }

    /// Whether a version has become another.
    func has(_ id: SyncID) -> Bool { ids[id] != nil }

    /// What a sample has become, whichever of its versions it was made of.
    ///
    /// - Parameters:
    ///   - root: The first version.
    ///   - versions: All that the group knows of; `nil` for none.
    /// - Returns: The identities of what it has become.
    func of(_ root: SyncID, _ versions: VersionSet?) -> Set<SyncID> {
        if ids.isEmpty { return [] }
        var found = ids[root] ?? []
        for name in versions?.keys ?? [] where name.id != root { found.formUnion(ids[name.id] ?? []) }
        return found
    }
}

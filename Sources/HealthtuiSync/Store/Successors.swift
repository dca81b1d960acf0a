/// The successors of a store's edited samples: one here, and others if other devices edited them too.
struct Successors {
    /// By every earlier version: a sample that came back after a deletion may know the last one alone.
    private var ids: [SyncID: Set<SyncID>] = [:]

    /// Notes what a version has become.
    mutating func add(_ id: SyncID, after earlier: SyncID) { ids[earlier, default: []].insert(id) }

    /// Whether a version has become another.
    func has(_ id: SyncID) -> Bool { ids[id] != nil }

    /// The successors of a sample, whichever of its versions they were made from.
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

/// The part of a group's state that some keys depend on.
///
/// For them it equals the whole state.
package struct WorkingState {
    package private(set) var state = SyncState()
    /// The devices whose logs have an imported sample, by the sample's identity.
    package private(set) var senders: [SyncID: Set<SyncID>] = [:]
    private var wanted = EntryKeySet()

    /// Begins with nothing.
    package init() {}

    /// Begins with deletions that are known to be undone: their undo may be in many files and isn't searched for.
    init(undone: Set<SyncID>) {
        if undone.isEmpty { return }
        state.cancel(undone)
        wanted.formUnion(Set(undone.map(EntryKey.restore)))
    }

    /// Loads the entries of some keys, and all that those depend on.
    ///
    /// - Parameters:
    ///   - entryKeys: What is needed.
    ///   - kept: The files.
    ///   - known: The files that are known to have the keys.
    /// - Throws: ``SyncError`` for a file that can't be read, ``StoreError``.
    package mutating func load(
        _ entryKeys: some Sequence<EntryKey>,
        _ kept: some CachedSegments,
        _ known: KnownFiles = KnownFiles()
    ) throws {
        var known = known
        var next = wanted.missing(of: Set(entryKeys))
        while !next.isEmpty {
            wanted.formUnion(next)
            var found: Set<EntryKey> = []
            let files = try known.files(speakingOf: next, kept)
            try kept.read(files) { segment, entries in
                for entry in entries { take(entry, of: segment.header.device, &found) }
            }
            for entry in kept.pending { take(entry, of: kept.device, &found) }
            next = wanted.missing(of: found)
        }
    }

    /// Merges the wanted part of an entry, and collects what it depends on.
    private mutating func take(_ entry: Entry, of device: SyncID, _ found: inout Set<EntryKey>) {
        switch entry {
        case .sample(let version):
            guard version.entryKeys.contains(where: wanted.contains) else { return }
            take(version, of: device, &found)
        case .rows(let rows):
            for row in 0..<rows.count {
                var isWanted = false
                rows.forEachEntryKey(row) { if wanted.contains($0) { isWanted = true } }
                if isWanted { take(rows.version(row), of: device, &found) }
            }
        case .deletion(let deletion): take(deletion, &found)
        case .restore(let restore): take(restore, &found)
        case .link(let link):
            guard isWanted(link) else { return }
            state.merge(entry)
            note(link, &found)
        case .register(let register):
            guard wanted.contains(.register(register.key)) else { return }
            state.merge(entry)
            found.formUnion(Register.related(to: register.key).map(EntryKey.register))
        case .duplicate(let duplicate):
            guard wanted.contains(.sample(duplicate.hidden)) || wanted.contains(.sample(duplicate.shown)) else {
                return
            }
            state.merge(entry)
            found.insert(.sample(duplicate.hidden))
            found.insert(.sample(duplicate.shown))
        case .piece(let piece): if wanted.contains(.payload(piece.whole)) { state.merge(entry) }
        case .heads, .replaced: break
        }
    }

    private mutating func take(_ version: SyncedVersion, of device: SyncID, _ found: inout Set<EntryKey>) {
        state.merge(.sample(version))
        if version.isImported { senders[version.root, default: []].insert(device) }
        found.formUnion(version.entryKeys)
    }

    private mutating func take(_ deletion: Deletion, _ found: inout Set<EntryKey>) {
        let isWhole = wanted.contains(.deletion(deletion.id))
        var part = deletion
        if !isWhole {
            part.roots = deletion.roots.filter { wanted.contains(.sample($0)) }
            part.versions = deletion.versions.filter { wanted.contains(.sample($0.root)) }
            part.floors = deletion.floors.filter { wanted.contains(.identifier($0.key)) }
            if part.roots.isEmpty, part.versions.isEmpty, part.floors.isEmpty { return }
        }
        state.merge(.deletion(part))
        found.insert(.restore(deletion.id))
    }

    private mutating func take(_ restore: Restore, _ found: inout Set<EntryKey>) {
        var part = restore
        part.versions = restore.versions.filter { $0.entryKeys.contains(where: wanted.contains) }
        part.links = restore.links.filter(isWanted)
        guard wanted.contains(.restore(restore.deletion)) || !part.versions.isEmpty || !part.links.isEmpty else {
            return
        }
        state.merge(.restore(part))
        for version in part.versions { found.formUnion(version.entryKeys) }
        for link in part.links { note(link, &found) }
    }

    private func isWanted(_ link: SyncedLink) -> Bool {
        wanted.contains(.sample(link.name.parent)) || wanted.contains(.sample(link.name.child))
    }

    private func note(_ link: SyncedLink, _ found: inout Set<EntryKey>) {
        found.insert(.sample(link.name.parent))
        found.insert(.sample(link.name.child))
    }
}

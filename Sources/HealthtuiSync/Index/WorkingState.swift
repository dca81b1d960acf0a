/// The part of a group's state that some topics depend on.
///
/// For them it equals the whole state.
package struct WorkingState {
    package private(set) var state = SyncState()
    /// The devices whose logs have an imported sample, by the sample's identity.
    package private(set) var tellers: [SyncID: Set<SyncID>] = [:]
    private var wanted = TopicSet()

    /// Begins with nothing.
    package init() {}

    /// Begins with deletions that are known to be undone: their undo may be in many files and isn't searched for.
    init(undone: Set<SyncID>) {
        if undone.isEmpty { return }
        state.cancel(undone)
        wanted.formUnion(Set(undone.map(Topic.restore)))
    }

    /// Loads the entries of some topics, and all that those depend on.
    ///
    /// - Parameters:
    ///   - topics: What is needed.
    ///   - kept: The files.
    ///   - known: The files that are known to have the topics.
    /// - Throws: ``SyncError`` for a file that can't be read, ``StoreError``.
    package mutating func load(
        _ topics: some Sequence<Topic>,
        _ kept: some KeptSegments,
        _ known: KnownFiles = KnownFiles()
    ) throws {
        var known = known
        var next = wanted.missing(of: Set(topics))
        while !next.isEmpty {
            wanted.formUnion(next)
            var found: Set<Topic> = []
            let files = try known.files(speakingOf: next, kept)
            try kept.read(files) { segment, entries in
                for entry in entries { take(entry, of: segment.header.device, &found) }
            }
            for entry in kept.pending { take(entry, of: kept.device, &found) }
            next = wanted.missing(of: found)
        }
    }

    /// Merges the wanted part of an entry, and collects what it depends on.
    private mutating func take(_ entry: Entry, of device: SyncID, _ found: inout Set<Topic>) {
        switch entry {
        case .sample(let version):
            guard version.topics.contains(where: wanted.contains) else { return }
            take(version, of: device, &found)
        case .rows(let rows):
            for row in 0..<rows.count {
                var isWanted = false
                rows.forEachTopic(row) { if wanted.contains($0) { isWanted = true } }
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
            found.formUnion(Register.related(to: register.key).map(Topic.register))
        case .same(let same):
            guard wanted.contains(.sample(same.hidden)) || wanted.contains(.sample(same.shown)) else { return }
            state.merge(entry)
            found.insert(.sample(same.hidden))
            found.insert(.sample(same.shown))
        case .piece(let piece): if wanted.contains(.payload(piece.whole)) { state.merge(entry) }
        case .heads, .replaced: break
        }
    }

    private mutating func take(_ version: SampleVersion, of device: SyncID, _ found: inout Set<Topic>) {
        state.merge(.sample(version))
        if version.isImported { tellers[version.root, default: []].insert(device) }
        found.formUnion(version.topics)
    }

    private mutating func take(_ deletion: Deletion, _ found: inout Set<Topic>) {
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

    private mutating func take(_ restore: Restore, _ found: inout Set<Topic>) {
        var part = restore
        part.versions = restore.versions.filter { $0.topics.contains(where: wanted.contains) }
        part.links = restore.links.filter(isWanted)
        guard wanted.contains(.restore(restore.deletion)) || !part.versions.isEmpty || !part.links.isEmpty else {
            return
        }
        state.merge(.restore(part))
        for version in part.versions { found.formUnion(version.topics) }
        for link in part.links { note(link, &found) }
    }

    private func isWanted(_ link: Link) -> Bool {
        wanted.contains(.sample(link.name.parent)) || wanted.contains(.sample(link.name.child))
    }

    private func note(_ link: Link, _ found: inout Set<Topic>) {
        found.insert(.sample(link.name.parent))
        found.insert(.sample(link.name.child))
    }
}

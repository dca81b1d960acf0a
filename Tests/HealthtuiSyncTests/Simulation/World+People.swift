import HealthtuiSync

/// Actions of people and apps.
extension World {
    private func content(_ text: String) -> SampleContent {
        SampleContent(texts: [Array(text.utf8)], start: 0, end: 0, creation: 0, body: .value(0))
    }

    /// Without the rule, stamps don't count changes.
    private func stamped(_ version: SyncedVersion) -> SyncedVersion {
        guard !has(.generation), version.stamp != .imported else { return version }
        var version = version
        version.name.stamp.generation = 0
        return version
    }

    mutating func save(_ device: Int, _ pick: Int, _ extra: Int) {
        let replica = devices[device].store.replica
        let id = newID("s")
        let event = history.add(.init(kind: .save, past: devices[device].store.known, root: id.name))
        let save = replica.state.saved(
            id,
            content(extra % 2 == 1 ? "form\(pick % 3)" : "own" + id.name),
            clock: clock(device),
            device: replica.device
        )
        act(device, .sample(stamped(save)), event: event)
        findPairs(device)
    }

    mutating func importSample(_ device: Int, _ pick: Int) {
        let (store, form) = (devices[device].store, "form\(pick % 3)")
        let id = SyncID(name: has(.identity) ? "i-\(form)" : "i-\(store.key.name)-\(form)")
        // An import recognizes what is there.
        let texts = content(form).texts
        let isThere = store.replica.state.versions.values.contains {
            $0.values.contains { $0.content.texts == texts && $0.isFirst }
        }
        guard !isThere, let version = store.replica.state.imported(id, content(form), ordinal: 0) else { return }
        let event = history.add(.init(kind: .imported, past: store.known, root: id.name))
        act(device, .sample(version), event: event)
        findPairs(device)
    }

    mutating func findPairs(_ device: Int) {
        if has(.same) { devices[device].store.replica.findPairs(TypeForms()) }
    }

    func merged(_ device: Int) -> [SyncedVersion] {
        MergedView(devices[device].store.replica.state).samples.values.sorted { $0.root < $1.root }
    }

    func event(of version: SyncedVersion) -> Int? { events[.sample(version)] }

    /// The sample that a version is one of, as the history has it.
    func trueRoot(_ version: SyncedVersion) -> String {
        event(of: version).map { history.events[$0].root } ?? version.root.name
    }

    mutating func edit(_ device: Int, _ pick: Int) {
        let found = merged(device).filter { !$0.isImported && $0.identifier == nil }
        guard !found.isEmpty else { return }
        let (store, old, id) = (devices[device].store, found[pick % found.count], newID("e"))
        let event = history.add(.init(kind: .edit, past: store.known, root: trueRoot(old)))
        let new: SyncedVersion
        if has(.editRoot) {
            new = stamped(
                store.replica.state.edited(
                    old,
                    id: id,
                    content("edited" + id.name),
                    clock: clock(device),
                    device: store.replica.device
                )
            )
        } else {
            new = store.replica.state.saved(
                id,
                content("edited" + id.name),
                clock: clock(device),
                device: store.replica.device
            )
            act(device, .deletion(Deletion(id: newID("d"), roots: [old.root], versions: [old.name])), event: nil)
        }
        act(device, .sample(new), event: event)
        devices[device].store.undo.append(.edit(new: new, old: old))
    }

    mutating func delete(_ device: Int, _ pick: Int) {
        let found = merged(device)
        if !found.isEmpty { delete(device, [found[pick % found.count]]) }
    }

    mutating func deleteAll(_ device: Int) {
        let found = merged(device)
        if !found.isEmpty { delete(device, found) }
    }

    private mutating func delete(_ device: Int, _ chosen: [SyncedVersion]) {
        let store = devices[device].store
        let event = history.add(
            .init(kind: .delete, past: store.known, roots: Set(chosen.map { trueRoot($0) }))
        )
        var id = newID("d")
        if !has(.deletionID) { id = SyncID(name: "d-" + chosen.map(\.root.name).joined()) }
        var deletion = store.replica.state.deletion(of: chosen.map(\.root), id: id)
        let versions = deletion.versions.sorted().compactMap { store.replica.state.versions[$0.root]?[$0] }
        if !has(.deleteRoot) { deletion.roots = [] }
        if !has(.floor) { deletion.floors = [] }
        act(device, .deletion(deletion), event: event)
        devices[device].store.undo
            .append(
                .deletion(id: id, roots: chosen.map(\.root), versions: versions, event: event)
            )
    }

    mutating func undo(_ device: Int) {
        guard let last = devices[device].store.undo.popLast() else { return }
        let store = devices[device].store
        switch last {
        case .deletion(let id, _, let versions, let deleted):
            let event = history.add(.init(kind: .undelete, past: store.known, of: deleted))
            guard has(.restore) else {
                // A new object for each that it brings back.
                for version in versions {
                    var copy = version
                    copy.name.id = newID("u")
                    copy.name.root = copy.name.id
                    copy.origin = .saved
                    act(device, .sample(copy), event: events[.sample(version)])
                }
                act(
                    device,
                    .heads([LogPosition(device: id, number: UInt64(event), hash: Digest(name: ""))]),
                    event: event
                )
                return
            }
            guard var restore = store.replica.state.restore(id) else { return }
            if !has(.carry) { restore.versions = [] }
            act(device, .restore(restore), event: event)
        case .edit(let new, let old):
            guard has(.editRoot),
                let version = store.replica.state.reverted(
                    new,
                    to: old,
                    clock: clock(device),
                    device: store.replica.device
                )
            else {
                return
            }
            let event = history.add(.init(kind: .edit, past: store.known, root: trueRoot(new)))
            act(device, .sample(stamped(version)), event: event)
        }
    }

    mutating func saveByIdentifier(_ device: Int, _ pick: Int, _ extra: Int) {
        let (store, name, version) = (devices[device].store, "k\(pick % 2)", Double(extra % 3))
        let key = SyncedIdentifier.Key(source: [], type: [], identifier: Array(name.utf8))
        let state = store.replica.state
        let current = MergedView(state).samples.values.compactMap(\.identifier).first { $0.key == key }
        if let current, current.version >= version { return }
        let id = newID("k")
        guard
            var save = state.saved(
                id,
                content("sync" + id.name),
                as: key,
                version: version,
                clock: clock(device),
                device: store.replica.device
            )
        else {
            return
        }
        if !has(.incarnation) { save.identifier?.incarnation = 0 }
        let event = history.add(
            .init(kind: .syncsave, past: store.known, root: id.name, key: name, version: version)
        )
        act(device, .sample(stamped(save)), event: event)
    }

    mutating func put(_ device: Int, _ pick: Int) {
        let (store, key) = (devices[device].store, "r\(pick % 2)")
        let event = history.add(.init(kind: .put, past: store.known, key: key))
        var register = store.replica.state.set(
            Array(key.utf8),
            to: Array(String(event).utf8),
            clock: clock(device),
            device: store.replica.device
        )
        if !has(.generation) { register.stamp.generation = 0 }
        act(device, .register(register), event: event)
    }

    /// Makes a link between two shown samples, or takes away one that is there.
    mutating func link(_ device: Int, _ pick: Int, _ extra: Int) {
        let (store, found) = (devices[device].store, merged(device))
        guard found.count > 1 else { return }
        let parent = found[pick % found.count].root
        var child = found[extra % found.count].root
        if child == parent { child = found[(extra + 1) % found.count].root }
        let name = SyncedLink.Name(parent: parent, child: child, role: 1)
        let state = store.replica.state
        let isPresent = !mergedLinks(device).contains(name)
        let made = state.linked(name, clock: clock(device), device: store.replica.device)
        let taken = state.unlinked(name, clock: clock(device), device: store.replica.device)
        let links = isPresent ? [made] : taken
        let event = history.add(
            .init(
                kind: .link,
                past: store.known,
                links: Set(links.map { "\($0.name.parent.name) \($0.name.child.name)" }),
                isPresent: isPresent
            )
        )
        for var link in links {
            if !has(.linkStamp) { link.stamp.generation = 0 }
            act(device, .link(link), event: event)
        }
    }

    func mergedLinks(_ device: Int) -> Set<SyncedLink.Name> {
        let state = devices[device].store.replica.state
        let merged = MergedView(state)
        if has(.linkEnd) { return merged.links }
        let present = state.links.values.filter(\.isPresent).map(\.name)
        return Set(present.filter { merged.samples[$0.parent] != nil && merged.samples[$0.child] != nil })
    }
}

/// The entries for what a person or an app does. The caller merges them.
extension SyncState {
    /// A sample as it is saved.
    ///
    /// - Parameters:
    ///   - id: Its random UUID.
    ///   - content: What it says.
    ///   - clock: Milliseconds since 1970.
    ///   - device: The device that saves.
    /// - Returns: The version.
    package func saved(_ id: SyncID, _ content: SampleContent, clock: Int64, device: SyncID) -> SyncedVersion {
        let stamp = Stamp(generation: 1, clock: clock, device: device)
        return SyncedVersion(name: VersionName(root: id, stamp: stamp, id: id), origin: .saved, content: content)
    }

    /// A sample as an app saves it with a sync identifier.
    ///
    /// - Parameters:
    ///   - id: Its random UUID.
    ///   - content: What it says.
    ///   - key: What the app knows it by.
    ///   - version: The app's version of it.
    ///   - clock: Milliseconds since 1970.
    ///   - device: The device that saves.
    /// - Returns: The version; `nil` when this version or a higher one is shown.
    package func saved(
        _ id: SyncID,
        _ content: SampleContent,
        as key: SyncedIdentifier.Key,
        version: Double,
        clock: Int64,
        device: SyncID
    ) -> SyncedVersion? {
        let current = MergedView(self).samples.values.compactMap(\.identifier).first { $0.key == key }
        if let current, current.version >= version { return nil }
        let deleted = liveDeletions.flatMap(\.floors).filter { $0.key == key }.map(\.incarnation).max()
        let next = deleted.map { $0 == .max ? .max : $0 + 1 } ?? 0
        var save = saved(id, content, clock: clock, device: device)
        save.identifier = SyncedIdentifier(
            key: key,
            version: version,
            incarnation: max(next, current?.incarnation ?? 0)
        )
        return save
    }

    /// A sample as it is imported; `nil` when it was deleted.
    ///
    /// - Parameters:
    ///   - id: The identity computed from its content.
    ///   - content: What it says.
    ///   - ordinal: Which of several equal ones it is.
    /// - Returns: The version.
    package func imported(_ id: SyncID, _ content: SampleContent, ordinal: UInt32) -> SyncedVersion? {
        if liveDeletions.contains(where: { $0.roots.contains(id) }) { return nil }
        let name = VersionName(root: id, stamp: .imported, id: id)
        return SyncedVersion(name: name, origin: .imported(ordinal), content: content)
    }

    /// The version that an edit makes of an earlier one.
    package func edited(
        _ old: SyncedVersion,
        id: SyncID,
        _ content: SampleContent,
        clock: Int64,
        device: SyncID
    ) -> SyncedVersion {
        let stamp = old.stamp.next(clock: clock, device: device)
        return SyncedVersion(
            name: VersionName(root: old.root, stamp: stamp, id: id),
            origin: .saved,
            identifier: old.identifier,
            content: content
        )
    }

    /// The version that undoing an edit shows again; `nil` if the edit isn't the version shown.
    package func reverted(
        _ new: SyncedVersion,
        to old: SyncedVersion,
        clock: Int64,
        device: SyncID
    ) -> SyncedVersion? {
        guard MergedView(self).samples[new.root] == new else { return nil }
        var version = old
        version.name.stamp = new.stamp.next(clock: clock, device: device)
        return version
    }

    /// The deletion of shown samples.
    ///
    /// - Parameters:
    ///   - roots: The samples.
    ///   - id: A random identity.
    /// - Returns: The deletion.
    package func deletion(of roots: some Sequence<SyncID>, id: SyncID) -> Deletion {
        let merged = MergedView(self)
        var deletion = Deletion(id: id, roots: Set(roots), versions: [])
        for root in deletion.roots {
            deletion.versions.formUnion(versions[root]?.keys ?? [])
            if let identifier = merged.samples[root]?.identifier { deletion.floors.insert(identifier) }
        }
        return deletion
    }

    /// The undo of a deletion; `nil` for one that isn't known.
    package func restore(_ deletion: SyncID) -> Restore? {
        guard let deletion = deletions[deletion] else { return nil }
        let carried = deletion.versions.sorted().compactMap { versions[$0.root]?[$0] }
        let ends = deletion.roots
        let linked = links.values.filter { ends.contains($0.name.parent) || ends.contains($0.name.child) }
        return Restore(deletion: deletion.id, versions: carried, links: linked.sorted { $0.name < $1.name })
    }

    /// A link as it is made.
    package func linked(_ name: SyncedLink.Name, clock: Int64, device: SyncID) -> SyncedLink {
        changed(name, isPresent: true, clock: clock, device: device)
    }

    /// The removal of a shown link: of every link that leads to its ends, which may have been hidden since.
    package func unlinked(_ name: SyncedLink.Name, clock: Int64, device: SyncID) -> [SyncedLink] {
        let merged = MergedView(self)
        let meant = links.values.filter { link in
            link.isPresent && link.name.role == name.role && merged.end(link.name.parent) == name.parent
                && merged.end(link.name.child) == name.child
        }
        return meant.map(\.name).sorted().map { changed($0, isPresent: false, clock: clock, device: device) }
    }

    private func changed(_ name: SyncedLink.Name, isPresent: Bool, clock: Int64, device: SyncID) -> SyncedLink {
        let first = Stamp(generation: 1, clock: clock, device: device)
        let stamp = links[name]?.stamp.next(clock: clock, device: device) ?? first
        return SyncedLink(name: name, isPresent: isPresent, stamp: stamp)
    }

    /// A setting as it is set; `nil` removes it.
    package func set(_ key: [UInt8], to value: [UInt8]?, clock: Int64, device: SyncID) -> Register {
        let stamp = registers[key]?.stamp.next(clock: clock, device: device)
        return Register(key: key, value: value, stamp: stamp ?? Stamp(generation: 1, clock: clock, device: device))
    }
}

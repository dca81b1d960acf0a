/// The visible part of a state, which depends on its entries alone.
package struct MergedView: Sendable {
    /// The version shown of each sample, by the identity of the first version.
    package private(set) var samples: [SyncID: SyncedVersion] = [:]
    /// The samples that aren't shown because another is equal, each with that one.
    package private(set) var hidden: [SyncID: SyncID] = [:]
    /// The samples whose place a later save with the same sync identifier has taken.
    package private(set) var replaced: Set<SyncID> = []
    /// The links of which both ends are shown, with hidden samples replaced by those shown for them.
    package private(set) var links: Set<SyncedLink.Name> = []

    /// Merges the entries of a state.
    package init(_ state: SyncState) {
        let live = state.liveDeletions
        let deletedRoots = live.reduce(into: Set<SyncID>()) { $0.formUnion($1.roots) }
        let deletedVersions = live.reduce(into: Set<VersionName>()) { $0.formUnion($1.versions) }
        let floors = live.reduce(into: [SyncedIdentifier.Key: [SyncedIdentifier]]()) { floors, deletion in
            for floor in deletion.floors { floors[floor.key, default: []].append(floor) }
        }
        let claimed = Self.matched(state, deletedRoots: deletedRoots)
        var sharing: [SyncedIdentifier.Key: [SyncedVersion]] = [:]
        for (root, versions) in state.versions {
            guard let best = Self.best(versions, without: deletedVersions) else { continue }
            // An edited sample is no longer equal to the other one.
            if let other = claimed[root], best.isFirst {
                hidden[root] = other
                continue
            }
            if deletedRoots.contains(root) { continue }
            guard let identifier = best.identifier else {
                samples[root] = best
                continue
            }
            let isCovered = (floors[identifier.key] ?? [])
                .contains {
                    identifier.incarnation <= $0.incarnation && identifier.version <= $0.version
                }
            if !isCovered { sharing[identifier.key, default: []].append(best) }
        }
        for saves in sharing.values {
            guard let best = saves.max(by: Self.isOlder) else { continue }
            samples[best.root] = best
            for save in saves where save.root != best.root { replaced.insert(save.root) }
        }
        showOnce()
        for link in state.links.values where link.isPresent {
            let ends = (parent: end(link.name.parent), child: end(link.name.child))
            guard samples[ends.parent] != nil, samples[ends.child] != nil, ends.parent != ends.child else { continue }
            links.insert(SyncedLink.Name(parent: ends.parent, child: ends.child, role: link.name.role))
        }
    }

    /// The latest version of a sample that no deletion names; `nil` where there is none.
    private static func best(_ versions: VersionSet, without deleted: Set<VersionName>) -> SyncedVersion? {
        if let only = versions.only { return deleted.contains(only.name) ? nil : only }
        return versions.values.filter { !deleted.contains($0.name) }
            .max { ($0.stamp, $0.id) < ($1.stamp, $1.id) }
    }

    /// The sample to which a link to this one leads: itself, or the one shown in its place.
    package func end(_ root: SyncID) -> SyncID {
        var (root, steps) = (root, 0)
        // A chain ends, unless a member wrote a cycle.
        while let other = hidden[root], steps < 8 { (root, steps) = (other, steps + 1) }
        return root
    }

    /// Whether a save of a sync identifier comes before another.
    private static func isOlder(_ left: SyncedVersion, _ right: SyncedVersion) -> Bool {
        guard let own = left.identifier, let other = right.identifier else { return false }
        if own.version != other.version { return own.version < other.version }
        return (own.incarnation, left.stamp, left.id, left.root)
            < (other.incarnation, right.stamp, right.id, right.root)
    }

    /// Shows one of several samples whose versions have one identity, which no device makes: that of the least first version.
    private mutating func showOnce() {
        var roots: [SyncID: SyncID] = [:]
        let edited = samples.filter { $0.value.id != $0.key }
        for (root, version) in edited.sorted(by: { $0.key < $1.key }) {
            let others = [roots[version.id], samples[version.id]?.id == version.id ? version.id : nil]
            roots[version.id] = min(root, others.compactMap { $0 }.min() ?? root)
            for other in [root] + others.compactMap({ $0 }) where other != roots[version.id] { samples[other] = nil }
        }
    }

    /// Hides one of several samples that were said to be the same as one: two equal samples stay two.
    ///
    /// Only equal samples are hidden; of those in a cycle, one is shown.
    private static func matched(_ state: SyncState, deletedRoots: Set<SyncID>) -> [SyncID: SyncID] {
        if state.pairs.isEmpty { return [:] }
        var (matched, taken): ([SyncID: SyncID], Set<SyncID>) = ([:], [])
        for (root, others) in state.pairs.sorted(by: { $0.key < $1.key }) {
            let other = others.sorted()
                .first { other in
                    !taken.contains(other) && isSame(root, other, state, deletedRoots)
                        && !leads(from: other, to: root, matched)
                }
            guard let other else { continue }
            taken.insert(other)
            matched[root] = other
        }
        return matched
    }

    private static func leads(from root: SyncID, to end: SyncID, _ matched: [SyncID: SyncID]) -> Bool {
        var place = root
        // None of them is in a cycle.
        while let next = matched[place] {
            if next == end { return true }
            place = next
        }
        return false
    }

    /// Whether the first versions of two samples are equal, one of them imported.
    ///
    /// Folded files have no version of a deleted sample any more; devices that have one agree with those that don't.
    private static func isSame(
        _ root: SyncID,
        _ other: SyncID,
        _ state: SyncState,
        _ deletedRoots: Set<SyncID>
    ) -> Bool {
        guard let own = first(root, state) else { return deletedRoots.contains(root) }
        guard let theirs = first(other, state) else { return deletedRoots.contains(other) }
        return (own.isImported || theirs.isImported) && own.content.isAlike(theirs.content)
    }

    private static func first(_ root: SyncID, _ state: SyncState) -> SyncedVersion? {
        state.versions[root]?.values.filter(\.isFirst).max { ($0.stamp, $0.id) < ($1.stamp, $1.id) }
    }
}

extension SampleContent {
    /// Whether two samples have type, unit, source, times and value in common, as imports recognize them.
    fileprivate func isAlike(_ other: SampleContent) -> Bool {
        start == other.start && end == other.end && body == other.body
            && (0..<3).allSatisfy { texts[$0] == other.texts[$0] }
    }
}

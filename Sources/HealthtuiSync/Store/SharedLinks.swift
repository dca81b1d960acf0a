import HealthKit
import HealthKitStore

/// Links between objects, as registers between first versions.
enum SharedLinks {
    /// The links that a store has.
    static func all(_ store: StoreReader) throws -> Set<StoreLink> {
        var links: Set<StoreLink> = []
        for role in LinkRole.numbers {
            for child in try store.linkedChildren(role: role) {
                links.formUnion(try store.parents(of: child, role: role))
            }
        }
        return links
    }

    /// The keys needed from the group to determine the changes of a link.
    static func entryKeys(_ link: StoreLink, _ changes: OutgoingChanges) -> [EntryKey] {
        changes.entryKeys(of: SyncID(link.parent)) + changes.entryKeys(of: SyncID(link.child))
    }

    /// The links that were made and taken away here.
    ///
    /// - Parameters:
    ///   - added: Links that the store didn't have when it was last in step.
    ///   - gone: Links that it had then.
    ///   - context: What the group agrees on, what was saved here included.
    ///   - root: The first version of a sample.
    /// - Returns: Links, and those that aren't shared, as one of their ends isn't.
    static func changes(
        added: Set<StoreLink>,
        gone: Set<StoreLink>,
        _ context: OutgoingChanges.Context,
        root: (SyncID) -> SyncID
    ) -> (entries: [Entry], unshared: Set<StoreLink>) {
        var here: Set<SyncedLink.Name> = []
        var unshared: Set<StoreLink> = []
        func name(_ link: StoreLink) -> SyncedLink.Name {
            SyncedLink.Name(
                parent: context.merged.end(root(SyncID(link.parent))),
                child: context.merged.end(root(SyncID(link.child))),
                role: UInt32(link.role)
            )
        }
        for link in added {
            let name = name(link)
            // Links of an object that isn't shared stay here.
            if context.merged.samples[name.parent] != nil, context.merged.samples[name.child] != nil {
                here.insert(name)
            } else {
                unshared.insert(link)
            }
        }
        var entries = here.subtracting(context.merged.links).sorted()
            .map { Entry.link(context.state.linked($0, clock: context.clock, device: context.device)) }
        let taken = Set(gone.map(name)).intersection(context.merged.links).subtracting(here)
        if context.isFirst || taken.isEmpty { return (entries, unshared) }
        for link in context.state.links.values.sorted(by: { $0.name < $1.name }) where link.isPresent {
            let meant = SyncedLink.Name(
                parent: context.merged.end(link.name.parent),
                child: context.merged.end(link.name.child),
                role: link.name.role
            )
            guard taken.contains(meant) else { continue }
            let stamp = link.stamp.next(clock: context.clock, device: context.device)
            entries.append(.link(SyncedLink(name: link.name, isPresent: false, stamp: stamp)))
        }
        return (entries, unshared)
    }
}

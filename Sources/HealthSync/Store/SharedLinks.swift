import HealthKit
import HealthStore

/// Links between objects, as registers between first versions.
enum SharedLinks {
    /// The links that were made and taken away here.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - context: What the group agrees on, what was saved here included.
    ///   - root: The first version of a sample.
    /// - Returns: Links.
    /// - Throws: ``StoreError``.
    static func changes(
        _ store: StoreReader,
        _ context: LocalChanges.Context,
        root: (SyncID) -> SyncID
    ) throws -> [Entry] {
        var here: Set<Link.Name> = []
        for role in LinkRole.numbers {
            for link in try store.linkedChildren(role: role).flatMap({ try store.parents(of: $0, role: role) }) {
                let name = Link.Name(
                    parent: root(SyncID(link.parent)),
                    child: root(SyncID(link.child)),
                    role: UInt32(role)
                )
                // What belongs to an object that isn't shared stays here.
                guard context.shown.samples[name.parent] != nil, context.shown.samples[name.child] != nil else {
                    continue
                }
                here.insert(name)
            }
        }
        var entries = here.subtracting(context.shown.links).sorted()
            .map { Entry.link(context.state.linked($0, clock: context.clock, device: context.device)) }
        let gone = context.shown.links.subtracting(here)
        if context.isFirst || gone.isEmpty { return entries }
        for link in context.state.links.values.sorted(by: { $0.name < $1.name }) where link.isPresent {
            let meant = Link.Name(
                parent: context.shown.end(link.name.parent),
                child: context.shown.end(link.name.child),
                role: link.name.role
            )
            guard gone.contains(meant) else { continue }
            let stamp = link.stamp.next(clock: context.clock, device: context.device)
            entries.append(.link(Link(name: link.name, isPresent: false, stamp: stamp)))
        }
        return entries
    }
}

import HealthtuiSync

/// A device's view, as it would be exported.
struct View: Hashable, CustomStringConvertible {
    var samples: [[String]]
    var values: [[String]]
    var links: [String]

    var description: String { "\(samples) \(values) \(links)" }
}

/// The conditions at the end.
extension World {
    func view(_ device: Int) -> View {
        let samples = merged(device)
        let registers = devices[device].store.replica.state.registers.values
        return View(
            samples: samples.map { [$0.id.name, Self.text($0)] }.sorted { $0[0] < $1[0] },
            values:
                registers.map { register in
                    [register.key, register.value ?? []].map { String(decoding: $0, as: UTF8.self) }
                }
                .sorted { $0[0] < $1[0] },
            links: mergedLinks(device).map { "\($0.parent.name) \($0.child.name)" }.sorted()
        )
    }

    private static func text(_ version: SyncedVersion) -> String {
        String(decoding: version.content.texts[0], as: UTF8.self)
    }

    /// The first promise that is broken, or `nil`.
    func broken() -> String? {
        guard let one = members.first else { return nil }
        return differing() ?? removedIsRead() ?? doubled(one) ?? deletedAndBack(one) ?? lost(one)
            ?? oldVersion(one) ?? identifierBroken(one) ?? oldValue(one) ?? linkBroken(one)
    }

    private func differing() -> String? {
        let first = view(members[0])
        for device in members where view(device) != first {
            return "divergence: \(first), and another device shows \(view(device))"
        }
        // A newcomer reads what is in the folder, and nothing else.
        var world = self
        var newcomer = SimulatedDevice(store: SimulatedStore("N"), folder: devices[members[0]].folder)
        for (target, removal) in devices[members[0]].store.replica.removals {
            newcomer.store.replica.learn(removal, of: target)
        }
        world.devices.append(newcomer)
        world.read(world.devices.count - 1, 0)
        let other = world.view(world.devices.count - 1)
        return other == first ? nil : "divergence: \(first), and a new device shows \(other)"
    }

    /// The events that count: those of which members can know.
    private var heard: Bits {
        gone == nil ? saved : members.reduce(into: Bits()) { $0.formUnion(devices[$1].store.known) }
    }

    private func events(_ kind: History.Kind) -> [(index: Int, event: History.Event)] {
        let heard = heard
        return history.events.enumerated()
            .filter { $0.element.kind == kind && heard.contains($0.offset) }
            .map { ($0.offset, $0.element) }
    }

    private var deletions: [(index: Int, event: History.Event)] {
        let heard = heard
        return events(.delete).filter { !history.isUndone($0.index, heard: heard) }
    }

    private func removedIsRead() -> String? {
        members.contains { devices[$0].store.known.intersects(late) }
            ? "removed: what a removed device did later was read" : nil
    }

    private func doubled(_ device: Int) -> String? {
        let samples = merged(device)
        for (root, versions) in Dictionary(grouping: samples, by: { trueRoot($0) }) where versions.count > 1 {
            return "double: \(versions.count) versions of \(root) are shown"
        }
        for sample in samples where sample.isImported {
            for other in samples where other != sample && other.content.texts == sample.content.texts {
                return "double: \(sample.id.name) and \(other.id.name) say the same, one is imported"
            }
        }
        return nil
    }

    private func deletedAndBack(_ device: Int) -> String? {
        let merged = Set(merged(device).map { trueRoot($0) })
        for (index, event) in deletions where !event.roots.isDisjoint(with: merged) {
            return "deleted and back: \(event.roots.intersection(merged)), deleted by event \(index)"
        }
        return nil
    }

    private func lost(_ device: Int) -> String? {
        let merged = Set(merged(device).map { trueRoot($0) })
        let dead = deletions.reduce(into: Set<String>()) { $0.formUnion($1.event.roots) }
        for (_, event) in events(.save) + events(.imported) {
            // An imported one is there when a saved one says the same.
            let others = devices[device].store.replica.state.pairs[SyncID(name: event.root)] ?? []
            let group = Set(others.map(\.name)).union([event.root])
            if group.isDisjoint(with: dead), group.isDisjoint(with: merged) {
                return "lost: \(event.root) was saved and deleted by nobody"
            }
        }
        return nil
    }

    /// A version that somebody has seen and replaced.
    private func oldVersion(_ device: Int) -> String? {
        for sample in merged(device) {
            guard let own = event(of: sample) else { continue }
            for (index, event) in events(.edit)
            where event.root == trueRoot(sample) && index != own && history.knows(index, own) {
                return "old version: \(sample.id.name) is shown, event \(index) replaced it"
            }
        }
        return nil
    }

    /// Of a sync identifier one is shown, the highest version of those that nobody can have deleted.
    private func identifierBroken(_ device: Int) -> String? {
        for key in ["k0", "k1"] {
            let saves = events(.syncsave).filter { $0.event.key == key }
            let mine = merged(device).filter { $0.identifier?.key.identifier == Array(key.utf8) }
            if mine.count > 1 { return "double: \(mine.map(\.id.name)) are shown for one sync identifier" }
            // A deletion tells of the identifier too where nothing else of the sample is left, once its files were folded.
            let all = history.events.filter { $0.kind == .syncsave && $0.key == key }
            let versions = Dictionary(all.map { ($0.root, $0.version) }) { left, _ in left }
            let deleted = events(.delete).filter { !$0.event.roots.isDisjoint(with: versions.keys) }
            let safe = saves.filter { save in deleted.allSatisfy { history.knows(save.index, $0.index) } }
            let highest = safe.map(\.event.version).max()
            guard let merged = mine.first, let identifier = merged.identifier, let own = event(of: merged) else {
                if highest != nil { return "lost: \(key) isn't shown though every deletion was known" }
                continue
            }
            if let highest, identifier.version < highest { return "old version: \(merged.id.name) of \(key)" }
            let knewOne = deleted.contains { history.knows(own, $0.index) }
            for (index, event) in deletions where !event.roots.isDisjoint(with: versions.keys) {
                let isBelow = event.roots.contains { (versions[$0] ?? 0) > identifier.version }
                if isBelow, !knewOne, !history.knows(own, index) {
                    return "deleted and back: \(merged.id.name), a lower version than what event \(index) deleted"
                }
            }
        }
        return nil
    }

    private func oldValue(_ device: Int) -> String? {
        for register in devices[device].store.replica.state.registers.values {
            guard let own = events[.register(register)] else { continue }
            let key = String(decoding: register.key, as: UTF8.self)
            for (index, event) in events(.put) where event.key == key && index != own && history.knows(index, own) {
                return "old value: event \(own) is shown for \(key), event \(index) replaced it"
            }
        }
        return nil
    }

    /// A link is there when whoever said last says so, and both its ends are.
    private func linkBroken(_ device: Int) -> String? {
        let state = MergedView(devices[device].store.replica.state)
        let merged = mergedLinks(device)
        let all = events(.link)
        // Two links that came to mean the same are one, of which other events speak.
        let meant = Dictionary(grouping: Set(all.flatMap(\.event.links)), by: { Self.end($0, state) })
        for (name, keys) in meant where keys.count == 1 {
            guard let name else { continue }
            let own = all.filter { !$0.event.links.isDisjoint(with: keys) }
            let last = own.filter { one in !own.contains { $0.index != one.index && history.knows($0.index, one.index) }
            }
            let canBe = state.samples[name.parent] != nil && state.samples[name.child] != nil
            if last.allSatisfy({ !$0.event.isPresent }), merged.contains(name) {
                return "link: \(keys) is shown and was taken away"
            }
            if canBe, last.allSatisfy(\.event.isPresent), !merged.contains(name) {
                return "link: \(keys) isn't shown and was made"
            }
            if !canBe, merged.contains(name) { return "link: \(keys) is shown without an end" }
        }
        return nil
    }

    private static func end(_ key: String, _ state: MergedView) -> SyncedLink.Name? {
        let ends = key.split(separator: " ").map { state.end(SyncID(name: String($0))) }
        guard ends.count == 2, ends[0] != ends[1] else { return nil }
        return SyncedLink.Name(parent: ends[0], child: ends[1], role: 1)
    }

    /// What breaks when actions are carried out and the relay then becomes honest.
    static func run(_ actions: [Action], leavingOut leftOut: Rule? = nil) -> (broken: String?, view: View?) {
        var world = World(leavingOut: leftOut)
        for action in actions { world.perform(action) }
        world.noteSaved()
        world.settle()
        return (world.broken(), world.members.first.map { world.view($0) })
    }
}

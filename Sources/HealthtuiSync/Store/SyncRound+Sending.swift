import Foundation
import HealthKit
import HealthKitStore

/// Reports changes of the store to the group.
extension SyncRound {
    /// Sends the changes made here since the last time.
    mutating func sendChanges() throws {
        let anchor = group.record.anchor ?? 0
        // Objects that are deleted and come back meanwhile have their place among the objects; a sync's own deletions aren't
        // reported.
        let gone = try changes.deleted(after: anchor)
        var kept: [SyncedIdentifier.Key: Double] = [:]
        let changes = changes
        let sendPages = {
            (round: inout SyncRound, range: OutgoingChanges.ChangeRange, common: CommonEntryKeys, known: KnownFiles) in
            try changes.forEachPage(range, common, round.context(WorkingState())) { page in
                if !gone.isEmpty {
                    for identifier in (page.new + page.others).compactMap(\.identifier) {
                        kept[identifier.key] = max(kept[identifier.key] ?? -.infinity, identifier.version)
                    }
                }
                round.sources.note(page.rows.entries, page.new + page.others)
                try round.sendNew(page)
                let others = try round.withoutMatched(page.others, common)
                // Each part takes memory of another shape.
                if page.others.count > round.part / 2 { FreedMemory.giveBack() }
                if others.isEmpty { return }
                try round.sealAhead()
                try round.send(others, known)
                if others.count > round.part / 2 { FreedMemory.giveBack() }
            }
        }
        if anchor == 0, segments.segments.isEmpty, segments.pending.isEmpty, let all = try changes.everything() {
            try sendPages(&self, all.range, all.common, KnownFiles())
        } else {
            try changes.forEachRange(after: anchor) { range in
                try sealAhead()
                var entryKeys = range.entryKeys
                let count = segments.segments.count
                let common = try segments.common(&entryKeys)
                var known = common.isEmpty ? KnownFiles() : try knownFiles()
                known.add(entryKeys, common, among: count)
                // The pages that follow use memory of another shape.
                if !common.isEmpty { FreedMemory.giveBack() }
                try sendPages(&self, range, common, known)
            }
        }
        try sealAhead()
        if isFirst { FreedMemory.giveBack() }
        var ids: [OutgoingChanges.Moment: SyncID] = [:]
        for first in stride(from: 0, to: gone.count, by: part) {
            try send(gone[first..<min(first + part, gone.count)], kept, &ids)
        }
        before = try SharedBaseline(writer.store)
        try writeSources()
        baseline = try store()
        try sendRecords()
        try sendLinks()
        try sendValues()
    }

    /// Writes down when sources were first seen here.
    private mutating func writeSources() throws {
        // It isn't known whether apps here saved the changes that an earlier version reported.
        if !isFirst, group.record.sources == nil {
            var found = sources
            try changes.forEachPage { found.note([], $0) }
            sources = found
        }
        group.record.sources = true
        try sources.write(writer, device: group.member.device, now: now)
    }

    /// The store's current contents outside the order of changes.
    private func store() throws -> SharedBaseline {
        var baseline = SharedBaseline()
        baseline.records = try SharedRecords.hashes(writer.store)
        baseline.links = try SharedLinks.all(writer.store)
        baseline.values = try SharedValues.hashes(writer.store)
        return baseline
    }

    mutating func keepBaseline() throws {
        if incoming.counts.isAny { baseline = try store() }
        baseline.links.subtract(unshared)
        try baseline.save(writer, replacing: before)
    }

    private func context(_ working: WorkingState) -> OutgoingChanges.Context {
        OutgoingChanges.Context(working.state, device: group.member.device, now: now, isFirst: isFirst)
    }

    func working(on entryKeys: some Sequence<EntryKey>, _ known: KnownFiles = KnownFiles()) throws -> WorkingState {
        var working = WorkingState(undone: undone)
        try working.load(entryKeys, segments, known)
        return working
    }

    /// Sends objects that no other device has: nothing of the group has to be known for that.
    private mutating func sendNew(_ page: OutgoingChanges.Page) throws {
        let others = fitting(changes.entries(page.new, context(WorkingState())).flatMap { $0 })
        if page.rows.count + others.count == 0 { return }
        report.sent += page.rows.count + others.count
        let entries = page.rows.entries + others
        guard page.rows.count >= part / 2 else {
            group.member.replica.send(entries)
            return try endPart()
        }
        // The next page is read meanwhile.
        try sealAhead()
        let device = group.member.device
        prefetched = Prefetch { PackedEntries(entries, of: device) }
    }

    mutating func send(_ objects: [StoreContents.Object], _ known: KnownFiles) throws {
        var working = try working(on: objects.flatMap(changes.entryKeys), known)
        let undone = isFirst ? [] : changes.deletions(of: objects, context(working))
        if !undone.isEmpty {
            for deletion in undone.sorted() { try sendUndone(deletion) }
            working = try self.working(on: objects.flatMap(changes.entryKeys), known)
        }
        let context = context(working)
        group.member.replica.state = working.state
        let sent = report.sent
        var senders = working.senders
        for entries in changes.entries(objects, context) {
            try record(entries)
            for case .sample(let version) in entries where version.isImported {
                senders[version.root, default: []].insert(group.member.device)
            }
        }
        if report.sent > sent { group.member.findPairs(StoreForms(), senders) }
        let (state, merged) = (group.member.replica.state, MergedView(group.member.replica.state))
        for object in objects {
            let root = changes.root(object.id, context)
            if merged.samples[root]?.id != object.id || state.versions[root].map({ $0.count > 1 }) ?? true {
                affected.insert(root)
            }
        }
        // A saved sample may hide another one.
        affected.formUnion(merged.hidden.keys)
        noteEdited(state)
        try endPart()
    }

    /// Sends that a deletion was undone here, as the store has samples again that it names.
    ///
    /// The other samples that it names are deleted again.
    private mutating func sendUndone(_ id: SyncID) throws {
        let named = try working(on: [.deletion(id)]).state
        guard let deletion = named.deletions[id], !named.canceled.contains(id) else { return }
        var rest = Deletion(id: .ofDeletion(isUndo: deletion.isUndo), roots: [], versions: [], floors: deletion.floors)
        var identifiers: Set<SyncedIdentifier.Key> = []
        let versions = Dictionary(grouping: deletion.versions, by: \.root)
        let roots = deletion.roots.sorted()
        for first in stride(from: 0, to: roots.count, by: part) {
            let some = roots[first..<min(first + part, roots.count)]
            let working = try working(on: some.map(EntryKey.sample))
            let there = try present(some, context(working))
            var carried: [SyncedVersion] = []
            for root in some {
                let names = versions[root] ?? []
                if there.contains(root) {
                    carried += names.sorted().compactMap { working.state.versions[root]?[$0] }
                } else {
                    rest.roots.insert(root)
                    rest.versions.formUnion(names)
                }
            }
            identifiers.formUnion(carried.compactMap(\.identifier?.key))
            group.member.replica.state = working.state
            try record([.restore(Restore(deletion: id, versions: carried))])
            try endPart()
        }
        undone.insert(id)
        rest.floors = rest.floors.filter { !identifiers.contains($0.key) }
        if rest.roots.isEmpty { return }
        try record([.deletion(rest)])
        try endPart()
    }

    mutating func send(
        _ gone: ArraySlice<OutgoingChanges.Gone>,
        _ kept: [SyncedIdentifier.Key: Double],
        _ ids: inout [OutgoingChanges.Moment: SyncID]
    ) throws {
        let working = try working(on: gone.flatMap { changes.entryKeys(of: $0.id) })
        let context = context(working)
        let current = try present(gone.map(\.id), context)
        if isFirst {
            let roots = Set(gone.map { changes.root($0.id, context) }).subtracting(current)
            deletions.there += roots.count { context.merged.samples[$0] != nil }
        }
        group.member.replica.state = working.state
        try record(changes.deletions(gone, current: current, kept: kept, ids: &ids, context))
        try endPart()
    }

    /// The samples, among some, of which the store has a version.
    private func present(_ ids: some Sequence<SyncID>, _ context: OutgoingChanges.Context) throws -> Set<SyncID> {
        var roots: [SyncID: SyncID] = [:]
        for id in ids {
            let root = changes.root(id, context)
            for other in [root, id] { roots[other] = root }
            let versions = context.state.versions[root]
            for name in versions?.keys ?? [] { roots[name.id] = root }
            for other in changes.successors.of(root, versions) { roots[other] = root }
        }
        let samples = try writer.store.samples(uuids: roots.keys.map(\.uuid))
        var present = Set(samples.keys.compactMap { roots[SyncID($0)] })
        for (id, root) in roots where !present.contains(root) {
            if try writer.store.record(uuid: id.uuid) != nil { present.insert(root) }
        }
        return present
    }

    private mutating func sendRecords() throws {
        if isFirst { return }
        let contents = StoreContents(writer.store)
        let uuids = baseline.records.filter { before.records[$0.key] != $0.value }.keys.map { SyncID($0) }.sorted()
        for first in stride(from: 0, to: uuids.count, by: part) {
            let objects = try uuids[first..<min(first + part, uuids.count)]
                .compactMap { try writer.store.record(uuid: $0.uuid).map { try contents.object($0) } }
            let working = try working(on: objects.flatMap(changes.entryKeys))
            group.member.replica.state = working.state
            try record(SharedRecords.changes(objects, context(working)))
            try endPart()
        }
    }

    private mutating func sendLinks() throws {
        let (added, gone) = (baseline.links.subtracting(before.links), before.links.subtracting(baseline.links))
        if added.isEmpty && gone.isEmpty { return }
        let changes = changes
        let working = try working(on: added.union(gone).flatMap { SharedLinks.entryKeys($0, changes) })
        let context = context(working)
        let linkChanges = SharedLinks.changes(added: added, gone: gone, context) { changes.root($0, context) }
        unshared = linkChanges.unshared
        group.member.replica.state = working.state
        try record(linkChanges.entries)
        try endPart()
    }

    private mutating func sendValues() throws {
        var keys = baseline.values.filter { before.values[$0.key] != $0.value }.map(\.key)
        if !isFirst { keys += before.values.keys.filter { baseline.values[$0] == nil } }
        if keys.isEmpty { return }
        keys.sort { $0.lexicographicallyPrecedes($1) }
        let working = try working(on: (keys + [Register.profile]).map(EntryKey.register))
        group.member.replica.state = working.state
        try record(try SharedValues.changes(keys, writer.store, context(working)))
        try endPart()
    }

    /// The entries that fit into files and that other machines don't leave out.
    private mutating func fitting(_ entries: [Entry]) -> [Entry] {
        var check = EntryCheck()
        let entries = check.sound(entries)
        report.invalid += check.flaws?.count ?? 0
        if entries.allSatisfy(\.fits) { return entries }
        let fitting = entries.filter(\.fits)
        report.tooLarge += entries.count - fitting.count
        return fitting
    }

    private mutating func record(_ entries: [Entry]) throws {
        let fitting = fitting(entries)
        report.sent += fitting.count(where: { !SharedValues.isUncounted($0) })
        try group.member.record(fitting)
    }
}

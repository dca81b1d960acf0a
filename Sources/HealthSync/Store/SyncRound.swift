import Foundation
import HealthKit
import HealthStore

/// One sync, within one transaction of the store.
///
/// It works on parts of what the group agrees on, so that it needs memory for what changed and not for all that there is.
struct SyncRound {
    private(set) var group: KeptGroup
    private(set) var report: SyncReport
    private let now: Double
    private let writer: ObjectWriter
    private let segments: StoredSegments
    private let changes: LocalChanges
    private var arrivals: Arrivals
    private var problems: [GroupMember.Problem] = []
    /// Whether this store's changes were never told before.
    private let isFirst: Bool
    /// What joining would delete.
    private var deletions = JoiningDeletions(here: 0, there: 0)
    /// The samples that may have been edited on two machines at once.
    private var edited: Set<SyncID>
    /// The samples of this store that may not be shown as it has them.
    private var affected: Set<SyncID> = []
    /// Whether the next file says how far the other logs were read.
    private var owesHeads = false
    /// What the store had when it was last in step, and what it has now.
    private var before = SharedBaseline()
    private var baseline = SharedBaseline()
    /// What was told of a page, and isn't sealed yet.
    private var ahead: Ahead<PackedEntries>?
    /// Links that aren't shared.
    private var unshared: Set<StoreLink> = []

    /// How many entries are worked on at a time.
    private let part: Int

    init(_ group: KeptGroup, _ report: SyncReport, _ writer: ObjectWriter, part: Int, now: Double) throws {
        self.group = group
        self.report = report
        self.now = now
        self.writer = writer
        self.part = part
        isFirst = group.record.anchor == nil
        changes = try LocalChanges(writer, part: part)
        arrivals = try Arrivals(writer, device: group.member.device, now: now)
        edited = Set((group.record.edited ?? []).compactMap { Base32.bytes($0).flatMap { SyncID($0) } })
        if !group.unlisted.isEmpty { try self.group.listFiles(writer) }
        segments = StoredSegments(writer.store, of: group.member)
    }

    /// Tells what was done here, takes in what the folder has, and keeps it all.
    ///
    /// - Parameters:
    ///   - folder: The group's folder.
    ///   - joins: Whether a first sync may delete what was deleted on the other side.
    ///   - sendsHeads: Whether to say how far the other logs were read.
    /// - Throws: ``JoiningDeletions``, ``SyncError``, ``StoreError``; the transaction must then end.
    mutating func run(_ folder: some GroupFolder, joins: Bool, sendsHeads: Bool) throws {
        owesHeads = sendsHeads
        let positions = group.member.replica.heads
        var arrived: [Segment] = []
        // Who joins reads first: what the group knows already isn't sent again.
        if isFirst { arrived = try read(folder) }
        try tellChanges()
        if !isFirst { arrived = try read(folder) }
        try repeatEntries()
        // An earlier version kept nothing but the files: all of them are gone through once.
        let knowsEdits = isFirst || group.record.edited != nil
        try apply(knowsEdits ? arrived : segments.segments)
        try applyAffected()
        if isFirst { deletions.here = arrivals.deleted.count }
        if !joins, deletions.here + deletions.there > 0 { throw deletions }
        try arrivals.finish()
        (report.added, report.changed, report.deleted) =
            (arrivals.counts.added, arrivals.counts.changed, arrivals.counts.deleted)
        report.settings = arrivals.counts.values + arrivals.counts.links
        try seal()
        if sendsHeads { group.record.sentHeads = now }
        try fold()
        try keepBaseline()
        group.record.anchor = writer.writer.currentAnchor
        group.record.synced = now
        for (device, position) in group.member.replica.heads where positions[device] != position {
            group.record.heard[device.description] = now
        }
        noteTrouble()
        try countConflicts()
        try group.save(writer)
    }

    // MARK: Files

    /// Keeps what the folder has and the store lacks.
    private mutating func read(_ folder: some GroupFolder) throws -> [Segment] {
        var arrived: [Segment] = []
        let (writer, segments) = (writer, segments)
        problems = try group.member.read(folder) { member, file in
            member.replica.note(file.segment)
            try KeptGroup.keep(file, writer, segments)
            arrived.append(file.segment.withoutEntries)
        }
        report.problems = DeviceSync.problems(problems, group.member)
        // The disk may have been copied.
        arrivals.texts.here = group.member.device
        return arrived
    }

    /// Ends a part of the work; what was done is sealed when it is enough for some files, so that it stays together.
    private mutating func endPart() throws {
        group.member.replica.state = SyncState()
        let outbox = group.member.replica.outbox
        if outbox.reduce(0, { sum, entries in entries.reduce(sum) { $0 + $1.breadth } }) >= part {
            try seal()
        } else {
            segments.pending = outbox.flatMap { $0 }
        }
    }

    /// Seals what was told of a page while the next one was read.
    private mutating func sealAhead() throws {
        guard let packed = try ahead?.value() else { return }
        ahead = nil
        try seal()
        group.member.replica.tell(packed.entries)
        try seal(packed)
    }

    private mutating func seal(_ packed: PackedEntries? = nil) throws {
        group.member.replica.state = SyncState()
        segments.pending = []
        if group.member.replica.outbox.isEmpty { return }
        try group.member.seal(withHeads: owesHeads, packed: packed)
        owesHeads = false
        try group.keepMade(writer, segments)
    }

    /// Tells what only this device may have read of devices that were removed.
    private mutating func repeatEntries() throws {
        let segments = segments
        try group.member.replica.repeatEntries { try segments.single(of: $0) }
    }

    /// Makes one file of sixteen, as often as there are that many.
    private mutating func fold() throws {
        while let range = group.member.replica.foldable {
            let files = group.member.replica.log[range]
            let entries = try files.flatMap { try segments.single(of: $0) }
            // What nobody deleted is said as it was.
            let hasDeletions = segments.segments.contains { $0.outline.hasDeletions }
            let said = entries.filter { if case .deletion = $0 { false } else { true } }
            let working = try working(on: hasDeletions ? said.flatMap(\.topics) : [])
            group.member.replica.state = working.state
            try group.member.fold(saying: entries)
            group.member.replica.state = SyncState()
            // A machine without a key for it folds nothing.
            if group.member.made.isEmpty { return }
            for file in files { segments.remove(file.hash) }
            try group.keepMade(writer, segments)
        }
    }

    /// Keeps what is wrong for those who ask how the group stands.
    private mutating func noteTrouble() {
        let replica = group.member.replica
        let day = 86_400.0
        group.record.missing = replica.missing.map(\.device.description)
        group.record.ahead = replica.clocks.reduce(into: [:]) { ahead, known in
            let seconds = Double(known.value) / 1_000 - Date.timeIntervalBetween1970AndReferenceDate - now
            if known.key != group.member.device, seconds > day { ahead[known.key.description] = seconds }
        }
        group.record.problems = problems.map {
            GroupRecord.Problem(device: $0.device.description, name: $0.name, error: $0.error.rawValue)
        }
    }

    // MARK: What was done here

    /// Tells what was done here since the last time.
    private mutating func tellChanges() throws {
        let anchor = group.record.anchor ?? 0
        // What goes and comes back meanwhile has its place among the objects; a sync's own deletions aren't told.
        let gone = try changes.deleted(after: anchor)
        var keys: Set<SyncedIdentifier.Key> = []
        let changes = changes
        let tellPages = { (round: inout SyncRound, stretch: LocalChanges.Stretch, common: CommonTopics) in
            try changes.forEachPage(stretch, common, round.context(WorkingState())) { page in
                if !gone.isEmpty { keys.formUnion((page.new + page.others).compactMap(\.identifier?.key)) }
                try round.tellNew(page)
                if page.others.isEmpty { return }
                try round.sealAhead()
                try round.tell(page.others)
            }
        }
        if anchor == 0, segments.segments.isEmpty, segments.pending.isEmpty, let all = try changes.everything() {
            try tellPages(&self, all.stretch, all.common)
        } else {
            try changes.forEachStretch(after: anchor) { stretch in
                try sealAhead()
                var topics = stretch.topics
                let common = try segments.common(&topics)
                try tellPages(&self, stretch, common)
            }
        }
        try sealAhead()
        var ids: [Double: SyncID] = [:]
        for first in stride(from: 0, to: gone.count, by: part) {
            try tell(gone[first..<min(first + part, gone.count)], keys, &ids)
        }
        (before, baseline) = (try SharedBaseline(writer.store), try store())
        try tellRecords()
        try tellLinks()
        try tellValues()
    }

    /// What the store has now of all that has no place in the order of changes.
    private func store() throws -> SharedBaseline {
        var baseline = SharedBaseline()
        baseline.records = try SharedRecords.hashes(writer.store)
        baseline.links = try SharedLinks.all(writer.store)
        baseline.values = try SharedValues.hashes(writer.store)
        return baseline
    }

    private mutating func keepBaseline() throws {
        if arrivals.counts.isAny { baseline = try store() }
        baseline.links.subtract(unshared)
        try baseline.save(writer, replacing: before)
    }

    private func context(_ working: WorkingState) -> LocalChanges.Context {
        LocalChanges.Context(working.state, device: group.member.device, now: now, isFirst: isFirst)
    }

    private func working(on topics: some Sequence<Topic>) throws -> WorkingState {
        var working = WorkingState()
        try working.load(topics, segments)
        return working
    }

    /// Tells of objects that nobody else speaks of: nothing of the group has to be known for that.
    private mutating func tellNew(_ page: LocalChanges.Page) throws {
        let others = fitting(changes.entries(page.new, context(WorkingState())).flatMap { $0 })
        if page.rows.count + others.count == 0 { return }
        report.sent += page.rows.count + others.count
        let entries = page.rows.entries + others
        guard page.rows.count >= part / 2 else {
            group.member.replica.tell(entries)
            return try endPart()
        }
        // The next page is read meanwhile.
        try sealAhead()
        let device = group.member.device
        ahead = Ahead { PackedEntries(entries, of: device) }
    }

    private mutating func tell(_ objects: [StoreContents.Object]) throws {
        var working = try working(on: objects.flatMap(changes.topics))
        let undone = isFirst ? [] : changes.deletions(of: objects, context(working))
        if !undone.isEmpty {
            for deletion in undone.sorted() { try tellUndone(deletion) }
            working = try self.working(on: objects.flatMap(changes.topics))
        }
        let context = context(working)
        group.member.replica.state = working.state
        let sent = report.sent
        var tellers = working.tellers
        for entries in changes.entries(objects, context) {
            try record(entries)
            for case .sample(let version) in entries where version.isImported {
                tellers[version.root, default: []].insert(group.member.device)
            }
        }
        if report.sent > sent { group.member.findPairs(StoreForms(), tellers) }
        let (state, shown) = (group.member.replica.state, ShownState(group.member.replica.state))
        for object in objects {
            let root = changes.root(object.id, context)
            if shown.samples[root]?.id != object.id || state.versions[root].map({ $0.count > 1 }) ?? true {
                affected.insert(root)
            }
        }
        // Another sample may be hidden by what was saved.
        affected.formUnion(shown.hidden.keys)
        noteEdited(state)
        try endPart()
    }

    /// Tells that a deletion was undone here, as the store has samples again that it names.
    ///
    /// What it names else is deleted again.
    private mutating func tellUndone(_ id: SyncID) throws {
        let named = try working(on: [.deletion(id)]).state
        guard let deletion = named.deletions[id], !named.canceled.contains(id) else { return }
        var rest = Deletion(id: .random(), roots: [], versions: [], floors: deletion.floors)
        var identifiers: Set<SyncedIdentifier.Key> = []
        let versions = Dictionary(grouping: deletion.versions, by: \.root)
        let roots = deletion.roots.sorted()
        for first in stride(from: 0, to: roots.count, by: part) {
            let some = roots[first..<min(first + part, roots.count)]
            let working = try working(on: some.map(Topic.sample))
            let there = try present(some, context(working))
            var carried: [SampleVersion] = []
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
        rest.floors = rest.floors.filter { !identifiers.contains($0.key) }
        if rest.roots.isEmpty { return }
        try record([.deletion(rest)])
        try endPart()
    }

    private mutating func tell(
        _ gone: ArraySlice<LocalChanges.Gone>,
        _ keys: Set<SyncedIdentifier.Key>,
        _ ids: inout [Double: SyncID]
    ) throws {
        let working = try working(on: gone.flatMap { changes.topics(of: $0.id) })
        let context = context(working)
        let current = try present(gone.map(\.id), context)
        if isFirst {
            let roots = Set(gone.map { changes.root($0.id, context) }).subtracting(current)
            deletions.there += roots.count { context.shown.samples[$0] != nil }
        }
        group.member.replica.state = working.state
        try record(changes.deletions(gone, current: current, keys: keys, ids: &ids, context))
        try endPart()
    }

    /// Of some samples, those of which the store has a version.
    private func present(_ ids: some Sequence<SyncID>, _ context: LocalChanges.Context) throws -> Set<SyncID> {
        var roots: [SyncID: SyncID] = [:]
        for id in ids {
            let root = changes.root(id, context)
            for other in [root, id] { roots[other] = root }
            for name in context.state.versions[root]?.keys ?? [] { roots[name.id] = root }
            if let newest = changes.newest[root] { roots[newest] = root }
        }
        let samples = try writer.store.samples(uuids: roots.keys.map(\.uuid))
        var present = Set(samples.keys.compactMap { roots[SyncID($0)] })
        for (id, root) in roots where !present.contains(root) {
            if try writer.store.record(uuid: id.uuid) != nil { present.insert(root) }
        }
        return present
    }

    private mutating func tellRecords() throws {
        if isFirst { return }
        let contents = StoreContents(writer.store)
        let uuids = baseline.records.filter { before.records[$0.key] != $0.value }.keys.map { SyncID($0) }.sorted()
        for first in stride(from: 0, to: uuids.count, by: part) {
            let objects = try uuids[first..<min(first + part, uuids.count)]
                .compactMap { try writer.store.record(uuid: $0.uuid).map { try contents.object($0) } }
            let working = try working(on: objects.flatMap(changes.topics))
            group.member.replica.state = working.state
            try record(SharedRecords.changes(objects, context(working)))
            try endPart()
        }
    }

    private mutating func tellLinks() throws {
        let (added, gone) = (baseline.links.subtracting(before.links), before.links.subtracting(baseline.links))
        if added.isEmpty && gone.isEmpty { return }
        let changes = changes
        let working = try working(on: added.union(gone).flatMap { SharedLinks.topics($0, changes) })
        let context = context(working)
        let told = SharedLinks.changes(added: added, gone: gone, context) { changes.root($0, context) }
        unshared = told.unshared
        group.member.replica.state = working.state
        try record(told.entries)
        try endPart()
    }

    private mutating func tellValues() throws {
        var keys = baseline.values.filter { before.values[$0.key] != $0.value }.map(\.key)
        if !isFirst { keys += before.values.keys.filter { baseline.values[$0] == nil } }
        if keys.isEmpty { return }
        keys.sort { $0.lexicographicallyPrecedes($1) }
        let working = try working(on: keys.map(Topic.register))
        group.member.replica.state = working.state
        try record(try SharedValues.changes(keys, writer.store, context(working)))
        try endPart()
    }

    /// The entries that fit into files.
    private mutating func fitting(_ entries: [Entry]) -> [Entry] {
        if entries.allSatisfy(\.fits) { return entries }
        let fitting = entries.filter(\.fits)
        report.tooLarge += entries.count - fitting.count
        return fitting
    }

    private mutating func record(_ entries: [Entry]) throws {
        let fitting = fitting(entries)
        // Histories of edits come with the edits.
        report.sent += fitting.count(where: { !SharedValues.isHistory($0) })
        try group.member.record(fitting)
    }

    // MARK: What was done elsewhere

    /// Makes the store show what files tell, which are kept already.
    private mutating func apply(_ arrived: [Segment]) throws {
        var (entries, breadth, weight): ([Entry], Int, Int) = ([], 0, 0)
        var place = 0
        while place < arrived.count {
            let (stretch, common) = try stretch(arrived, from: &place)
            // Lists of topics are large, and what comes now is of another shape.
            FreedMemory.giveBack()
            var next = try segments.rows(of: stretch[0])
            for (number, segment) in stretch.enumerated() {
                let opened = try next.value()
                if number + 1 < stretch.count { next = try segments.rows(of: stretch[number + 1]) }
                let (new, others) = split(opened, listed: try segments.topics(of: segment).count, common)
                if !others.isEmpty { segments.remember(opened, of: segment.hash) }
                for (rows, chosen) in new { try arrivals.add(rows, chosen) }
                for entry in others {
                    entries.append(entry)
                    breadth += entry.breadth
                    weight += entry.weight
                    if breadth < part, weight < Self.mostWeight { continue }
                    try apply(entries)
                    (entries, breadth, weight) = ([], 0, 0)
                    FreedMemory.giveBack()
                }
            }
        }
        if !entries.isEmpty { try apply(entries) }
    }

    /// About how many bytes of entries are worked on at a time: some records are large.
    private static let mostWeight = 2 << 20
    /// How many bytes of lists of topics are looked at together.
    private static let mostListBytes = 1 << 20

    /// The next of some files, and what they speak of that others speak of too.
    private func stretch(_ files: [Segment], from place: inout Int) throws -> (files: [Segment], common: CommonTopics) {
        var (stretch, bytes, topics): ([Segment], Int, TopicNumbers) = ([], 0, TopicNumbers())
        while place < files.count, bytes < Self.mostListBytes {
            let list = try segments.topics(of: files[place])
            topics.add(list)
            bytes += list.bytes.count
            stretch.append(files[place])
            place += 1
        }
        return (stretch, try segments.common(&topics, without: Set(stretch.map(\.hash))))
    }

    /// Of a file's entries, the unedited samples that nobody else speaks of, as places in rows: they are shown as they are.
    private func split(
        _ entries: [Entry],
        listed: Int,
        _ common: CommonTopics
    ) -> (new: [(SampleRows, [Int])], others: [Entry]) {
        let repeated = Self.repeatedTopics(entries, listed: listed)
        var (new, others): ([(SampleRows, [Int])], [Entry]) = ([], [])
        for entry in entries {
            guard case .rows(let rows) = entry else {
                others.append(entry)
                continue
            }
            var chosen: [Int] = []
            chosen.reserveCapacity(rows.count)
            for row in 0..<rows.count {
                // An edit that no file of the group can hold stays here.
                var isNew = changes.newest.isEmpty || changes.newest[rows.ids[row]] == nil
                if !common.isEmpty || !repeated.isEmpty {
                    rows.forEachTopic(row) { if common.has($0) || repeated.has($0) { isNew = false } }
                }
                if isNew { chosen.append(row) } else { others.append(.sample(rows.version(row))) }
            }
            if !chosen.isEmpty { new.append((rows, chosen)) }
        }
        return (new, others)
    }

    /// The topics of which a file speaks more than once.
    private static func repeatedTopics(_ entries: [Entry], listed: Int) -> CommonTopics {
        var count = 0
        for entry in entries { count += entry.topicCount }
        var topics = TopicNumbers()
        // Each stands in the file's list once.
        if count > listed { for entry in entries { entry.forEachTopic { topics.add($0) } } }
        return CommonTopics(repeatedIn: topics)
    }

    private mutating func apply(_ entries: [Entry]) throws {
        var (deleted, undone): (Set<SyncID>, Set<SyncID>) = ([], [])
        for entry in entries {
            switch entry {
            case .deletion(let deletion): deleted.formUnion(deletion.roots)
            case .restore(let restore): undone.insert(restore.deletion)
            default: break
            }
        }
        // Whatever they hid may be back.
        let named = try working(on: undone.map(Topic.deletion)).state.deletions
        for id in undone { affected.formUnion(named[id]?.roots ?? []) }
        try apply(entries.flatMap(\.needs), deleted: deleted)
    }

    /// Makes the store show what is shown of the samples that it may show otherwise.
    private mutating func applyAffected() throws {
        let roots = affected.sorted()
        for first in stride(from: 0, to: roots.count, by: part) {
            let some = roots[first..<min(first + part, roots.count)]
            try apply(some.map(Topic.sample), own: isFirst ? Set(some) : [])
        }
    }

    /// Makes the store show what is shown of topics, and of all that those depend on.
    ///
    /// All that was done here is told by now: the store has nothing that the group doesn't know.
    ///
    /// - Parameters:
    ///   - topics: The topics.
    ///   - deleted: The samples that deletions name which are new here.
    ///   - own: Samples of this store that the group may have deleted and know nothing else of.
    /// - Throws: ``SyncError``, ``StoreError``; the transaction must then end.
    private mutating func apply(_ topics: [Topic], deleted: Set<SyncID> = [], own: Set<SyncID> = []) throws {
        let working = try working(on: topics)
        group.member.replica.state = working.state
        group.member.findPairs(StoreForms(), working.tellers)
        let state = group.member.replica.state
        try arrivals.apply(
            Arrivals.Part(
                state: state,
                shown: ShownState(state),
                others: own.intersection(state.deletedRoots),
                newest: changes.newest,
                deleted: deleted.intersection(state.deletedRoots)
            )
        )
        noteEdited(state)
        try endPart()
    }

    // MARK: Conflicts

    private mutating func noteEdited(_ state: SyncState) {
        for (root, versions) in state.versions where versions.count > 2 { edited.insert(root) }
    }

    private mutating func countConflicts() throws {
        let losing = try DeviceSync.losingVersions(edited, segments)
        edited.formIntersection(losing.map(\.version.root))
        group.record.edited = edited.sorted().map(\.description)
        group.record.conflicts = try DeviceSync.countConflicts(losing, writer.store)
    }
}

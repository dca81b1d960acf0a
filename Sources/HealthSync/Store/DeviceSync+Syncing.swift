import Foundation
import HealthKit
import HealthStore

extension DeviceSync {
    /// How often a device writes how far it has read the other logs, in seconds.
    private static let headSeconds = 60.0

    /// Reads what the folder has, and writes what was done here.
    ///
    /// - Parameter joins: Whether a first sync may delete what was deleted on the other side.
    /// - Returns: What came of it.
    /// - Throws: ``JoiningDeletions`` for a first sync that would delete something and may not yet: nothing is changed then.
    ///   ``SyncError``, `HKError`.
    package func sync(joins: Bool = false) throws -> SyncReport { try locked { try syncLocked(joins) } }

    private func syncLocked(_ joins: Bool) throws -> SyncReport {
        var group = try load()
        let folder = try folder(of: group)
        lastNames = try Self.names(folder)
        var report = SyncReport()
        let statementProblems = try group.member.readStatements(folder)
        report.state = Self.state(group)
        if report.state == .synced {
            let added = try group.member.acceptAnswers(folder, now: milliseconds)
            report.joined = added.map { Self.name($0, group.member) }
            let now = clock()
            var kept = group
            lastCommit = try database.write { writer in
                var round = SyncRound(kept, report, now: now)
                try round.run(writer, folder, joins: joins, sendsHeads: Self.isDue(kept.record.sentHeads, now))
                (kept, report) = (round.group, round.report)
                return try writer.store.newestCommit() + 1
            }
            group = kept
        } else {
            report.problems = Self.problems(statementProblems, group.member)
            try save(&group)
        }
        try write(&group)
        return report
    }

    private static func isDue(_ last: Double?, _ now: Double) -> Bool {
        // A clock that was set back doesn't silence the device.
        last.map { !(0..<headSeconds).contains(now - $0) } ?? true
    }

    static func name(_ device: SyncID, _ member: GroupMember) -> String {
        guard let known = member.membership.everybody[device] else { return String(device.description.prefix(8)) }
        return known.rank == 0 ? "recovery key" : String(decoding: known.name, as: UTF8.self)
    }

    static func problems(_ problems: [GroupMember.Problem], _ member: GroupMember) -> [SyncProblem] {
        problems.map { SyncProblem(device: name($0.device, member), file: $0.name, error: $0.error) }
    }
}

/// One sync, within one transaction of the store.
private struct SyncRound {
    var group: KeptGroup
    var report: SyncReport
    let now: Double
    private var problems: [GroupMember.Problem] = []

    init(_ group: KeptGroup, _ report: SyncReport, now: Double) {
        self.group = group
        self.report = report
        self.now = now
    }

    mutating func run(_ writer: ObjectWriter, _ folder: DiskFolder, joins: Bool, sendsHeads: Bool) throws {
        let isFirst = group.record.anchor == nil
        let positions = group.member.replica.heads
        let changes = try LocalChanges(writer, after: group.record.anchor ?? 0)
        let known = Set(group.member.replica.state.liveDeletions.map(\.id))
        // Who joins reads first: what the group knows already isn't sent again.
        if isFirst { try read(folder) }
        let sent = try recordChanges(changes, writer, isFirst: isFirst)
        if !isFirst { try read(folder) }
        let state = group.member.replica.state
        let after = ShownState(state)
        let device = group.member.device
        var arrivals =
            isFirst
            ? Arrivals(writer, holding: changes.objects(sent.context), state, after, device: device, now: now)
            : Arrivals(writer, showing: sent.shown, state, after, device: device, now: now)
        if isFirst, !joins {
            let deletions = JoiningDeletions(here: arrivals.deletedHere, there: sent.deletedThere)
            if deletions.here + deletions.there > 0 { throw deletions }
        }
        let links = isFirst ? [] : sent.shown.links
        let counts = try arrivals.run(links: links, knowing: known)
        (report.added, report.changed, report.deleted) = (counts.added, counts.changed, counts.deleted)
        report.settings = counts.values + counts.links
        try group.member.seal(withHeads: sendsHeads)
        if sendsHeads { group.record.sentHeads = now }
        // Each time makes one file of sixteen.
        for _ in 0..<16 where group.member.replica.foldable != nil { try group.member.fold() }
        group.record.anchor = writer.writer.currentAnchor
        group.record.synced = now
        for (device, position) in group.member.replica.heads where positions[device] != position {
            group.record.heard[device.description] = now
        }
        noteTrouble()
        group.record.conflicts = try DeviceSync.countConflicts(state, after, writer.store)
        try group.save(writer)
    }

    private mutating func read(_ folder: DiskFolder) throws {
        problems = try group.member.read(folder, StoreForms())
        report.problems = DeviceSync.problems(problems, group.member)
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

    /// What the store shows once its own changes are recorded.
    private struct Sent {
        var context: LocalChanges.Context
        var shown: ShownState
        var deletedThere: Int
    }

    /// Records what was done here.
    private mutating func recordChanges(
        _ changes: LocalChanges,
        _ writer: ObjectWriter,
        isFirst: Bool
    ) throws -> Sent {
        let before = context(isFirst)
        let deletedThere =
            isFirst ? changes.deletedRoots(before).count(where: { before.shown.samples[$0] != nil }) : 0
        for entries in changes.entries(before) { try record(entries) }
        try record(try updatedRecords(writer.store, before))
        var context = context(isFirst)
        let links = try SharedLinks.changes(writer.store, context) { changes.root($0, context) }
        let values = try SharedValues.changes(writer, context)
        try record(links + values)
        if !links.isEmpty { context = self.context(isFirst) }
        if report.sent > 0 { group.member.findPairs(StoreForms()) }
        return Sent(context: context, shown: context.shown, deletedThere: deletedThere)
    }

    private func context(_ isFirst: Bool) -> LocalChanges.Context {
        LocalChanges.Context(
            group.member.replica.state,
            device: group.member.device,
            now: now,
            isFirst: isFirst
        )
    }

    private mutating func record(_ entries: [Entry]) throws {
        let fitting = entries.filter(\.fits)
        report.tooLarge += entries.count - fitting.count
        // Histories of edits come with the edits.
        report.sent += fitting.count(where: { !SharedValues.isHistory($0) })
        try group.member.record(fitting)
    }

    /// Types whose records change under their UUIDs, which takes no place in the order of changes.
    private static let changing = [HKWorkoutTypeIdentifier, HKObjectType.userAnnotatedMedicationType().identifier]

    private func updatedRecords(_ store: StoreReader, _ context: LocalChanges.Context) throws -> [Entry] {
        if context.isFirst { return [] }
        let contents = StoreContents(store)
        var entries: [Entry] = []
        for type in Self.changing {
            guard let id = try store.entryID(.type, DictionaryCoding.bytes(type: type)) else { continue }
            for record in try store.records(RecordRequest(type: id)) {
                let object = try contents.object(record)
                let root = context.roots[object.id] ?? object.id
                guard let shown = context.shown.samples[root], shown.id == object.id,
                    !shown.content.isEqual(to: object.content)
                else {
                    continue
                }
                let stamp = shown.stamp.next(clock: context.clock, device: context.device)
                entries.append(
                    .sample(
                        SampleVersion(
                            name: VersionName(root: root, stamp: stamp, id: object.id),
                            origin: object.origin,
                            identifier: shown.identifier,
                            content: object.content
                        )
                    )
                )
            }
        }
        return entries
    }
}

import Foundation
import HealthKit
import HealthKitStore

/// One sync, within one transaction of the store.
///
/// Reads the group's state in parts: the memory it needs depends on the changes, not on the size of the store.
struct SyncRound {
    var group: LocalGroup
    var report: SyncReport
    let now: Double
    let writer: ObjectWriter
    let segments: StoredSegments
    let changes: OutgoingChanges
    var incoming: IncomingChanges
    var problems: [GroupMember.Problem] = []
    /// Whether this store's changes were never told before.
    let isFirst: Bool
    /// The deletions that joining would make.
    var deletions = JoiningDeletions(here: 0, there: 0)
    /// The samples that may have been edited on two machines at once.
    var edited: Set<SyncID>
    /// The samples of this store that may not be shown as it has them.
    var affected: Set<SyncID> = []
    /// The deletions whose samples are among them, as they were undone.
    var knownRestored: Set<SyncID> = []
    /// Deletions that are known to be undone.
    var undone: Set<SyncID> = []
    /// Whether the next file says how far the other logs were read.
    var owesHeads = false
    /// The store's contents when it was last in step, and its contents now.
    var before = SharedBaseline()
    var baseline = SharedBaseline()
    /// The entries of a page that were reported and aren't sealed yet.
    var prefetched: Prefetch<PackedEntries>?
    /// By file, the entries on which the store agrees.
    var matched: [Digest: EntryPlaces] = [:]
    /// The keys that several files speak of, as they were found last.
    var shared: SharedEntryKeys?
    /// The sources of the reported samples.
    var sources = SharedSources()
    /// Links that aren't shared.
    var unshared: Set<StoreLink> = []

    /// The number of entries worked on at a time.
    let part: Int

    init(_ group: LocalGroup, _ report: SyncReport, _ writer: ObjectWriter, part: Int, now: Double) throws {
        self.group = group
        self.report = report
        self.now = now
        self.writer = writer
        self.part = part
        isFirst = group.record.anchor == nil
        changes = try OutgoingChanges(writer, part: part)
        incoming = try IncomingChanges(writer, device: group.member.device, now: now, isJoining: isFirst)
        edited = Set((group.record.edited ?? []).compactMap { Base32.bytes($0).flatMap { SyncID($0) } })
        self.group.part = part
        if !group.unlisted.isEmpty { try self.group.listFiles(writer) }
        segments = StoredSegments(writer.store, of: group.member, part: part)
    }

    /// Sends the changes made here, applies those of the folder, and saves both.
    ///
    /// - Parameters:
    ///   - folder: The group's folder.
    ///   - joins: Whether a first sync may delete objects deleted on the other side.
    ///   - sendsHeads: Whether to say how far the other logs were read.
    /// - Throws: ``JoiningDeletions``, ``SyncError``, ``StoreError``; the transaction must then end.
    mutating func run(_ folder: some GroupFolder, joins: Bool, sendsHeads: Bool) throws {
        owesHeads = sendsHeads
        let positions = group.member.replica.heads
        var arrived: [Segment] = []
        // A device that joins reads first, so that nothing the group knows already is sent again.
        if isFirst { arrived = try read(folder) }
        try sendChanges()
        if !isFirst { arrived = try read(folder) }
        // The entries reported last needn't stay in memory beside those of others.
        if isFirst, arrived.count > 1 { try seal() }
        try repeatEntries()
        // An earlier version kept nothing but the files: all of them are gone through once.
        let knowsEdits = isFirst || group.record.edited != nil
        try apply(knowsEdits ? arrived : segments.segments)
        try applyAffected()
        if isFirst { deletions.here = incoming.deleted.count }
        if !joins, deletions.here + deletions.there > 0 { throw deletions }
        try incoming.finish()
        try SharedSources.settle(writer, device: group.member.device)
        (report.added, report.changed, report.deleted) =
            (incoming.counts.added, incoming.counts.changed, incoming.counts.deleted)
        report.settings = incoming.counts.values + incoming.counts.links
        report.replacedProfile = incoming.replacedProfile
        try sealHeads(sendsHeads, arrived)
        try seal()
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
        var hasFolded = false
        let (writer, segments) = (writer, segments)
        problems = try group.member.read(folder) { member, file in
            member.replica.note(file.segment)
            member.flaws[file.segment.hash] = file.flaws
            try LocalGroup.keep(file, writer, segments, part: part)
            arrived.append(file.segment.withoutEntries)
        } fold: { member, file, old in
            let isKept = member.replica.read[file.segment.header.device]?[file.segment.hash] != nil
            if !isKept { try LocalGroup.keep(file, writer, segments, part: part) }
            guard try segments.isMergedAlike(file, insteadOf: old, part: part) else {
                if !isKept { try LocalGroup.drop(file.segment, writer, segments) }
                return false
            }
            member.replica.absorb(file.segment, in: old)
            member.flaws[file.segment.hash] = file.flaws
            for segment in old {
                try LocalGroup.drop(segment, writer, segments)
                member.flaws[segment.hash] = nil
            }
            hasFolded = true
            // Entries that arrived both in single files and in the folded one are shown by the latter.
            let hashes = Set(old.map(\.hash))
            if arrived.contains(where: { hashes.contains($0.hash) }) {
                arrived.removeAll { hashes.contains($0.hash) || $0.hash == file.segment.hash }
                arrived.append(file.segment.withoutEntries)
            }
            return true
        }
        // It has places of files, which are others now.
        if hasFolded { shared = nil }
        arrived += try checkAgain(without: Set(arrived.map(\.hash)))
        problems += group.member.refusedAnswers + group.member.flawedFiles
        report.problems = DeviceSync.problems(problems, group.member)
        // The disk may have been copied.
        incoming.texts.here = group.member.device
        return arrived
    }

    /// Checks the entries of all files once more, where the rules are others than those by which entries were left out.
    ///
    /// - Parameter arrived: The files that have just arrived, which were checked by the current rules.
    /// - Returns: The files of which other entries count than before, and those with settings that were left alone.
    /// - Throws: ``SyncError``, ``StoreError``; the transaction must then end.
    private mutating func checkAgain(without arrived: Set<Digest>) throws -> [Segment] {
        if group.record.rules == SharedContentCheck.version { return [] }
        let added = SharedContentCheck.namespaces(newSince: group.record.rules)
        group.record.rules = SharedContentCheck.version
        var changed: [Segment] = []
        for segment in segments.segments where !arrived.contains(segment.hash) {
            guard let bytes = try writer.store.value(StoreNamespace.deviceFiles, StoredSegments.key(segment)),
                var opened = try group.member.open(bytes, asRows: true, checks: false)
            else {
                continue
            }
            let flaws = opened.leaveOutFlawed()
            let hasAdded = opened.entries.contains { SharedValues.isSetting($0, in: added) }
            if flaws == group.member.flaws[segment.hash], !hasAdded { continue }
            group.member.flaws[segment.hash] = flaws
            segments.note(segment.hash, isFlawed: flaws != nil)
            changed.append(segment)
        }
        return changed
    }

    /// Ends a part of the work; what was done is sealed when it is enough for some files, so that it stays together.
    mutating func endPart() throws {
        group.member.replica.state = SyncState()
        let outbox = group.member.replica.outbox
        if outbox.reduce(0, { sum, entries in entries.reduce(sum) { $0 + $1.breadth } }) >= part {
            try seal()
        } else {
            segments.pending = outbox.flatMap { $0 }
        }
    }

    /// Seals the entries of a page that were packed while the next one was read.
    mutating func sealAhead() throws {
        guard let packed = try prefetched?.value() else { return }
        prefetched = nil
        try seal()
        group.member.replica.send(packed.entries)
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

    /// Reports how far the other logs were read, if nothing else is reported: once a day, and only after something was read.
    private mutating func sealHeads(_ sendsHeads: Bool, _ arrived: [Segment]) throws {
        if arrived.contains(where: \.hasMoreThanHeads) { group.record.owesHeads = true }
        let isSending = !group.member.replica.outbox.isEmpty || owesHeads != sendsHeads
        if isSending, sendsHeads {
            (group.record.sentHeads, group.record.owesHeads) = (now, nil)
            return
        }
        guard group.record.owesHeads == true else { return }
        let day = 86_400.0
        if let last = group.record.sentHeads, (0..<day).contains(now - last) { return }
        group.member.replica.recordHeads()
        (group.record.sentHeads, group.record.owesHeads) = (now, nil)
        owesHeads = false
    }

    /// Sends the entries of removed devices that only this device may have read.
    private mutating func repeatEntries() throws {
        let segments = segments
        try group.member.replica.repeatEntries { try segments.expandedEntries(of: $0) }
    }

    /// Makes one file of sixteen, as often as there are that many.
    private mutating func fold() throws {
        while let range = group.member.replica.foldable {
            let files = group.member.replica.log[range]
            let entries = try files.flatMap { try segments.expandedEntries(of: $0) }
            // Without deletions, everything is written unchanged.
            let hasDeletions = segments.segments.contains { $0.outline.hasDeletions }
            let said = entries.filter { if case .deletion = $0 { false } else { true } }
            let working = try working(on: hasDeletions ? said.flatMap(\.entryKeys) : [])
            group.member.replica.state = working.state
            try group.member.fold(saying: entries)
            group.member.replica.state = SyncState()
            // A machine without a key for it folds nothing.
            if group.member.made.isEmpty { return }
            for file in files { segments.remove(file.hash) }
            try group.keepMade(writer, segments)
        }
    }

    /// Stores the problems for the group's status.
    private mutating func noteTrouble() {
        let replica = group.member.replica
        let day = 86_400.0
        group.record.missing = replica.missing.map(\.device.description)
        group.record.ahead = replica.clocks.reduce(into: [:]) { ahead, known in
            let seconds = Double(known.value) / 1_000 - Date.timeIntervalBetween1970AndReferenceDate - now
            if known.key != group.member.device, seconds > day { ahead[known.key.description] = seconds }
        }
        group.record.problems = problems.map { GroupRecord.Problem($0) }
    }

    // MARK: Conflicts

    mutating func noteEdited(_ state: SyncState) {
        for (root, versions) in state.versions where versions.count > 2 { edited.insert(root) }
    }

    private mutating func countConflicts() throws {
        let losing = try DeviceSync.losingVersions(edited, segments)
        edited.formIntersection(losing.map(\.version.root))
        group.record.edited = edited.sorted().map(\.description)
        group.record.conflicts = try DeviceSync.countConflicts(losing, writer.store)
    }
}

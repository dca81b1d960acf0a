import Foundation
import HealthKit
import HealthKitStore

/// Shows other devices' changes in the store.
extension SyncRound {
    /// Applies files, which are stored already, to the store.
    mutating func apply(_ arrived: [Segment]) throws {
        var (entries, breadth, weight): ([Entry], Int, Int) = ([], 0, 0)
        var from: Set<Int> = []
        var place = 0
        let all = try sharedEntryKeys(of: arrived)
        let places = Dictionary(
            uniqueKeysWithValues: segments.segments.enumerated().map { ($0.element.hash, $0.offset) }
        )
        while place < arrived.count {
            let range =
                try all.map { FileRange(files: arrived, common: $0.entryKeys, known: $0.known) }
                ?? range(arrived, from: &place, places)
            if all != nil { place = arrived.count }
            // Lists of keys are large, and what comes now is of another shape.
            FreedMemory.giveBack()
            var next: Prefetch<[Entry]>?
            for (number, segment) in range.files.enumerated() {
                let opened = try (next ?? segments.rows(of: segment)).value()
                next = nil
                let listed = try segments.entryKeys(of: segment).count
                let (new, others) = split(opened, listed: listed, range.common, without: matched[segment.hash])
                // A file is opened while the one before it is worked on, but not beside many records.
                if number + 1 < range.files.count, others.reduce(weight, { $0 + $1.weight }) < Self.mostWeight / 4 {
                    next = try segments.rows(of: range.files[number + 1])
                }
                if !others.isEmpty { segments.remember(opened, of: segment.hash) }
                for (rows, chosen) in new { try incoming.add(rows, chosen) }
                if let place = places[segment.hash] { from.insert(place) }
                for entry in others {
                    entries.append(entry)
                    breadth += entry.breadth
                    weight += entry.weight
                    if breadth < part, weight < Self.mostWeight { continue }
                    try apply(entries, range.known, from)
                    (entries, breadth, weight) = ([], 0, 0)
                    from = Set(places[segment.hash].map { [$0] } ?? [])
                    FreedMemory.giveBack()
                }
                if entries.isEmpty { from = [] }
            }
            // The keys of the next files are known otherwise.
            if !entries.isEmpty { try apply(entries, range.known, from) }
            (entries, breadth, weight) = ([], 0, 0)
        }
    }

    /// About how many bytes of entries are worked on at a time: some records are large.
    private static let mostWeight = 7 << 18
    /// The size of key lists considered together, in bytes: a megabyte.
    private var mostListBytes: Int { part * 64 }

    /// The keys that all files share with others, for a first sync of many files.
    ///
    /// Files that came since are searched, as long as they are few.
    mutating func knownFiles() throws -> KnownFiles {
        if !isFirst { return KnownFiles() }
        if let shared, segments.segments.count <= 2 * shared.count { return shared.known }
        return try sharedEntryKeys(of: segments.segments)?.known ?? KnownFiles()
    }

    /// The keys that files share with others, if there are more than are considered together and they have little in common.
    private mutating func sharedEntryKeys(of files: [Segment]) throws -> SharedEntryKeys? {
        let count = segments.segments.count
        // Nothing came since.
        if let shared, shared.count == count, segments.pending.isEmpty { return shared }
        var bytes = 0
        for file in files where bytes < mostListBytes { bytes += try segments.entryKeyBytes(of: file) }
        guard bytes >= mostListBytes, let entryKeys = try segments.common(of: files) else { return nil }
        let own = Set(files.map(\.hash))
        let places = Set(segments.segments.indices.filter { own.contains(segments.segments[$0].hash) })
        let found = SharedEntryKeys(
            entryKeys: entryKeys,
            known: KnownFiles(shared: entryKeys, of: places, among: count),
            count: count
        )
        if segments.pending.isEmpty { shared = found }
        return found
    }

    /// Files that are looked at together.
    private struct FileRange {
        var files: [Segment]
        /// The keys that they share with others.
        var common: CommonEntryKeys
        var known: KnownFiles
    }

    /// The next of some files.
    private func range(_ files: [Segment], from place: inout Int, _ places: [Digest: Int]) throws -> FileRange {
        var (range, bytes, entryKeys): ([Segment], Int, EntryKeyNumbers) = ([], 0, EntryKeyNumbers())
        while place < files.count, bytes < mostListBytes {
            let list = try segments.entryKeys(of: files[place])
            entryKeys.add(list)
            bytes += list.bytes.count
            range.append(files[place])
            place += 1
        }
        let count = segments.segments.count
        let common = try segments.common(&entryKeys, without: Set(range.map(\.hash)))
        var known = KnownFiles()
        known.add(entryKeys, common, among: count, without: range.compactMap { places[$0.hash] }.sorted())
        return FileRange(files: range, common: common, known: known)
    }

    /// Of a file's entries, the unedited samples that nobody else speaks of, as places in rows, which are shown as they are, and
    /// the other entries; those on which the store agrees are left out.
    private func split(
        _ entries: [Entry],
        listed: Int,
        _ common: CommonEntryKeys,
        without matched: EntryPlaces?
    ) -> (new: [(SampleRows, [Int])], others: [Entry]) {
        let repeated = Self.repeatedEntryKeys(entries, listed: listed)
        var (new, others): ([(SampleRows, [Int])], [Entry]) = ([], [])
        var first = 0
        for entry in entries {
            guard case .rows(let rows) = entry else {
                if !(matched?.has(first) ?? false) { others.append(entry) }
                first += 1
                continue
            }
            defer { first += rows.count }
            var chosen: [Int] = []
            chosen.reserveCapacity(rows.count)
            for row in 0..<rows.count {
                if matched?.has(first + row) ?? false { continue }
                // An edit that no file of the group can hold stays here.
                var isNew = !changes.successors.has(rows.ids[row])
                if !common.isEmpty || !repeated.isEmpty {
                    rows.forEachEntryKey(row) { if common.has($0) || repeated.has($0) { isNew = false } }
                }
                if isNew { chosen.append(row) } else { others.append(.sample(rows.version(row))) }
            }
            if !chosen.isEmpty { new.append((rows, chosen)) }
        }
        return (new, others)
    }

    /// The keys of which a file speaks more than once.
    static func repeatedEntryKeys(_ entries: [Entry], listed: Int) -> CommonEntryKeys {
        var count = 0
        for entry in entries { count += entry.entryKeyCount }
        var entryKeys = EntryKeyNumbers()
        // Each is in the file's list once.
        if count > listed { for entry in entries { entry.forEachEntryKey { entryKeys.add($0) } } }
        return CommonEntryKeys(repeatedIn: entryKeys)
    }

    /// Applies entries to the store.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - known: Which files speak of which keys.
    ///   - places: The places of the files that the entries come from.
    /// - Throws: ``SyncError``, ``StoreError``; the transaction must then end.
    private mutating func apply(_ entries: [Entry], _ known: KnownFiles, _ places: Set<Int>) throws {
        var known = known
        known.add(near: places)
        var (deleted, restored): (Set<SyncID>, Set<SyncID>) = ([], [])
        for entry in entries {
            switch entry {
            case .deletion(let deletion): deleted.formUnion(deletion.roots)
            case .restore(let restore): restored.insert(restore.deletion)
            default: break
            }
        }
        // Samples that the deletions hid may be back.
        restored.subtract(knownRestored)
        if !restored.isEmpty {
            // A large one is undone by many entries, and needn't be looked up for each.
            knownRestored.formUnion(restored)
            let named = try working(on: restored.map(EntryKey.deletion)).state.deletions
            for id in restored { affected.formUnion(named[id]?.roots ?? []) }
            undone.formUnion(restored)
        }
        try apply(entries.flatMap(\.needs), known, deleted: deleted)
        // A restore's changes are already applied from all files together, and don't have to be checked again.
        if isFirst { return }
        for case .restore(let restore) in entries { for version in restore.versions { affected.remove(version.root) } }
    }

    /// Applies the merged view of the samples that may differ in the store.
    mutating func applyAffected() throws {
        let roots = affected.sorted()
        for first in stride(from: 0, to: roots.count, by: part) {
            let some = roots[first..<min(first + part, roots.count)]
            try apply(some.map(EntryKey.sample), own: isFirst ? Set(some) : [])
        }
    }

    /// Applies the merged view of keys, and of everything that those depend on.
    ///
    /// All changes made here are reported by now: the store has nothing that the group doesn't know.
    ///
    /// - Parameters:
    ///   - entryKeys: The keys.
    ///   - known: Which files speak of which keys.
    ///   - deleted: The samples that deletions name which are new here.
    ///   - own: Samples of this store that the group may have deleted and know nothing else of.
    /// - Throws: ``SyncError``, ``StoreError``; the transaction must then end.
    private mutating func apply(
        _ entryKeys: [EntryKey],
        _ known: KnownFiles = KnownFiles(),
        deleted: Set<SyncID> = [],
        own: Set<SyncID> = []
    ) throws {
        let working = try working(on: entryKeys, known)
        group.member.replica.state = working.state
        group.member.findPairs(StoreForms(), working.senders)
        let state = group.member.replica.state
        try incoming.apply(
            IncomingChanges.Part(
                state: state,
                merged: MergedView(state),
                others: own.union(deleted).intersection(state.deletedRoots),
                successors: changes.successors,
                deleted: deleted.intersection(state.deletedRoots)
            )
        )
        noteEdited(state)
        try endPart()
    }
}

import Foundation
import HealthKit
import HealthStore

/// What other devices did, shown by the store.
extension SyncRound {
    /// Makes the store show what files tell, which are kept already.
    mutating func apply(_ arrived: [Segment]) throws {
        var (entries, breadth, weight): ([Entry], Int, Int) = ([], 0, 0)
        var place = 0
        let all = try commonTopics(of: arrived)
        while place < arrived.count {
            let (stretch, common) = try all.map { (arrived, $0) } ?? stretch(arrived, from: &place)
            if all != nil { place = arrived.count }
            // Lists of topics are large, and what comes now is of another shape.
            FreedMemory.giveBack()
            var next = try segments.rows(of: stretch[0])
            for (number, segment) in stretch.enumerated() {
                let opened = try next.value()
                if number + 1 < stretch.count { next = try segments.rows(of: stretch[number + 1]) }
                let listed = try segments.topics(of: segment).count
                let (new, others) = split(opened, listed: listed, common, without: agreed[segment.hash])
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
    private static let mostWeight = 7 << 19
    /// How many bytes of lists of topics are looked at together.
    private static let mostListBytes = 1 << 20

    /// What files speak of that others speak of too, where they are more than are looked at together and have little in common.
    private func commonTopics(of files: [Segment]) throws -> CommonTopics? {
        var bytes = 0
        for file in files where bytes < Self.mostListBytes { bytes += try segments.topics(of: file).bytes.count }
        return bytes < Self.mostListBytes ? nil : try segments.common(of: files)
    }

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

    /// Of a file's entries, without those that say what the store has, the unedited samples that nobody else speaks of, as places
    /// in rows: they are shown as they are.
    private func split(
        _ entries: [Entry],
        listed: Int,
        _ common: CommonTopics,
        without agreed: EntryPlaces?
    ) -> (new: [(SampleRows, [Int])], others: [Entry]) {
        let repeated = Self.repeatedTopics(entries, listed: listed)
        var (new, others): ([(SampleRows, [Int])], [Entry]) = ([], [])
        var first = 0
        for entry in entries {
            guard case .rows(let rows) = entry else {
                if !(agreed?.has(first) ?? false) { others.append(entry) }
                first += 1
                continue
            }
            defer { first += rows.count }
            var chosen: [Int] = []
            chosen.reserveCapacity(rows.count)
            for row in 0..<rows.count {
                if agreed?.has(first + row) ?? false { continue }
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
    static func repeatedTopics(_ entries: [Entry], listed: Int) -> CommonTopics {
        var count = 0
        for entry in entries { count += entry.topicCount }
        var topics = TopicNumbers()
        // Each stands in the file's list once.
        if count > listed { for entry in entries { entry.forEachTopic { topics.add($0) } } }
        return CommonTopics(repeatedIn: topics)
    }

    mutating func apply(_ entries: [Entry]) throws {
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
    mutating func applyAffected() throws {
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
    mutating func apply(_ topics: [Topic], deleted: Set<SyncID> = [], own: Set<SyncID> = []) throws {
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
}

import Foundation

extension StoreRepair {
    /// Writes the records.
    func saveRecords() throws {
        var byOrigin: [CountedTruth.Origin: Int64] = [:]
        for group in groups.values where group.unit == 0 {
            byOrigin[CountedTruth.Origin(type: group.type, source: group.source)] = group.id
        }
        var seen: Set<Identifier> = []
        var unreadable = 0
        let outcome = try reader.forEachRecord { record, _ in
            guard var record else {
                unreadable += 1
                return
            }
            guard seen.insert(Identifier(record.uuid)).inserted else { return }
            let origin = CountedTruth.Origin(type: record.type, source: record.source)
            let named = StoreFinding.Origin(type: record.type, source: record.source)
            let period = record.start.isFinite ? record.start...record.start : nil
            guard record.type > 0, record.source > 0, isUsable(.type, record.type), isUsable(.source, record.source)
            else {
                return lost.add(.samples(.reference, 1, nil, period, "what they are is gone"))
            }
            guard StoreInspector.isSensible(record.start, record.end, record.creation, 0) else {
                return lost.add(.samples(.values, 1, named, period, "their times make no sense"))
            }
            strip(&record, named)
            record.anchor = place(record.anchor)
            try writer.write(record)
            let group = try byOrigin[origin] ?? newGroup(record)
            byOrigin[origin] = group
            try count(record, group)
            found(Identifier(record.uuid), record.anchor)
        }
        lost.close()
        changed.close()
        if unreadable > 0 { lose(.records, "\(unreadable.of("record", "records")) without a UUID", count: unreadable) }
        if !outcome.isWhole { lose(.records, "an unknown number of records: \(outcome.reason)") }
    }

    private func strip(_ record: inout StoredRecord, _ origin: StoreFinding.Origin) {
        let before = record
        if !survey.has(.revision, record.revision) { record.revision = 0 }
        if !survey.has(.device, record.device) { record.device = 0 }
        if !survey.has(.metadata, record.metadata) { record.metadata = 0 }
        if record == before { return }
        let text = "are without the version of their source, the device or the metadata that was lost"
        changed.add(.samples(.reference, 1, origin, record.start...record.start, text))
    }

    private func newGroup(_ record: StoredRecord) throws -> Int64 {
        var group = try writer.makeGroup(type: record.type, source: record.source, unit: 0)
        group.commits = writer.state.commits
        groups[group.id] = group
        return group.id
    }

    private func count(_ record: StoredRecord, _ group: Int64) throws {
        groups[group]?.include(start: record.start, end: record.end)
        records += 1
        if !DerivedIdentity.mayBeDerived(Identifier(record.uuid)) {
            writer.noteIdentity(Identifier(record.uuid), group: group, start: record.start, count: 1)
            if writer.identityChanges.count > 4096 { try writer.flushIdentities() }
        }
        var tally = ProvenanceTally()
        tally.add(revision: record.revision, device: record.device, 1)
        try writer.count(tally, type: record.type, source: record.source)
    }

    /// Writes the deletions.
    func saveTombstones() throws {
        var (senseless, alive, lostCount, lostRows) = (0, 0, 0, 0)
        // Deletions of a type and source are written in the order of changes; those out of order come at the end.
        var reached: [TombstoneOrigin: Int64] = [:]
        var late: [StoredTombstone] = []
        let outcome = try reader.forEachTombstone { lost in
            lostCount += lost.count ?? 0
            lostRows += lost.count == nil ? 1 : 0
        } _: { tombstone in
            guard tombstone.type > 0, tombstone.source > 0, tombstone.deleted.isFinite,
                isUsable(.type, tombstone.type), isUsable(.source, tombstone.source)
            else {
                senseless += 1
                return
            }
            if let stored = marks[Identifier(tombstone.uuid)] ?? nil, stored < tombstone.anchor {
                alive += 1
                return
            }
            let origin = TombstoneOrigin(type: tombstone.type, source: tombstone.source)
            let isNext = tombstone.anchor > reached[origin] ?? 0
            let anchor = isNext ? place(tombstone.anchor) : place(0)
            guard anchor == tombstone.anchor else {
                var moved = tombstone
                moved.anchor = anchor
                late.append(moved)
                return
            }
            reached[origin] = anchor
            try bury(tombstone)
        }
        for tombstone in late { try bury(tombstone) }
        try writer.settleTombstones()
        if lostCount + lostRows > 0 {
            let text = StoreInspector.lostTombstones(lostCount, lostRows)
            lose(.tombstones, "the notes of \(text)", count: lostRows > 0 ? nil : lostCount)
        }
        if senseless > 0 {
            lose(
                .tombstones,
                "\(senseless.of("note of a deletion that makes", "notes of deletions that make")) no sense",
                count: senseless
            )
        }
        if alive > 0 {
            lose(
                .tombstones,
                "\(alive.of("note of the deletion of an object that is", "notes of deletions of objects that are")) there",
                count: alive
            )
        }
        if !outcome.isWhole { lose(.tombstones, "an unknown number of notes of deletions: \(outcome.reason)") }
    }

    private func bury(_ tombstone: StoredTombstone) throws {
        let origin = TombstoneOrigin(type: tombstone.type, source: tombstone.source)
        let identifier = Identifier(tombstone.uuid)
        try writer.bury(identifier, of: origin, at: tombstone.anchor, time: tombstone.deleted, tombstone.payload)
        tombstones += 1
    }

    /// Writes the links whose both ends are there.
    func saveLinks() throws {
        let (parents, _) = try reader.linkParents()
        let (all, outcome) = try reader.links()
        var numbers: [Identifier: Int64] = [:]
        let nested = Set(SalvageReader.nested(all, parents, aids.flatRoles))
        var dangling = 0
        for link in all.subtracting(nested).sorted(by: { ($0.parent, $0.role) < ($1.parent, $1.role) }) {
            guard let parent = parents[link.parent], let child = link.child, isStored(child),
                isStored(parent) || aids.looseRoles.contains(link.role)
            else {
                dangling += 1
                continue
            }
            let number = try numbers[parent] ?? makeParent(parent)
            numbers[parent] = number
            let query = try writer.connection.query(.insertLink)
            query.bind(number, at: 1)
            query.bind(link.role, at: 2)
            query.bind(child, at: 3)
            try query.run()
            links += 1
        }
        if !nested.isEmpty {
            let text = "that made an object part of itself, or of an object that is itself a part, left out"
            change(.links, "\(nested.count.of("link", "links")) \(text)", count: nested.count)
        }
        if dangling > 0 { lose(.links, "\(dangling.of("link", "links")) with an end that is gone", count: dangling) }
        if !outcome.isWhole { lose(.links, "possibly some links: \(outcome.reason)") }
    }

    private func isStored(_ identifier: Identifier) -> Bool { (marks[identifier] ?? nil) != nil }

    private func makeParent(_ parent: Identifier) throws -> Int64 {
        let query = try writer.connection.query(.insertLinkParent)
        query.bind(parent, at: 1)
        guard try query.step() else { throw StoreError.damaged("a link could not be made") }
        let number = query.int64(0)
        try query.run()
        return number
    }

    /// Writes everything else: permissions, preferences, the order of sources.
    func saveValues() throws {
        var seen: Set<[[UInt8]]> = []
        let outcome = try reader.forEachValue { namespace, key, bytes in
            guard seen.insert([namespace, key]).inserted else { return }
            let query = try writer.connection.query(.replaceValue)
            query.bind(namespace, at: 1)
            query.bind(key, at: 2)
            query.bind(bytes, at: 3)
            try query.run()
        }
        values = seen.count
        _ = try reader.forEachNamespace { name, commits in
            let query = try writer.connection.query(.replaceNamespace)
            query.bind(name, at: 1)
            query.bind(min(commits, writer.state.commits), at: 2)
            try query.run()
        }
        if !outcome.isWhole { lose(.settings, "possibly some permissions and settings: \(outcome.reason)") }
    }
}

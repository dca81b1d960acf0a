import Foundation

extension ImportTransaction {
    /// A key that distinguishes the contents of members, however they are spelled.
    private struct MemberKey: Hashable {
        var type: TypeID
        var source: SourceID
        var unit: UnitID
        var start: UInt64
        var content: DuplicateTable.Content
    }

    /// The rows that a content may mean.
    private typealias Found = [MemberKey: [StoredSample]]

    /// Finds the rows that members of correlations are: members stand at top level too.
    ///
    /// The j-th member of some content is the j-th such row, or the last one when there are fewer. One that isn't
    /// there is stored; should it come at top level later in this import, it is recognised there.
    ///
    /// - Parameters:
    ///   - members: the members as they stand in the correlations, of as many as there are.
    ///   - heedsDeletions: whether what was deleted stays so, where the import doesn't bring that back anyway.
    /// - Returns: their UUIDs; nil for one that stays deleted.
    /// - Complexity: linear in the members and the rows of the batches that reach their starts.
    /// - Throws: ``StoreError``.
    package func resolve(members: [NewSample], heedsDeletions: Bool = true) throws -> [UUID?] {
        try resolve(members, isCounted: false, heedsDeletions: heedsDeletions).uuids
    }

    /// Does what ``resolve(members:heedsDeletions:)`` does, and counts the members: one that comes at top level later in this import is
    /// then a duplicate.
    ///
    /// - Parameter members: the members as they stand in what they belong to.
    /// - Returns: their UUIDs, nil for one that stays deleted; and how many were added, were there and were left out.
    /// - Throws: ``StoreError``.
    package func add(members: [NewSample]) throws -> (uuids: [UUID?], counts: ImportCounts) {
        let (uuids, added) = try resolve(members, isCounted: true)
        let deleted = uuids.count { $0 == nil }
        return (uuids, ImportCounts(added: added, duplicate: members.count - added - deleted, deleted: deleted))
    }

    private func resolve(
        _ members: [NewSample],
        isCounted: Bool,
        heedsDeletions: Bool = true
    ) throws -> (uuids: [UUID?], stored: Int) {
        if members.isEmpty { return ([], 0) }
        try writer.validate(members)
        let keys = try members.map { try key(of: $0) }
        var wanted = Found()
        for key in keys { wanted[key] = [] }
        var found = try storedRows(wanted)
        var missing: [NewSample] = []
        for (index, key) in keys.enumerated() where wanted[key] != nil && found[key]?.isEmpty != false {
            wanted[key] = nil
            var member = members[index]
            member.identity = .derived
            if try !heedsDeletions || !isDeleted(member) { missing.append(member) }
        }
        if !missing.isEmpty {
            _ = try writer.change { try writer.store(missing, matcher: nil) }
            matcher.forgetTables()
            let stored = try missing.map { try key(of: $0) }
            for (key, rows) in try storedRows(Found(uniqueKeysWithValues: stored.map { ($0, []) })) {
                guard let row = rows.first else { throw StoreError.damaged("a row can't be found after it was stored") }
                matcher.addMember(row.anchor, isCounted: isCounted)
                if matcher.tombstones.hasLifted(type: row.type, source: row.source) {
                    try matcher.tombstones.takeOut(Identifier(row.uuid), writer)
                }
                found[key] = rows
            }
            if !heedsDeletions { try takeOutNotes(of: Set(missing.map { try content(of: $0).uuid })) }
        }
        let uuids = try zip(keys, members)
            .map { key, member -> UUID? in
                guard let rows = found[key], !rows.isEmpty else { return nil }
                return rows[min(matcher.turn(of: try content(of: member)), rows.count - 1)].uuid
            }
        return (uuids, missing.count)
    }

    private func key(of sample: NewSample) throws -> MemberKey {
        let rows = BatchRows()
        rows.append(sample)
        let content = DuplicateTable.Content(rows, 0)
        return MemberKey(
            type: sample.type,
            source: sample.source,
            unit: sample.unit,
            start: sample.start.bitPattern,
            content: content.with(metadata: try matcher.metadataClass(sample.metadata, writer))
        )
    }

    /// The stored rows of some contents, in the order of anchors.
    private func storedRows(_ wanted: Found) throws -> Found {
        struct Group: Hashable {
            var type: TypeID
            var source: SourceID
            var unit: UnitID
        }
        var found = wanted
        for (group, keys) in Dictionary(
            grouping: wanted.keys,
            by: { Group(type: $0.type, source: $0.source, unit: $0.unit) }
        ) {
            let starts = Set(keys.map { Double(bitPattern: $0.start) }).sorted()
            for unit in try [group.unit] + matcher.siblings(ofUnit: group.unit, writer) {
                guard let stored = try writer.group(type: group.type, source: group.source, unit: unit) else {
                    continue
                }
                try forEachRow(of: stored, at: starts) { rows, row, sample in
                    let content = DuplicateTable.Content(rows, row)
                    let key = MemberKey(
                        type: group.type,
                        source: group.source,
                        unit: group.unit,
                        start: rows.starts[row].bitPattern,
                        content: content.with(metadata: try matcher.metadataClass(content.metadata, writer))
                    )
                    if found[key] != nil { found[key]?.append(try sample()) }
                }
            }
        }
        for key in found.keys where (found[key]?.count ?? 0) > 1 { found[key]?.sort { $0.anchor < $1.anchor } }
        return found
    }

    /// Visits the rows of a group that start at some times, each batch once.
    private func forEachRow(
        of group: SampleGroup,
        at starts: [Double],
        _ body: (BatchRows, Int, () throws -> StoredSample) throws -> Void
    ) throws {
        guard let first = starts.first, let last = starts.last else { return }
        var place = 0
        for header in try writer.headers(group.id, startLower: first, startUpper: last) {
            while place < starts.count, starts[place] < header.startMin { place += 1 }
            guard place < starts.count, starts[place] <= header.startMax else { continue }
            try writer.withBatchReader { batch in
                try batch.load(header, of: group)
                try batch.require(.all)
                var index = place
                while index < starts.count, starts[index] <= header.startMax {
                    for row in batch.rows.lowerBound(starts[index])..<batch.rows.upperBound(starts[index]) {
                        try body(batch.rows, row) { try batch.sample(row) }
                    }
                    index += 1
                }
            }
        }
    }

    /// Takes out the notes of deletions of what was stored although they keep it out.
    private func takeOutNotes(of uuids: Set<UUID>) throws {
        guard uuids.contains(where: { matcher.tombstones.holds(Identifier($0)) }) else { return }
        var anchors: [Int64] = []
        try writer.forEachDeletion(after: 0) { uuid, anchor, _ in
            if uuids.contains(uuid) { anchors.append(anchor) }
        }
        for uuid in uuids where matcher.tombstones.holds(Identifier(uuid)) { try writer.noteRevived(uuid) }
        for anchor in anchors.sorted() { try writer.removeTombstones(anchor...anchor) }
    }

    /// Whether a member was imported once and deleted since.
    private func isDeleted(_ member: NewSample) throws -> Bool {
        guard matcher.tombstones.concerns(type: member.type, source: member.source) else { return false }
        let typeHash = try writer.contentHash(.type, member.type)
        guard matcher.tombstones.mayHold(typeHash: typeHash, start: member.start) else { return false }
        for unit in try [member.unit] + matcher.siblings(ofUnit: member.unit, writer) {
            var member = member
            member.unit = unit
            if matcher.tombstones.holds(try content(of: member)) { return true }
        }
        return false
    }

    /// The identity of the first row of some content.
    private func content(of sample: NewSample) throws -> Identifier {
        let prefix = DerivedIdentity.Prefix(
            type: try writer.contentHash(.type, sample.type),
            source: try writer.contentHash(.source, sample.source),
            unit: try writer.contentHash(.unit, sample.unit),
            revision: try writer.contentHash(.revision, sample.revision),
            device: try writer.contentHash(.device, sample.device),
            metadata: try writer.contentHash(.metadata, sample.metadata)
        )
        return DerivedIdentity.identifier(
            prefix,
            start: sample.start,
            end: sample.end,
            value: sample.value,
            creation: sample.creation,
            ordinal: 0
        )
    }
}

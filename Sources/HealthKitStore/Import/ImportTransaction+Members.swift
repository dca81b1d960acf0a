import Foundation

extension ImportTransaction {
    /// Finds the rows of members of correlations, since members are at top level too.
    ///
    /// The j-th member of some content is the j-th such row, or the last one when there are fewer. One that isn't
    /// there is stored; should it come at top level later in this import, it is recognised there.
    ///
    /// - Parameters:
    ///   - members: The members of any number of correlations, in their order.
    ///   - heedsDeletions: Whether deleted members stay deleted, unless the import restores deletions anyway.
    /// - Returns: their UUIDs; nil for one that stays deleted.
    /// - Complexity: linear in the members and the rows of the batches that reach their starts.
    /// - Throws: ``StoreError``.
    package func resolve(members: [NewSample], heedsDeletions: Bool = true) throws -> [UUID?] {
        try resolve(members, isCounted: false, heedsDeletions: heedsDeletions).found.map { $0?.uuid }
    }

    /// Does what ``resolve(members:heedsDeletions:)`` does, and counts the members: one that comes at top level later in this import is
    /// then a duplicate.
    ///
    /// - Parameter members: The members in the order of their correlations.
    /// - Returns: their rows, nil for one that stays deleted; and how many were added, were there and were left out.
    /// - Throws: ``StoreError``.
    package func add(members: [NewSample]) throws -> (found: [FoundMember?], counts: ImportCounts) {
        let (found, added) = try resolve(members, isCounted: true)
        let deleted = found.count { $0 == nil }
        return (found, ImportCounts(added: added, duplicate: members.count - added - deleted, deleted: deleted))
    }

    private func resolve(
        _ members: [NewSample],
        isCounted: Bool,
        heedsDeletions: Bool = true
    ) throws -> (found: [FoundMember?], stored: Int) {
        if members.isEmpty { return ([], 0) }
        try writer.validate(members)
        var groups = try contents(of: members)
        for index in groups.indices { try find(&groups[index], storedFor: nil) }
        let places = try groups.flatMap { $0.placesWithoutRow() }.sorted()
            .filter { try !heedsDeletions || !isDeleted(members[$0]) }
        if !places.isEmpty { try store(places, of: members, &groups, isCounted, heedsDeletions) }
        var found = [FoundMember?](repeating: nil, count: members.count)
        var prefixes = PrefixCache()
        for group in groups {
            try group.forEachContent { rows, entries in
                // The one row stands for all of them, and no turn has to be kept unless others of the content may come.
                if isCounted, rows.count == 1, let row = rows.first {
                    for entry in entries { found[entry.place] = FoundMember(row) }
                    return
                }
                for entry in entries {
                    let turn = matcher.turn(of: try prefixes.identifier(of: members[entry.place], writer))
                    found[entry.place] = FoundMember(rows[rows.startIndex + min(turn, rows.count - 1)])
                }
            }
        }
        return (found, places.count)
    }

    /// The members by type, source and unit, in the order in which these come.
    private func contents(of members: [NewSample]) throws -> [MemberContents] {
        var groups: [MemberContents] = []
        var known: [MemberContents.Group: Int] = [:]
        var last: (group: MemberContents.Group, index: Int)?
        for (place, member) in members.enumerated() {
            let group = MemberContents.Group(member)
            let index: Int
            if let last, last.group == group {
                index = last.index
            } else {
                index = known[group] ?? groups.count
                if index == groups.count {
                    known[group] = index
                    groups.append(MemberContents(group))
                }
                last = (group, index)
            }
            groups[index].add(member, class: try matcher.metadataClass(member.metadata, writer), place: place)
        }
        for index in groups.indices { groups[index].order() }
        return groups
    }

    /// Finds the stored rows that members of a group say, in every spelling of their unit.
    private func find(_ contents: inout MemberContents, storedFor isWanted: [Bool]?) throws {
        let group = contents.group
        for unit in try [group.unit] + matcher.siblings(ofUnit: group.unit, writer) {
            guard let stored = try writer.group(type: group.type, source: group.source, unit: unit) else { continue }
            try contents.find(in: stored, storedFor: isWanted, writer) { try matcher.metadataClass($0, writer) }
        }
    }

    /// Stores the members that aren't there.
    private func store(
        _ places: [Int],
        of members: [NewSample],
        _ groups: inout [MemberContents],
        _ isCounted: Bool,
        _ heedsDeletions: Bool
    ) throws {
        let missing = places.map { place in
            var member = members[place]
            member.identity = .derived
            return member
        }
        _ = try writer.change { try writer.store(missing, matcher: nil) }
        matcher.forgetTables()
        var isWanted = [Bool](repeating: false, count: members.count)
        for place in places { isWanted[place] = true }
        var count = 0
        for index in groups.indices {
            let group = groups[index].group
            try find(&groups[index], storedFor: isWanted)
            let hasLifted = matcher.tombstones.hasLifted(type: group.type, source: group.source)
            // Rows that were stored together have places that follow each other.
            var run: ClosedRange<Int64>?
            try groups[index]
                .forEachContent { rows, _ in
                    guard let row = rows.first, row.isNew else { return }
                    count += 1
                    if hasLifted { try matcher.tombstones.takeOut(row.identifier, writer) }
                    if let before = run, before.upperBound + 1 == row.anchor {
                        run = before.lowerBound...row.anchor
                    } else {
                        if let before = run { matcher.addMembers(before, isCounted: isCounted) }
                        run = row.anchor...row.anchor
                    }
                }
            if let run { matcher.addMembers(run, isCounted: isCounted) }
        }
        guard count == places.count else { throw StoreError.damaged("a row can't be found after it was stored") }
        if !heedsDeletions {
            var prefixes = PrefixCache()
            try takeOutNotes(of: Set(missing.map { try prefixes.identifier(of: $0, writer).uuid }))
        }
    }

    /// Removes the tombstones of objects that were stored despite them.
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
        var prefixes = PrefixCache()
        for unit in try [member.unit] + matcher.siblings(ofUnit: member.unit, writer) {
            var member = member
            member.unit = unit
            if matcher.tombstones.holds(try prefixes.identifier(of: member, writer)) { return true }
        }
        return false
    }

    /// Computes identities of samples that follow each other.
    private struct PrefixCache {
        private var last: (sample: NewSample, prefix: DerivedIdentity.Prefix)?

        /// The identity of the first row of some content.
        mutating func identifier(of sample: NewSample, _ reader: StoreReader) throws -> Identifier {
            DerivedIdentity.identifier(
                try prefix(of: sample, reader),
                start: sample.start,
                end: sample.end,
                value: sample.value,
                creation: sample.creation,
                ordinal: 0
            )
        }

        private mutating func prefix(of sample: NewSample, _ reader: StoreReader) throws -> DerivedIdentity.Prefix {
            if let last, last.sample.hasSameEntries(as: sample) { return last.prefix }
            let prefix = DerivedIdentity.Prefix(
                type: try reader.contentHash(.type, sample.type),
                source: try reader.contentHash(.source, sample.source),
                unit: try reader.contentHash(.unit, sample.unit),
                revision: try reader.contentHash(.revision, sample.revision),
                device: try reader.contentHash(.device, sample.device),
                metadata: try reader.contentHash(.metadata, sample.metadata)
            )
            last = (sample, prefix)
            return prefix
        }
    }
}

/// The row that a member of something is.
package struct FoundMember: Sendable, Hashable {
    package let uuid: UUID
    /// Whether it was stored for the member.
    package let isNew: Bool

    fileprivate init(_ row: MemberContents.Row) { (uuid, isNew) = (row.identifier.uuid, row.isNew) }
}

extension NewSample {
    /// Whether a sample names the same dictionary entries.
    fileprivate func hasSameEntries(as other: NewSample) -> Bool {
        type == other.type && source == other.source && unit == other.unit && revision == other.revision
            && device == other.device && metadata == other.metadata
    }
}

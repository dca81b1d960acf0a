import Foundation

extension StoreInspector {
    /// The results of reading deletions.
    struct Tombstones {
        var outcome = TableWalk.Outcome()
        var marks: [(identifier: Identifier, anchor: Int64)] = []
        var unsound = 0
        /// The number of deletions in the middle of others of their type and source.
        var disordered = 0
        /// The unreadable deletions, by reason; with the rows of unknown counts.
        var lost: [String: (count: Int, rows: Int)] = [:]
    }

    /// Reads deletions, and marks their UUIDs.
    func markTombstones() throws -> Tombstones {
        var tombstones = Tombstones()
        var reached: [TombstoneOrigin: Int64] = [:]
        tombstones.outcome = try reader.forEachTombstone { lost in
            take(lost.anchor)
            tombstones.lost[lost.reason, default: (0, 0)].count += lost.count ?? 0
            tombstones.lost[lost.reason, default: (0, 0)].rows += lost.count == nil ? 1 : 0
        } _: { tombstone in
            take(tombstone.anchor)
            guard isSound(tombstone) else {
                tombstones.unsound += 1
                return
            }
            let origin = TombstoneOrigin(type: tombstone.type, source: tombstone.source)
            if let last = reached[origin], last >= tombstone.anchor { tombstones.disordered += 1 }
            reached[origin] = max(reached[origin] ?? 0, tombstone.anchor)
            let identifier = Identifier(tombstone.uuid)
            tombstones.marks.append((identifier, tombstone.anchor))
            marks[identifier, default: Mark()].deleted = max(marks[identifier]?.deleted ?? 0, tombstone.anchor)
        }
        return tombstones
    }

    private func isSound(_ tombstone: StoredTombstone) -> Bool {
        tombstone.deleted.isFinite && tombstone.type > 0 && survey.has(.type, tombstone.type) && tombstone.source > 0
            && survey.has(.source, tombstone.source)
    }

    func checkTombstones(_ tombstones: Tombstones) {
        note("tombstone", tombstones.outcome)
        if tombstones.unsound > 0 {
            note(
                .tombstones,
                "\(tombstones.unsound.of("deletion makes", "deletions make")) no sense",
                count: tombstones.unsound
            )
        }
        for (reason, lost) in tombstones.lost.sorted(by: { $0.key < $1.key }) {
            let text = Self.lostTombstones(lost.count, lost.rows)
            note(.tombstones, "\(text) can't be read: \(reason)", count: lost.rows > 0 ? nil : lost.count)
        }
        if tombstones.disordered > 0 {
            let text = tombstones.disordered.of("deletion is", "deletions are")
            note(.tombstones, "\(text) out of order", count: tombstones.disordered)
        }
        let alive = tombstones.marks.count(where: { mark in
            (marks[mark.identifier]?.found).map { $0 < mark.anchor } ?? false
        })
        if alive > 0 {
            note(.tombstones, "\(alive.of("deleted object is", "deleted objects are")) still there", count: alive)
        }
    }

    /// Deletions that can't be read, in words.
    static func lostTombstones(_ count: Int, _ rows: Int) -> String {
        let known = count.of("deletion", "deletions")
        if rows == 0 { return known }
        return count == 0 ? "an unknown number of deletions" : "\(known) and an unknown number more"
    }

    /// The results of reading links.
    struct Links {
        var parents: [Int64: Identifier]
        var links: Set<SalvageReader.Link>
        var parentOutcome: TableWalk.Outcome
        var outcome: TableWalk.Outcome

        /// The links of some roles whose child has children of the same role, as one of a cycle has.
        func nested(_ roles: Set<Int>) -> [SalvageReader.Link] { SalvageReader.nested(links, parents, roles) }
    }

    /// Reads links, and marks the objects that they refer to.
    func markLinks() throws -> Links {
        let (parents, parentOutcome) = try reader.linkParents()
        let (links, outcome) = try reader.links()
        for link in links {
            for identifier in [parents[link.parent], link.child].compactMap({ $0 }) where marks[identifier] == nil {
                marks[identifier] = Mark()
            }
        }
        return Links(parents: parents, links: links, parentOutcome: parentOutcome, outcome: outcome)
    }

    func checkLinks(_ read: Links) {
        note("link_parent", read.parentOutcome)
        note("link", read.outcome)
        var (headless, childless) = (0, 0)
        for link in read.links {
            let parent = read.parents[link.parent]
            let isHeld = parent.map { marks[$0]?.found != nil || options.looseRoles.contains(link.role) } ?? false
            if !isHeld { headless += 1 }
            if link.child.map({ marks[$0]?.found == nil }) ?? true { childless += 1 }
        }
        if headless > 0 {
            note(
                .links,
                "\(headless.of("link belongs", "links belong")) to an object that is not there",
                count: headless
            )
        }
        if childless > 0 {
            note(.links, "\(childless.of("link leads", "links lead")) to an object that is not there", count: childless)
        }
        let nested = read.nested(options.flatRoles).count
        if nested > 0 {
            let text = "make an object part of itself, or of another that is itself made of parts"
            note(.links, "\(nested.of("link", "links")) \(text)", count: nested)
        }
    }

    /// Reads records.
    func checkRecords() throws {
        var unreadable = 0
        let groups = Dictionary(
            survey.groups.values.filter { $0.unit == 0 }
                .map { (CountedTruth.Origin(type: $0.type, source: $0.source), $0.id) },
            uniquingKeysWith: { first, _ in first }
        )
        var seen: Set<Identifier> = []
        var groupless = 0
        let outcome = try reader.forEachRecord { record, anchor in
            take(anchor)
            guard let record else {
                unreadable += 1
                return
            }
            let identifier = Identifier(record.uuid)
            if !seen.insert(identifier).inserted { doubled.insert(identifier) }
            found(identifier, anchor)
            if !DerivedIdentity.mayBeDerived(identifier) { explicitCount += 1 }
            check(record)
            if let group = groups[CountedTruth.Origin(type: record.type, source: record.source)] {
                truth.include(record, group: group)
            } else {
                groupless += 1
            }
            inspection.records += 1
            advance(1)
        }
        list.close()
        note("record", outcome)
        if unreadable > 0 {
            note(.records, "\(unreadable.of("record has", "records have")) no UUID", count: unreadable)
        }
        if groupless > 0 {
            note(.group, "\(groupless.of("record is", "records are")) counted nowhere", count: groupless)
        }
        if !outcome.isWhole || unreadable > 0 {
            for group in survey.groups.values where group.unit == 0 { lossyGroups.insert(group.id) }
        }
    }

    private func check(_ record: StoredRecord) {
        let origin = StoreFinding.Origin(type: record.type, source: record.source)
        let period = record.start.isFinite ? record.start...record.start : nil
        if !StoreInspector.isSensible(record.start, record.end, record.creation, 0) {
            note(.samples(.values, 1, origin, period, "have times that no record can have"))
        }
        guard record.type > 0, survey.has(.type, record.type), record.source > 0, survey.has(.source, record.source)
        else {
            return note(.samples(.reference, 1, nil, period, "name a type or source that is missing"))
        }
        if !survey.has(.revision, record.revision) || !survey.has(.device, record.device)
            || !survey.has(.metadata, record.metadata)
        {
            let text = "name a version of their source, a device or metadata that is missing"
            note(.samples(.reference, 1, origin, period, text))
        }
    }

    /// Compares groups and provenance with the counted numbers.
    func checkGroups() throws {
        for group in survey.groups.values.sorted(by: { $0.id < $1.id }) {
            if group.type <= 0 || group.source <= 0 || group.unit < 0 || !survey.has(.type, group.type)
                || !survey.has(.source, group.source) || !survey.has(.unit, group.unit)
            {
                let period =
                    group.firstStart.isFinite && group.lastStart.isFinite && group.firstStart <= group.lastStart
                note(
                    .samples(
                        .reference,
                        group.count,
                        survey.has(.type, group.type) && group.type > 0 ? origin(group) : nil,
                        period ? group.firstStart...group.lastStart : nil,
                        "name a type, source or unit that is missing"
                    )
                )
                list.close()
            }
            if survey.indexedGroups.contains(group.id) || lossyGroups.contains(group.id) { continue }
            let counted = truth.groups[group.id] ?? CountedTruth.Extent()
            if !counted.agrees(with: group) { note(disagreement(group, counted)) }
            list.close()
        }
        try checkProvenance()
    }

    private func disagreement(_ group: SampleGroup, _ counted: CountedTruth.Extent) -> StoreFinding {
        let period = counted.count > 0 ? counted.firstStart...counted.lastStart : nil
        let text =
            counted.count == group.count
            ? "are listed with wrong first and last times"
            : "can be read, but the store counts \(group.count)"
        return .samples(.group, counted.count, origin(group), period, text)
    }

    private func checkProvenance() throws {
        let lossy = Set(
            lossyGroups.compactMap { survey.groups[$0] }.map { CountedTruth.Origin(type: $0.type, source: $0.source) }
        )
        var left = truth.provenance
        var wrong: Set<CountedTruth.Origin> = []
        let outcome = try reader.forEachProvenance { row in
            let origin = CountedTruth.Origin(type: row.type, source: row.source)
            let key = ProvenanceTally.Key(revision: row.revision, device: row.device)
            if left[origin]?.counts[key] ?? 0 != row.count { wrong.insert(origin) }
            left[origin, default: ProvenanceTally()].add(revision: row.revision, device: row.device, -row.count)
        }
        note("provenance", outcome)
        if !outcome.isWhole { return }
        for (origin, tally) in left where tally.counts.values.contains(where: { $0 != 0 }) { wrong.insert(origin) }
        for origin in wrong.subtracting(lossy).sorted(by: { ($0.type, $0.source) < ($1.type, $1.source) }) {
            let named = StoreFinding.Origin(type: origin.type, source: origin.source)
            note(.samples(.provenance, nil, named, nil, "are counted wrongly by version and device"))
            list.close()
        }
    }
}

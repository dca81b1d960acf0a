import Foundation

/// One transaction of an import.
package final class ImportTransaction {
    /// The transaction itself: for dictionary entries, links and values.
    package let writer: StoreWriter
    private let matcher: ImportMatcher
    /// How many members of some content were resolved.
    private(set) var resolved: [Identifier: Int]
    /// How many records of some content came.
    private(set) var recordsMet: [Identifier: Int32]

    init(
        _ writer: StoreWriter,
        _ matcher: ImportMatcher,
        _ resolved: [Identifier: Int],
        _ recordsMet: [Identifier: Int32]
    ) {
        self.writer = writer
        self.matcher = matcher
        self.resolved = resolved
        self.recordsMet = recordsMet
    }

    /// How many rows this transaction added that say, apart from their metadata, what another row says.
    package var twins: Int { matcher.twins }

    /// The number of a dictionary entry, which is made when the store doesn't have it.
    /// - Throws: ``StoreError``.
    package func intern(_ kind: DictionaryKind, _ bytes: [UInt8]) throws -> DictionaryID {
        try writer.intern(kind, bytes)
    }

    /// Adds samples, passing over those that the store held before the import.
    ///
    /// - Parameter rows: in any order. One that brings a UUID is a duplicate when that is stored.
    /// - Returns: how many were added and how many were there.
    /// - Throws: ``StoreError``.
    package func add(_ rows: [NewSample]) throws -> ImportCounts {
        if rows.isEmpty { return ImportCounts() }
        try writer.validate(rows)
        let fresh = try withoutStoredUUIDs(rows)
        let before = matcher.recognisedMembers
        let added = try writer.change { try writer.store(fresh, matcher: matcher) }
        let arrived = added + matcher.recognisedMembers - before
        return ImportCounts(added: arrived, duplicate: rows.count - arrived)
    }

    private func withoutStoredUUIDs(_ rows: [NewSample]) throws -> [NewSample] {
        if rows.allSatisfy({ $0.identity == .derived }) { return rows }
        var seen: Set<UUID> = []
        return try rows.filter { row in
            guard case .uuid(let uuid) = row.identity else { return true }
            return try seen.insert(uuid).inserted && !writer.isStored(uuid)
        }
    }

    /// Adds a record, unless the store held it before the import.
    ///
    /// - Parameter record: what to add.
    /// - Returns: the UUID under which it is stored, and whether it is new.
    /// - Throws: ``StoreError``.
    package func add(_ record: NewRecord) throws -> (uuid: UUID, added: Bool) {
        if case .uuid(let uuid) = record.identity {
            if try writer.isStored(uuid) { return (uuid, false) }
            return (try writer.insert(record), true)
        }
        try writer.validate(record)
        let prefix = try writer.prefix(of: record)
        let content = DerivedIdentity.identifier(prefix, record: record, ordinal: 0)
        let ordinal = recordsMet[content] ?? 0
        recordsMet[content] = ordinal + 1
        let uuid = DerivedIdentity.identifier(prefix, record: record, ordinal: ordinal).uuid
        if let stored = try writer.record(uuid: uuid), stored.anchor <= matcher.beginning { return (uuid, false) }
        return (try writer.insert(record), true)
    }

    /// Finds the rows that members of a correlation are: members stand at top level too.
    ///
    /// The j-th member of some content is the j-th such row, or the last one when there are fewer. One that isn't
    /// there is stored; should it come at top level later in this import, it is recognised there.
    ///
    /// - Parameter members: the members as they stand in the correlation.
    /// - Returns: their UUIDs.
    /// - Throws: ``StoreError``.
    package func resolve(members: [NewSample]) throws -> [UUID] {
        try writer.validate(members)
        return try members.map { try resolve($0) }
    }

    private func resolve(_ member: NewSample) throws -> UUID {
        var member = member
        member.identity = .derived
        let content = try content(of: member)
        let turn = resolved[content] ?? 0
        resolved[content] = turn + 1
        let stored = try writer.equalRows(member)
        if !stored.isEmpty { return stored[min(turn, stored.count - 1)].uuid }
        _ = try writer.change { try writer.store([member], matcher: nil) }
        guard let row = try writer.equalRows(member).first else {
            throw StoreError.damaged("a row can't be found after it was stored")
        }
        matcher.addMember(row.anchor)
        return row.uuid
    }

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

extension StoreReader {
    /// The stored rows that say exactly what a sample says, in the order of anchors.
    func equalRows(_ sample: NewSample) throws -> [StoredSample] {
        guard let group = try group(type: sample.type, source: sample.source, unit: sample.unit) else { return [] }
        let wanted = BatchRows()
        wanted.append(sample)
        var found: [StoredSample] = []
        for header in try headers(group.id, startLower: sample.start, startUpper: sample.start) {
            try withBatchReader { batch in
                try batch.load(header, of: group)
                try batch.require(.all)
                for row in batch.rows.lowerBound(sample.start)..<batch.rows.upperBound(sample.start)
                where batch.rows.isEqual(row, to: 0, of: wanted) {
                    found.append(try batch.sample(row))
                }
            }
        }
        return found.sorted { $0.anchor < $1.anchor }
    }
}

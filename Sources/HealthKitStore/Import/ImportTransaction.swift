import Foundation

/// One transaction of an import.
package final class ImportTransaction {
    /// The transaction itself: for dictionary entries, links and values.
    package let writer: StoreWriter
    let matcher: ImportMatcher

    init(_ writer: StoreWriter, _ matcher: ImportMatcher) {
        self.writer = writer
        self.matcher = matcher
    }

    /// The number of rows added by this transaction that equal another row, apart from their metadata.
    package var duplicates: Int { matcher.duplicates }

    /// Whether an imported object was deleted in a way that the import ignores.
    package func comesAgain(_ uuid: UUID) -> Bool { matcher.tombstones.hasLifted(Identifier(uuid)) }

    /// Discards cached rows, because some were deleted.
    package func forgetRows() { matcher.forgetTables() }

    /// Begins another file of the import, before anything else of the transaction.
    ///
    /// Rows of earlier files are recognised in it, like rows stored before the import.
    package func beginFile() { matcher.beginFile() }

    /// The number of a dictionary entry, which is made when the store doesn't have it.
    /// - Throws: ``StoreError``.
    package func intern<Entry>(_ dictionary: StoreDictionary<Entry>, _ bytes: [UInt8]) throws -> EntryID<Entry> {
        try writer.intern(dictionary, bytes)
    }

    /// Adds samples, passing over those that the store holds and, unless they are to come back, those that were
    /// deleted.
    ///
    /// - Parameter rows: in any order. One with a UUID is a duplicate if that is stored.
    /// - Returns: how many were added, were there and were left out.
    /// - Throws: ``StoreError``.
    package func add(_ rows: [NewSample]) throws -> ImportCounts {
        if rows.isEmpty { return ImportCounts() }
        try writer.validate(rows)
        let fresh = try withoutStoredUUIDs(rows)
        let (members, deleted) = (matcher.recognisedMembers, matcher.deleted)
        let added = try writer.changeIfNeeded { try writer.store(fresh, matcher: matcher) }
        let arrived = added + matcher.recognisedMembers - members
        let gone = matcher.deleted - deleted
        return ImportCounts(added: arrived, duplicate: rows.count - arrived - gone, deleted: gone)
    }

    private func withoutStoredUUIDs(_ rows: [NewSample]) throws -> [NewSample] {
        if rows.allSatisfy({ $0.identity == .derived }) { return rows }
        var seen: Set<UUID> = []
        return try rows.filter { row in
            guard case .uuid(let uuid) = row.identity else { return true }
            return try seen.insert(uuid).inserted && !writer.isStored(uuid)
        }
    }

    /// Adds a record, unless the store holds it or it was deleted.
    ///
    /// - Parameters:
    ///   - record: what to add.
    ///   - known: what the spelling says of the record's payload, where whoever adds it knows that; else it is asked.
    /// - Returns: the outcome.
    /// - Throws: ``StoreError``.
    package func add(_ record: NewRecord, knownAs known: [[UInt8]]? = nil) throws -> ImportedRecord {
        if case .uuid(let uuid) = record.identity {
            if try writer.isStored(uuid) { return .duplicate(uuid) }
            return .added(try writer.insert(record))
        }
        try writer.validate(record)
        let typeBytes = try writer.dictionaryBytes(.type, record.type)
        let keys = known ?? matcher.options.spelling.record(typeBytes, record.payload)
        let place = RecordTable.Place(type: record.type, source: record.source, start: record.start.bitPattern)
        let table = try matcher.records(place) { try readRecords(place, typeBytes) }
        for key in try tableKeys(record, keys) {
            if let found = table.match(key, takes: matcher.match) { return .duplicate(found.uuid) }
        }
        if try isDeleted(record, keys) {
            matcher.noteDeleted(1)
            return .deleted
        }
        return .added(try insert(record, keys.first))
    }

    /// Stores a record that is new.
    private func insert(_ record: NewRecord, _ key: [UInt8]?) throws -> UUID {
        let identity = try key.map { try self.identity(record, $0) } ?? self.identity(record)
        var ordinal = matcher.nextOrdinal(of: identity(0))
        while try writer.record(uuid: identity(ordinal).uuid) != nil { ordinal += 1 }
        matcher.setNextOrdinal(ordinal + 1, of: identity(0))
        return try insert(record, as: identity(ordinal))
    }

    /// Stores a record under an identity, which is no longer deleted then.
    func insert(_ record: NewRecord, as identifier: Identifier) throws -> UUID {
        if matcher.tombstones.hasLifted(type: record.type, source: record.source) {
            try matcher.tombstones.takeOut(identifier, writer)
        }
        return try writer.insert(record, as: identifier.uuid)
    }

    /// The stored records of one type, source and start.
    private func readRecords(_ place: RecordTable.Place, _ typeBytes: [UInt8]) throws -> RecordTable {
        let table = RecordTable()
        let start = Double(bitPattern: place.start)
        let request = RecordRequest(
            type: place.type,
            sources: [place.source],
            startLower: start,
            startUpper: start
        )
        for stored in try writer.records(request) where stored.start.bitPattern == place.start {
            let key = matcher.options.spelling.record(typeBytes, stored.payload).first
            table.add(
                try key.map { RecordTable.Key(end: stored.end.bitPattern, bytes: $0) } ?? exactKey(NewRecord(stored)),
                anchor: stored.anchor,
                identifier: Identifier(stored.uuid)
            )
        }
        return table
    }

    /// The keys under which a record of the import may be stored, the most exact first.
    private func tableKeys(_ record: NewRecord, _ keys: [[UInt8]]) throws -> [RecordTable.Key] {
        if keys.isEmpty { return [try exactKey(record)] }
        return keys.map { RecordTable.Key(end: record.end.bitPattern, bytes: $0) }
    }

    private func exactKey(_ record: NewRecord) throws -> RecordTable.Key {
        RecordTable.Key(
            end: record.end.bitPattern,
            creation: record.creation.bitPattern,
            revision: record.revision,
            device: record.device,
            metadata: try matcher.metadataClass(record.metadata, writer),
            bytes: record.payload
        )
    }

    private func isDeleted(_ record: NewRecord, _ keys: [[UInt8]]) throws -> Bool {
        guard matcher.tombstones.concerns(type: record.type, source: record.source) else { return false }
        if matcher.tombstones.match(from: 0, try identity(record)) { return true }
        return try keys.contains { matcher.tombstones.match(from: 0, try identity(record, $0)) }
    }

    /// The identity of a record that is known by everything it says, by its ordinal.
    private func identity(_ record: NewRecord) throws -> (Int32) -> Identifier {
        let prefix = try writer.prefix(of: record)
        return { DerivedIdentity.identifier(prefix, record: record, ordinal: $0) }
    }

    /// The identity of a record that is known by a key, by its ordinal.
    private func identity(_ record: NewRecord, _ key: [UInt8]) throws -> (Int32) -> Identifier {
        let typeHash = try writer.contentHash(.type, record.type)
        let sourceHash = try writer.contentHash(.source, record.source)
        return { ordinal in
            DerivedIdentity.identifier(
                typeHash: typeHash,
                sourceHash: sourceHash,
                record: record,
                key: key,
                ordinal: ordinal
            )
        }
    }
}

extension NewRecord {
    /// The content of a stored record.
    fileprivate init(_ stored: StoredRecord) {
        self.init(
            type: stored.type,
            source: stored.source,
            revision: stored.revision,
            device: stored.device,
            metadata: stored.metadata,
            start: stored.start,
            end: stored.end,
            creation: stored.creation,
            payload: stored.payload
        )
    }
}

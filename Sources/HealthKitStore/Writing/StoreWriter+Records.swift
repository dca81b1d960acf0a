import Foundation

extension StoreWriter {
    /// Stores a record.
    ///
    /// - Parameter record: what to store.
    /// - Returns: its UUID, computed if it had none.
    /// - Throws: ``StoreError/Code/invalidArgument`` and ``StoreError/Code/duplicateUUID``; then nothing was changed.
    @discardableResult
    package func insert(_ record: NewRecord) throws -> UUID {
        try validate(record)
        let uuid: UUID
        switch record.identity {
        case .uuid(let given):
            if try isStored(given) {
                throw StoreError.stored
            }
            uuid = given
        case .derived:
            let prefix = try prefix(of: record)
            var ordinal: Int32 = 0
            var candidate = DerivedIdentity.identifier(prefix, record: record, ordinal: ordinal).uuid
            while try self.record(uuid: candidate) != nil {
                ordinal += 1
                candidate = DerivedIdentity.identifier(prefix, record: record, ordinal: ordinal).uuid
            }
            uuid = candidate
        }
        try change { try store(record, uuid) }
        return uuid
    }

    /// Stores a record that was checked under a UUID that no other object has.
    func insert(_ record: NewRecord, as uuid: UUID) throws -> UUID {
        try change { try store(record, uuid) }
        return uuid
    }

    func prefix(of record: NewRecord) throws -> DerivedIdentity.Prefix {
        DerivedIdentity.Prefix(
            type: try contentHash(.type, record.type),
            source: try contentHash(.source, record.source),
            unit: 0,
            revision: try contentHash(.revision, record.revision),
            device: try contentHash(.device, record.device),
            metadata: try contentHash(.metadata, record.metadata)
        )
    }

    private func store(_ record: NewRecord, _ uuid: UUID) throws {
        try write(StoredRecord(record, uuid, anchor: nextAnchor()))
        recorder?.added(1, type: record.type)
        var group = try makeGroup(type: record.type, source: record.source, unit: 0)
        group.include(start: record.start, end: record.end)
        noteRecord(1, group: group.id)
        try save(&group)
        if !DerivedIdentity.mayBeDerived(Identifier(uuid)) {
            noteIdentity(Identifier(uuid), group: group.id, start: record.start, count: 1)
            try flushIdentities()
        }
        var tally = ProvenanceTally()
        tally.add(revision: record.revision, device: record.device, 1)
        try count(tally, type: record.type, source: record.source)
    }

    /// Writes a record's row, and nothing that counts it.
    func write(_ record: StoredRecord) throws {
        let query = try connection.query(.insertRecord)
        query.bind(record.anchor, at: 1)
        query.bind(Identifier(record.uuid), at: 2)
        query.bind(record.type, at: 3)
        query.bind(record.source, at: 4)
        query.bind(record.revision, at: 5)
        query.bind(record.device, at: 6)
        query.bind(record.metadata, at: 7)
        query.bind(record.start, at: 8)
        query.bind(record.end, at: 9)
        query.bind(record.creation, at: 10)
        query.bind(record.payload, at: 11)
        try query.run()
    }

    /// Replaces a record's payload.
    ///
    /// Its UUID and its place in the order of changes stay.
    ///
    /// - Parameters:
    ///   - uuid: which record.
    ///   - payload: the new payload.
    /// - Throws: ``StoreError/Code/notFound``.
    package func update(record uuid: UUID, payload: [UInt8]) throws {
        guard let old = try record(uuid: uuid) else {
            throw StoreError(.notFound, "The record \(uuid.uuidString) isn't stored.")
        }
        try change {
            if let recorder, recorder.wants(payloadOf: old) { try recorder.keep(payloadOf: old) }
            let query = try connection.query(.updateRecord)
            query.bind(payload, at: 1)
            query.bind(Identifier(uuid), at: 2)
            try query.run()
            try touchRecord(old)
        }
    }

    /// Lets observers know of a change to a record that is not seen in its counts.
    func touchRecord(_ record: StoredRecord) throws {
        var group = try makeGroup(type: record.type, source: record.source, unit: 0)
        try save(&group)
    }
}

import Foundation
import HealthKitStore

extension ObjectWriter {
    /// Deletes the objects with these UUIDs and leaves a tombstone for each.
    ///
    /// Members of a deleted correlation and samples of a deleted workout stay (R3.5, R3.6); the statistics of workouts that
    /// lose a sample are updated (R2.23).
    ///
    /// - Parameters:
    ///   - uuids: The objects.
    ///   - isUndo: Whether an undo removes them, so that an import adds them again.
    /// - Returns: The number of objects deleted.
    /// - Throws: The store's errors; the transaction must then end.
    @discardableResult
    package func delete(_ uuids: [UUID], isUndo: Bool = false) throws -> Int {
        // Many samples are looked up together, and once.
        let samples = uuids.count > Self.singleLookups ? try store.samples(uuids: uuids) : [:]
        for uuid in uuids {
            if let row = samples[uuid] { try forget(row) } else { try forget(uuid) }
        }
        try forgetVersions(of: uuids)
        return try refreshingWorkouts(of: uuids) {
            guard samples.isEmpty || samples.count < Set(uuids).count else {
                return try writer.delete(samples: Array(samples.values)) { [self] in tombstone($0, isUndo: isUndo) }
            }
            return try writer.delete(uuids: uuids) { [self] in tombstone($0, isUndo: isUndo) }
        }
    }

    /// Deletes rows that were read in this transaction.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - isUndo: Whether an undo removes them, so that an import adds them again.
    /// - Returns: The number of rows deleted.
    /// - Throws: The store's errors; the transaction must then end.
    @discardableResult
    package func delete(rows: [StoredSample], isUndo: Bool = false) throws -> Int {
        for row in rows { try forget(row) }
        let uuids = rows.map(\.uuid)
        try forgetVersions(of: uuids)
        return try refreshingWorkouts(of: uuids) {
            try writer.delete(samples: rows) { [self] in tombstone($0, isUndo: isUndo) }
        }
    }

    /// Deletes the samples of a type that match a filter.
    ///
    /// - Returns: The number of samples deleted.
    @discardableResult
    package func delete(_ request: FetchRequest) throws -> Int { try delete(request, seenBy: self) }

    /// Deletes the samples of a request that a reader of the same transaction finds.
    ///
    /// - Returns: The number of samples deleted.
    func delete(_ request: FetchRequest, seenBy reader: ObjectReader) throws -> Int {
        var rows: [StoredSample] = []
        try reader.forEachRow(request) { row in
            rows.append(row)
            return true
        }
        var records: [UUID] = []
        try reader.forEachRecord(request) { record in
            records.append(record.uuid)
            return true
        }
        return try delete(rows: rows) + (records.isEmpty ? 0 : delete(records))
    }

    private func tombstone(_ deleted: StoredObject, isUndo: Bool) -> [UInt8] {
        switch deleted {
        case .sample(let row):
            let kept: Metadata? = looked { try metadata(row.metadata) } ?? nil
            return TombstonePayload(start: row.start, end: row.end, metadata: kept, isUndo: isUndo).bytes
        case .record(let record):
            return TombstonePayload(
                start: record.start,
                end: record.end,
                metadata: looked { try metadata(record.metadata) } ?? nil,
                members: looked { try memberTypes(of: record) } ?? nil,
                concept: looked { try concept(of: record) } ?? nil,
                isUndo: isUndo
            )
            .bytes
        }
    }

    /// The types of the members of a correlation; `nil` for another record.
    private func memberTypes(of record: StoredRecord) throws -> [String]? {
        guard try type(record.type) is HKCorrelationType else { return nil }
        let members = try store.children(of: record.uuid, role: LinkRole.correlationMember.rawValue).map(\.child)
        let samples = try store.samples(uuids: members)
        let records = try members.filter { samples[$0] == nil }.compactMap { try store.record(uuid: $0) }
        let types = Set(samples.values.map(\.type)).union(records.map(\.type))
        return try types.map { try typeIdentifier($0) }.sorted()
    }

    /// The medication of a dose; `nil` for another record.
    private func concept(of record: StoredRecord) throws -> String? {
        guard try type(record.type) is HKMedicationDoseEventType else { return nil }
        return DoseContent(bytes: record.payload)?.concept.text
    }

    private func forget(_ row: StoredSample) throws {
        try noteEffort(of: row.uuid, type: row.type)
        if row.metadata != 0 { try forgetSync(row.type, row.source, try metadata(row.metadata), row.uuid) }
    }

    private func forget(_ uuid: UUID) throws {
        if let row = try writer.sample(uuid: uuid) {
            try forget(row)
        } else if let record = try writer.record(uuid: uuid) {
            try forgetSync(record.type, record.source, try metadata(record.metadata), uuid)
            for attachment in try attachments(of: uuid) { try detach(attachment) }
            try forgetPieces(of: record)
        }
    }

    private func forgetSync(_ type: TypeID, _ source: SourceID, _ metadata: Metadata?, _ uuid: UUID) throws {
        guard
            let key = SyncKey(
                metadata,
                type: try typeIdentifier(type),
                bundleIdentifier: try self.source(source).bundleIdentifier
            ),
            let entry = try value(SyncEntry.self, SyncKey.namespace, key.text), entry.uuid == uuid
        else { return }
        try writer.setValue(nil, SyncKey.namespace, key.text)
    }
}

import Foundation
import HealthKitStore

extension ObjectWriter {
    /// Saves objects atomically: the transaction fails at the first that can't be saved.
    ///
    /// - Throws: `errorInvalidArgument` for an object that isn't a sample or is already stored, and for a workout whose sync
    ///   version is lower than the stored one's (R2.8, R2.16 to R2.18).
    package func save(_ objects: [HKObject], revision: HKSourceRevision, now: Date) throws {
        _ = try save(objects, revision: revision, now: now, known: nil)
    }

    /// Saves objects of an app atomically: the transaction fails at the first that can't be saved.
    ///
    /// - Parameters:
    ///   - objects: The objects.
    ///   - revision: Their source.
    ///   - now: Their creation date.
    ///   - known: Finds the stored object that the app knows by a UUID; `nil` for a caller that sees everything.
    /// - Returns: The UUIDs under which objects are stored that couldn't have their own, by their own.
    /// - Throws: `errorInvalidArgument` for an object that isn't a sample or that the app knows is stored, and for a workout
    ///   whose sync version is lower than the stored one's (R2.8, R2.16 to R2.18).
    func save(
        _ objects: [HKObject],
        revision: HKSourceRevision,
        now: Date,
        known: ((UUID) throws -> StoredObject?)?
    ) throws -> [UUID: UUID] {
        let ids = try intern(revision)
        let bundleIdentifier = revision.source.bundleIdentifier
        var rows: [NewSample] = []
        rows.reserveCapacity(objects.count)
        // The sync identifiers of rows that may be unwritten: a second sample with the same identifier replaces the
        // first, which must be stored by then.
        var waiting: Set<String> = []
        let batch = SaveBatch(
            revision: ids.revision,
            source: ids.source,
            creation: now.timeIntervalSinceReferenceDate,
            substitutes: known.map { SubstituteUUIDs(bundleIdentifier: bundleIdentifier, lookup: $0) }
        )
        for object in objects {
            guard let sample = object as? HKSample else {
                throw HKError.invalid("\(Swift.type(of: object)) cannot be saved: only samples can")
            }
            try SampleValidation.checkTimes(sample)
            let hasMetadata = sample.metadataValues != nil
            let key = hasMetadata ? syncKey(sample, bundleIdentifier)?.text : nil
            if let key, !waiting.insert(key).inserted { try insert(&rows, batch) }
            let replaced = hasMetadata ? try replacement(for: sample, bundleIdentifier: bundleIdentifier) : .new
            if replaced == .ignored { continue }
            switch sample {
            case let sample as HKQuantitySample where sample.series == nil: rows.append(try row(sample, batch))
            case let sample as HKCategorySample: rows.append(try row(sample, batch))
            default: try insert(sample, batch, into: &rows)
            }
            if case .replaces(let old) = replaced {
                try insert(&rows, batch)
                try replace(old, with: batch.uuid(sample))
            }
            if key != nil { try remember(sample, as: batch.uuid(sample), bundleIdentifier: bundleIdentifier) }
        }
        try insert(&rows, batch)
        guard let replaced = batch.substitutes?.replaced, !replaced.isEmpty else { return [:] }
        for case let sample as HKSample in objects {
            // Its row may have been inserted after its sync identifier was recorded.
            if let uuid = replaced[sample.uuid] { try remember(sample, as: uuid, bundleIdentifier: bundleIdentifier) }
        }
        return replaced
    }

    /// Inserts rows and removes them from the array.
    private func insert(_ rows: inout [NewSample], _ batch: SaveBatch) throws {
        defer { rows.removeAll(keepingCapacity: true) }
        guard let substitutes = batch.substitutes, !rows.isEmpty else { return try writer.insert(rows) }
        try substitutes.checkNew(rows.lazy.compactMap(\.givenUUID), in: self, else: .storedOrGivenTwice)
        do {
            try writer.insert(rows)
        } catch let error as StoreError where error.code == .duplicateUUID {
            let taken = try rows.compactMap(\.givenUUID).filter { try store.object(uuid: $0) != nil }
            var hasReplaced = false
            for uuid in Set(taken) where try replace(uuid, with: substitutes, in: &rows) { hasReplaced = true }
            guard hasReplaced else { throw error }
            try writer.insert(rows)
        }
    }

    private func row(_ sample: HKQuantitySample, _ batch: SaveBatch) throws -> NewSample {
        try row(sample, value: sample.value, unit: intern(unit: sample.unit), batch)
    }

    private func row(_ sample: HKCategorySample, _ batch: SaveBatch) throws -> NewSample {
        try row(sample, value: Double(sample.value), unit: 0, batch)
    }

    private func row(_ sample: HKSample, value: Double, unit: UnitID, _ batch: SaveBatch) throws -> NewSample {
        NewSample(
            type: try intern(type: sample.sampleType),
            source: batch.source,
            unit: unit,
            revision: batch.revision,
            device: try intern(device: sample.device),
            metadata: try intern(metadata: batch.metadata(sample)),
            start: sample.startDate.timeIntervalSinceReferenceDate,
            end: sample.endDate.timeIntervalSinceReferenceDate,
            value: value,
            creation: batch.creation,
            identity: .uuid(batch.uuid(sample))
        )
    }

    /// Inserts a sample that isn't a plain row.
    private func insert(_ sample: HKSample, _ batch: SaveBatch, into rows: inout [NewSample]) throws {
        switch sample {
        case let sample as HKQuantitySample:
            guard let series = sample.series else { return }
            let payload = SeriesPayload(unit: sample.unit.unitString, series: series)
            try insertRecord(sample, payload: payload.bytes, batch)
        case let correlation as HKCorrelation:
            try insertRecord(correlation, payload: [], batch)
            try insertMembers(of: correlation, batch, into: &rows)
        case let workout as HKWorkout:
            try insertRecord(workout, payload: workout.content.json, batch)
        case let sample as any RecordSample:
            try sample.checkContent()
            try insertRecord(sample, payload: try sample.recordBytes, batch)
        default:
            throw HKError.invalid("\(Swift.type(of: sample)) cannot be saved by apps")
        }
    }

    /// Links the members of a correlation, and saves the new ones.
    private func insertMembers(of correlation: HKCorrelation, _ batch: SaveBatch, into rows: inout [NewSample]) throws {
        let members = correlation.objects.sorted { $0.uuid < $1.uuid }
        let stored = try writer.samples(uuids: members.map(\.uuid))
        // The objects of this save aren't stored yet.
        var pending: [UUID: TypeID] = [:]
        for row in rows {
            if case .uuid(let uuid) = row.identity { pending[uuid] = row.type }
        }
        for member in members {
            guard member is HKQuantitySample || member is HKCategorySample, member.uuid != correlation.uuid else {
                throw HKError.invalid("A correlation holds quantities and categories, not \(member.sampleType)")
            }
            var uuid = member.uuid
            if let object = try storedMember(uuid, stored[uuid], batch, &rows) {
                try checkMember(member, object, batch)
                uuid = object.uuid
            } else if let type = pending[uuid] {
                guard try self.type(type) == member.sampleType else { throw HKError.notStored }
                uuid = batch.uuid(member)
            } else {
                uuid = batch.uuid(member)
                switch member {
                case let member as HKQuantitySample where member.series == nil: rows.append(try row(member, batch))
                case let member as HKCategorySample: rows.append(try row(member, batch))
                default: try insert(member, batch, into: &rows)
                }
            }
            try writer.link(
                parent: batch.uuid(correlation),
                child: uuid,
                role: LinkRole.correlationMember.rawValue
            )
        }
    }

    /// The stored object that a correlation's member refers to; `nil` for a new one.
    ///
    /// One that an app may not see isn't the member: the member gets a substitute here, because it is linked before its row is
    /// inserted.
    private func storedMember(
        _ uuid: UUID,
        _ row: StoredSample?,
        _ batch: SaveBatch,
        _ rows: inout [NewSample]
    ) throws -> StoredObject? {
        let stored: StoredObject? = try row.map { .sample($0) } ?? writer.record(uuid: uuid).map { .record($0) }
        guard let substitutes = batch.substitutes else { return stored }
        if let known = try substitutes.known(uuid, isTaken: stored != nil, in: self) { return known }
        if stored != nil { _ = try replace(uuid, with: substitutes, in: &rows) }
        return nil
    }

    /// Gives an object a substitute if it needs one, also in a row that waits to be inserted.
    ///
    /// - Returns: Whether a row was changed.
    private func replace(
        _ uuid: UUID,
        with substitutes: SubstituteUUIDs,
        in rows: inout [NewSample]
    ) throws -> Bool {
        guard try substitutes.replace(uuid, in: self) else { return false }
        var hasChanged = false
        for index in rows.indices where rows[index].givenUUID == uuid {
            rows[index].identity = .uuid(substitutes[uuid])
            let metadata = rows[index].metadata == 0 ? nil : try metadata(rows[index].metadata)
            rows[index].metadata = try intern(metadata: SubstituteUUIDs.adding(uuid, to: metadata))
            hasChanged = true
        }
        return hasChanged
    }

    /// Checks a member that is already stored: it must match the correlation's member and be the saver's own; the person may
    /// use anyone's.
    private func checkMember(_ member: HKSample, _ stored: StoredObject, _ batch: SaveBatch) throws {
        let owner = try source(stored.source).bundleIdentifier
        let saver = try source(batch.source).bundleIdentifier
        guard try type(stored.type) == member.sampleType,
            owner == saver || saver == HKSourceRevision.health.source.bundleIdentifier
        else { throw HKError.notStored }
    }

    private func insertRecord(_ sample: HKSample, payload: [UInt8], _ batch: SaveBatch) throws {
        try batch.substitutes?.checkNew(CollectionOfOne(sample.uuid), in: self, else: .stored)
        do {
            _ = try writer.insert(record(of: sample, payload: payload, batch))
        } catch let error as StoreError where error.code == .duplicateUUID {
            guard let substitutes = batch.substitutes, try substitutes.replace(sample.uuid, in: self) else {
                throw error
            }
            _ = try writer.insert(record(of: sample, payload: payload, batch))
        }
    }

    private func record(of sample: HKSample, payload: [UInt8], _ batch: SaveBatch) throws -> NewRecord {
        NewRecord(
            type: try intern(type: sample.sampleType),
            source: batch.source,
            revision: batch.revision,
            device: try intern(device: sample.device),
            metadata: try intern(metadata: batch.metadata(sample)),
            start: sample.startDate.timeIntervalSinceReferenceDate,
            end: sample.endDate.timeIntervalSinceReferenceDate,
            creation: batch.creation,
            payload: payload,
            identity: .uuid(batch.uuid(sample))
        )
    }
}

extension NewSample {
    /// The UUID that the sample came with; `nil` if the store derives one.
    fileprivate var givenUUID: UUID? { if case .uuid(let uuid) = identity { uuid } else { nil } }
}

/// The shared properties of all objects in one save.
private struct SaveBatch {
    var revision: RevisionID
    var source: SourceID
    var creation: Double
    /// The UUIDs of objects that can't have their own; `nil` for who sees everything.
    var substitutes: SubstituteUUIDs?

    /// The UUID under which a sample is stored.
    func uuid(_ sample: HKSample) -> UUID { substitutes?[sample.uuid] ?? sample.uuid }

    /// The metadata with which a sample is stored.
    func metadata(_ sample: HKSample) -> Metadata? { substitutes?.metadata(of: sample) ?? sample.metadataValues }
}

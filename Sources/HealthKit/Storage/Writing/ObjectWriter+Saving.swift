import Foundation
import HealthKitStore

extension ObjectWriter {
    /// Saves objects atomically: the transaction fails at the first that can't be saved.
    ///
    /// - Throws: `errorInvalidArgument` for an object that isn't a sample or is already stored, and for a workout whose sync
    ///   version is lower than the stored one's (R2.8, R2.16 to R2.18).
    package func save(_ objects: [HKObject], revision: HKSourceRevision, now: Date) throws {
        let ids = try intern(revision)
        let bundleIdentifier = revision.source.bundleIdentifier
        var rows: [NewSample] = []
        rows.reserveCapacity(objects.count)
        // The sync identifiers of rows that may be unwritten: a second sample with the same identifier replaces the
        // first, which must be stored by then.
        var waiting: Set<String> = []
        let batch = SaveBatch(revision: ids.revision, source: ids.source, creation: now.timeIntervalSinceReferenceDate)
        for object in objects {
            guard let sample = object as? HKSample else {
                throw HKError.invalid("\(Swift.type(of: object)) cannot be saved: only samples can")
            }
            try SampleValidation.checkTimes(sample)
            let hasMetadata = sample.metadataValues != nil
            let key = hasMetadata ? syncKey(sample, bundleIdentifier)?.text : nil
            if let key, !waiting.insert(key).inserted {
                try writer.insert(rows)
                rows.removeAll(keepingCapacity: true)
            }
            let replaced = hasMetadata ? try replacement(for: sample, bundleIdentifier: bundleIdentifier) : .new
            if replaced == .ignored { continue }
            switch sample {
            case let sample as HKQuantitySample where sample.series == nil: rows.append(try row(sample, batch))
            case let sample as HKCategorySample: rows.append(try row(sample, batch))
            default: try insert(sample, batch, into: &rows)
            }
            if case .replaces(let old) = replaced {
                try writer.insert(rows)
                rows.removeAll(keepingCapacity: true)
                try replace(old, with: sample)
            }
            if key != nil { try remember(sample, bundleIdentifier: bundleIdentifier) }
        }
        try writer.insert(rows)
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
            metadata: try intern(metadata: sample.metadataValues),
            start: sample.startDate.timeIntervalSinceReferenceDate,
            end: sample.endDate.timeIntervalSinceReferenceDate,
            value: value,
            creation: batch.creation,
            identity: .uuid(sample.uuid)
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
            if let sample = stored[member.uuid] {
                try checkMember(member, .sample(sample), batch)
            } else if let type = pending[member.uuid] {
                guard try self.type(type) == member.sampleType else { throw HKError.notStored }
            } else if let record = try writer.record(uuid: member.uuid) {
                try checkMember(member, .record(record), batch)
            } else {
                switch member {
                case let member as HKQuantitySample where member.series == nil: rows.append(try row(member, batch))
                case let member as HKCategorySample: rows.append(try row(member, batch))
                default: try insert(member, batch, into: &rows)
                }
            }
            try writer.link(parent: correlation.uuid, child: member.uuid, role: LinkRole.correlationMember.rawValue)
        }
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
        _ = try writer.insert(
            NewRecord(
                type: try intern(type: sample.sampleType),
                source: batch.source,
                revision: batch.revision,
                device: try intern(device: sample.device),
                metadata: try intern(metadata: sample.metadataValues),
                start: sample.startDate.timeIntervalSinceReferenceDate,
                end: sample.endDate.timeIntervalSinceReferenceDate,
                creation: batch.creation,
                payload: payload,
                identity: .uuid(sample.uuid)
            )
        )
    }
}

/// The shared properties of all objects in one save.
private struct SaveBatch {
    var revision: RevisionID
    var source: SourceID
    var creation: Double
}

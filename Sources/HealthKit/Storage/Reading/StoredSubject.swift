import Foundation
import HealthKitStore

/// A filter's view of a stored row or record; properties that the filter doesn't use aren't looked up.
struct StoredSubject: FilterSubject {
    let reader: ObjectReader
    /// The UUID in the store.
    let storedUUID: UUID
    let start: Double
    let end: Double
    let kind: HKObjectType?
    private let value: Double
    private let ids: (unit: UnitID, revision: RevisionID, device: DeviceID, metadata: MetadataID)
    private let record: StoredRecord?

    init(_ row: StoredSample, _ reader: ObjectReader, kind: HKObjectType?) {
        self.reader = reader
        self.kind = kind
        storedUUID = row.uuid
        start = row.start
        end = row.end
        value = row.value
        ids = (row.unit, row.revision, row.device, row.metadata)
        record = nil
    }

    init(_ record: StoredRecord, _ reader: ObjectReader, kind: HKObjectType?) {
        self.reader = reader
        self.kind = kind
        storedUUID = record.uuid
        start = record.start
        end = record.end
        value = 0
        ids = (0, record.revision, record.device, record.metadata)
        self.record = record
    }

    /// The UUID by which the caller knows the object.
    var uuid: UUID {
        guard reader.caller != nil, ids.metadata != 0 else { return storedUUID }
        return reader.looked {
            try reader.shownUUID(storedUUID, reader.metadata(ids.metadata), from: revision.source.bundleIdentifier)
        } ?? storedUUID
    }

    var revision: HKSourceRevision {
        reader.looked { try reader.revision(ids.revision) }
            ?? HKSourceRevision(source: HKSource(name: "", bundleIdentifier: ""), version: nil)
    }

    var device: HKDevice? { reader.looked { try reader.device(ids.device) } ?? nil }
    var metadata: Metadata? { reader.looked { try reader.metadata(ids.metadata) } ?? nil }

    var quantity: (value: Double, unit: HKUnit)? {
        guard kind is HKQuantityType else { return nil }
        guard record == nil else { return (object as? HKQuantitySample).map { ($0.value, $0.unit) } }
        return reader.looked { try reader.unit(ids.unit) }.map { (value, $0) }
    }

    var categoryValue: Int? { kind is HKCategoryType ? Int(exactly: value) : nil }

    var object: HKSample? {
        reader.looked { try record.map { try reader.object($0) } ?? reader.storedSample(storedUUID) } ?? nil
    }

    func value(of field: RecordField) -> FilterValue {
        guard kind is HKUserAnnotatedMedicationType else {
            return (object as? any RecordFieldProviding)?.value(of: field) ?? .none
        }
        return record.flatMap { AnnotatedMedicationContent(bytes: $0.payload) }?.value(of: field) ?? .none
    }

    /// Whether the caller can see an object whose type is checked per object.
    var isAdmitted: Bool { record.map { record in reader.looked { try reader.admits(record) } ?? false } ?? true }

    var isInCorrelation: Bool { reader.isInCorrelation(storedUUID) }

    func isAssociated(withWorkout workout: UUID) -> Bool { reader.isAssociated(storedUUID, withWorkout: workout) }
}

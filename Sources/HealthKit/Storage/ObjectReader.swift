import Foundation
import HealthStore

/// One consistent state of the store, read as HealthKit's objects.
///
/// Objects that many rows share (source revisions, devices, metadata) are made once a read.
package class ObjectReader {
    package let store: StoreReader
    /// Called now and then during long reads; throws to end them.
    package var checkpoint: (() throws -> Void)?
    private var types: [DictionaryID: HKObjectType?] = [:]
    private var typeIDs: [String: DictionaryID?] = [:]
    private var units: [DictionaryID: HKUnit] = [:]
    private var sources: [DictionaryID: HKSource] = [:]
    private var revisions: [DictionaryID: HKSourceRevision] = [:]
    private var devices: [DictionaryID: HKDevice] = [:]
    private var metadataSets: [DictionaryID: Metadata] = [:]
    private var correlationMembers: Set<UUID>?
    private var workoutSamples: [UUID: Set<UUID>] = [:]

    /// The most metadata sets kept in memory at once.
    private static let metadataLimit = 20_000

    init(_ store: StoreReader) { self.store = store }

    // MARK: Dictionaries

    /// The number of a type in this store; `nil` when it has no data of it.
    package func typeID(_ identifier: String) throws -> DictionaryID? {
        if let known = typeIDs[identifier] { return known }
        let id = try store.dictionaryID(.type, DictionaryCoding.bytes(type: identifier))
        typeIDs[identifier] = .some(id)
        return id
    }

    /// The identifier of a type by its number.
    package func typeIdentifier(_ id: DictionaryID) throws -> String {
        DictionaryCoding.text(try store.dictionaryBytes(.type, id))
    }

    /// The type; `nil` for one that this version of HealthKit does not know.
    package func type(_ id: DictionaryID) throws -> HKObjectType? {
        if let known = types[id] { return known }
        let type = HKObjectType.type(identifier: try typeIdentifier(id))
        types[id] = .some(type)
        return type
    }

    package func unit(_ id: DictionaryID) throws -> HKUnit {
        if let known = units[id] { return known }
        let unit =
            id == 0 ? HKUnit.count() : try HKUnit(validating: DictionaryCoding.text(store.dictionaryBytes(.unit, id)))
        units[id] = unit
        return unit
    }

    package func source(_ id: DictionaryID) throws -> HKSource {
        if let known = sources[id] { return known }
        let source = DictionaryCoding.source(try store.dictionaryBytes(.source, id)) ?? Self.unknownSource
        sources[id] = source
        return source
    }

    package func revision(_ id: DictionaryID) throws -> HKSourceRevision {
        if let known = revisions[id] { return known }
        let revision =
            (id == 0 ? nil : DictionaryCoding.revision(try store.dictionaryBytes(.revision, id)))
            ?? HKSourceRevision(source: Self.unknownSource, version: nil)
        revisions[id] = revision
        return revision
    }

    package func device(_ id: DictionaryID) throws -> HKDevice? {
        guard id != 0 else { return nil }
        if let known = devices[id] { return known }
        let device = DictionaryCoding.device(try store.dictionaryBytes(.device, id))
        devices[id] = device
        return device
    }

    package func metadata(_ id: DictionaryID) throws -> Metadata? {
        guard id != 0 else { return nil }
        if let known = metadataSets[id] { return known }
        let metadata = Metadata(bytes: try store.dictionaryBytes(.metadata, id))
        if metadataSets.count >= Self.metadataLimit { metadataSets.removeAll(keepingCapacity: true) }
        metadataSets[id] = metadata
        return metadata
    }

    private static let unknownSource = HKSource(name: "Unknown", bundleIdentifier: "unknown")

    /// The numbers of the sources with these bundle identifiers.
    package func sourceIDs(_ bundleIdentifiers: Set<String>) throws -> Set<DictionaryID> {
        var result: Set<DictionaryID> = []
        for entry in try store.dictionaryEntries(.source) {
            if let source = DictionaryCoding.source(entry.bytes), bundleIdentifiers.contains(source.bundleIdentifier) {
                result.insert(entry.id)
            }
        }
        return result
    }

    // MARK: Links

    /// Whether an object is a member of a correlation.
    package func isInCorrelation(_ uuid: UUID) -> Bool {
        if correlationMembers == nil {
            correlationMembers = try? store.linkedChildren(role: LinkRole.correlationMember.rawValue)
        }
        return correlationMembers?.contains(uuid) ?? false
    }

    /// Whether an object was added to a workout, tells how hard it, or an activity, was, or was noted as a symptom with an
    /// electrocardiogram.
    package func isAssociated(_ uuid: UUID, withWorkout workout: UUID) -> Bool {
        if workoutSamples[workout] == nil {
            let links = try? store.children(of: workout).filter { $0.role != LinkRole.correlationMember.rawValue }
            workoutSamples[workout] = Set((links ?? []).map(\.child))
        }
        return workoutSamples[workout]?.contains(uuid) ?? false
    }

    // MARK: Objects

    /// The object of a row; `nil` when its type is not known to this version of HealthKit.
    package func object(_ row: StoredSample) throws -> HKSample? {
        guard let type = try type(row.type) else { return nil }
        let attributes = ObjectAttributes(
            uuid: row.uuid,
            device: try device(row.device),
            metadata: try metadata(row.metadata),
            sourceRevision: try revision(row.revision),
            creationDate: Date(timeIntervalSinceReferenceDate: row.creation)
        )
        let start = Date(timeIntervalSinceReferenceDate: row.start)
        let end = Date(timeIntervalSinceReferenceDate: row.end)
        switch type {
        case let type as HKQuantityType:
            return QuantityContent(type: type, value: row.value, unit: try unit(row.unit), start: start, end: end)
                .sample(attributes)
        case let type as HKCategoryType:
            return HKCategorySample(attributes, type: type, value: Int(exactly: row.value) ?? 0, start: start, end: end)
        default:
            return nil
        }
    }

    /// The object of a record; `nil` when its type or its content is not known to this version of HealthKit.
    package func object(_ record: StoredRecord) throws -> HKSample? {
        guard let type = try type(record.type) else { return nil }
        let attributes = ObjectAttributes(
            uuid: record.uuid,
            device: try device(record.device),
            metadata: try metadata(record.metadata),
            sourceRevision: try revision(record.revision),
            creationDate: Date(timeIntervalSinceReferenceDate: record.creation)
        )
        let start = Date(timeIntervalSinceReferenceDate: record.start)
        let end = Date(timeIntervalSinceReferenceDate: record.end)
        switch type {
        case let type as HKCorrelationType:
            let members = try store.children(of: record.uuid, role: LinkRole.correlationMember.rawValue)
                .compactMap { try sample(uuid: $0.child) }
            return HKCorrelation(attributes, type: type, start: start, end: end, objects: Set(members))
        case is HKWorkoutType:
            guard let content = try? JSONDecoder().decode(WorkoutContent.self, from: Data(record.payload)) else {
                return nil
            }
            return HKWorkout(attributes, content: content, start: start, end: end)
        case let type as HKQuantityType:
            guard let payload = SeriesPayload(bytes: record.payload), let unit = try? HKUnit(validating: payload.unit)
            else {
                return nil
            }
            let value = type.aggregationStyle == .cumulative ? payload.series.sum : payload.series.average
            return QuantityContent(type: type, value: value, unit: unit, start: start, end: end, series: payload.series)
                .sample(attributes)
        case let type as HKSampleType:
            let parts = SampleParts(attributes, type: type, start: start, end: end)
            return type.recordClass?.sample(parts, bytes: record.payload)
        default:
            return nil
        }
    }

    /// The sample with a UUID, whatever its type; `nil` when there is none.
    package func sample(uuid: UUID) throws -> HKSample? {
        if let row = try store.sample(uuid: uuid) { return try object(row) }
        if let record = try store.record(uuid: uuid) { return try object(record) }
        return nil
    }
}

/// A series sample's content as a record of the store.
package struct SeriesPayload {
    package var unit: String
    package var series: QuantitySeries

    package init(unit: String, series: QuantitySeries) {
        self.unit = unit
        self.series = series
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.text(unit)
        return writer.bytes + series.bytes
    }

    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let unit = reader.text() ?? nil, let series = QuantitySeries(reader: &reader) else { return nil }
        self.unit = unit
        self.series = series
    }
}

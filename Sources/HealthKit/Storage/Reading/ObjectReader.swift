import Foundation
import HealthKitStore

/// One consistent state of the store, read as HealthKit objects.
///
/// Objects that many rows share (source revisions, devices, metadata) are created once per read. A reader for an app returns
/// only what the app can see, regardless of how it is looked up.
package class ObjectReader {
    package let store: StoreReader
    /// The calling app; `nil` for the person, who sees everything.
    let caller: AppIdentity?
    var visibilityCache = VisibilityCache()
    /// The calling assistant's rights; `nil` for apps and the person, and for an assistant without rights.
    var assistant: AssistantView?
    #if DEBUG
    /// The check that a test skips.
    var skippedCheck: GateCheck?
    #endif
    /// Called periodically during long reads; throws to end them.
    package var checkpoint: (() throws -> Void)?
    private var types: [TypeID: HKObjectType?] = [:]
    private var typeIDs: [String: TypeID?] = [:]
    private var units: [UnitID: HKUnit] = [:]
    private var sources: [SourceID: HKSource] = [:]
    private var revisions: [RevisionID: HKSourceRevision] = [:]
    private var devices: [DeviceID: HKDevice] = [:]
    private var metadataSets: [MetadataID: Metadata] = [:]
    private var kinds: [RowKind.Key: RowKind] = [:]
    /// The number of batches of samples written from this reader; see ``PackedSamples``.
    var packedBatches = 0
    /// The kinds of recent rows, each at its ``RowKind/place(_:)``.
    ///
    /// They are accessed for each of millions of rows; an array would check the bounds at every access.
    private let recentKinds: UnsafeMutablePointer<RowKind?>
    /// The sources of other devices that count as apps here; read when one is first encountered.
    private var approvedSources: Set<String>?
    private var correlationMembers: Set<UUID>?
    private var workoutSamples: [UUID: Set<UUID>] = [:]
    /// The members found by earlier reads; `nil` within a write transaction.
    private let knownMembers: KnownMembers?
    /// The dictionary entries known to readers; within a write transaction, only those that it encountered itself.
    private let known: KnownEntries
    /// The first error of a lookup whose caller can't throw.
    private var failure: (any Error)?

    /// The maximum number of metadata sets kept in memory.
    private static let metadataLimit = 20_000

    /// The maximum number of row kinds kept in memory.
    private static let kindLimit = 4_096

    /// - Parameters:
    ///   - store: The state of the store.
    ///   - caller: The calling app; `nil` for the person.
    ///   - knownMembers: The workout members found by earlier reads; `nil` within a write transaction.
    ///   - known: The entries known from earlier reads; `nil` within a write transaction.
    init(
        _ store: StoreReader,
        caller: AppIdentity? = nil,
        knownMembers: KnownMembers? = nil,
        known: KnownEntries? = nil
    ) {
        self.store = store
        recentKinds = .allocate(capacity: RowKind.places)
        recentKinds.initialize(repeating: nil, count: RowKind.places)
        self.known = known ?? KnownEntries()
        self.knownMembers = knownMembers
        self.caller = caller
    }

    deinit {
        recentKinds.deinitialize(count: RowKind.places)
        recentKinds.deallocate()
    }

    /// Whether a check is made: always, unless a test skips it.
    func makes(_ check: GateCheck) -> Bool {
        #if DEBUG
        return skippedCheck != check
        #else
        return true
        #endif
    }

    // MARK: Dictionaries

    /// The number of a type in this store; `nil` if the store has no data of it.
    package func typeID(_ identifier: String) throws -> TypeID? {
        if let known = typeIDs[identifier] { return known }
        let id = try store.entryID(.type, DictionaryCoding.bytes(type: identifier))
        typeIDs[identifier] = .some(id)
        return id
    }

    /// The identifier of a type by its number.
    package func typeIdentifier(_ id: TypeID) throws -> String {
        DictionaryCoding.text(try store.dictionaryBytes(.type, id))
    }

    /// The type; `nil` for one that this version of HealthKit doesn't know.
    ///
    /// The person may also have health records of kinds that HealthKit has no type for.
    package func type(_ id: TypeID) throws -> HKObjectType? {
        if let known = types[id] { return known }
        let type = try known.type(id) { HKObjectType.type(identifier: try typeIdentifier(id)) } ?? typeOfPerson(id)
        types[id] = .some(type)
        return type
    }

    private func typeOfPerson(_ id: TypeID) throws -> HKObjectType? {
        caller == nil ? HKSampleType.ofStored(try typeIdentifier(id)) as? HKClinicalType : nil
    }

    package func unit(_ id: UnitID) throws -> HKUnit {
        if id == 0 { return .count() }
        if let known = units[id] { return known }
        let unit =
            try known.unit(id) { try HKUnit(validating: DictionaryCoding.text(store.dictionaryBytes(.unit, id))) }
            ?? .count()
        units[id] = unit
        return unit
    }

    package func source(_ id: SourceID) throws -> HKSource {
        if let known = sources[id] { return known }
        let stored = try known.source(id) {
            KnownEntries.Source(
                DictionaryCoding.source(try store.dictionaryBytes(.source, id)) ?? Self.unknownSource
            )
        }
        let source = try stored.map { try approvedApp($0.device).map($0.source.called) ?? $0.source }
        sources[id] = source
        return source ?? Self.unknownSource
    }

    package func revision(_ id: RevisionID) throws -> HKSourceRevision {
        if id == 0 { return Self.unknownRevision }
        if let known = revisions[id] { return known }
        let stored = try known.revision(id) {
            KnownEntries.Revision(
                DictionaryCoding.revision(try store.dictionaryBytes(.revision, id)) ?? Self.unknownRevision
            )
        }
        let revision = try stored.map { try approvedApp($0.device).map($0.revision.called) ?? $0.revision }
        revisions[id] = revision
        return revision ?? Self.unknownRevision
    }

    package func device(_ id: DeviceID) throws -> HKDevice? {
        guard id != 0 else { return nil }
        if let known = devices[id] { return known }
        let device = try known.device(id) { DictionaryCoding.device(try store.dictionaryBytes(.device, id)) }
        devices[id] = device
        return device
    }

    package func metadata(_ id: MetadataID) throws -> Metadata? {
        guard id != 0 else { return nil }
        if let known = metadataSets[id] { return known }
        let stored = Metadata(bytes: try store.dictionaryBytes(.metadata, id))
        let metadata = caller == nil ? stored : stored?.ofApps
        if metadataSets.count >= Self.metadataLimit { metadataSets.removeAll(keepingCapacity: true) }
        metadataSets[id] = metadata
        return metadata
    }

    private static let unknownSource = HKSource(name: "Unknown", bundleIdentifier: "unknown")
    private static let unknownRevision = HKSourceRevision(source: unknownSource, version: nil)

    /// The numbers of the sources with these bundle identifiers.
    package func sourceIDs(_ bundleIdentifiers: Set<String>) throws -> Set<SourceID> {
        var result: Set<SourceID> = []
        for entry in try store.dictionaryEntries(.source) {
            guard let bundle = DictionaryCoding.source(entry.bytes)?.bundleIdentifier else { continue }
            let app = try approvedApp(DeviceSource(bundleIdentifier: bundle))
            if bundleIdentifiers.contains(app ?? bundle) { result.insert(entry.id) }
        }
        return result
    }

    /// The app that a source of another device counts as here, with the person's approval (R1.27); `nil` for any other source.
    private func approvedApp(_ source: DeviceSource?) throws -> String? {
        guard let source else { return nil }
        let approved = try approvedSources ?? readApprovedSources()
        approvedSources = approved
        return approved.contains(source.bundleIdentifier) ? source.app : nil
    }

    // MARK: Links

    /// Whether an object is a member of a correlation.
    package func isInCorrelation(_ uuid: UUID) -> Bool {
        if caller != nil { return looked { try isInVisibleCorrelation(uuid) } ?? false }
        if correlationMembers == nil {
            correlationMembers = looked { try store.linkedChildren(role: LinkRole.correlationMember.rawValue) }
        }
        return correlationMembers?.contains(uuid) ?? false
    }

    /// Whether an object was added to a workout, rates the effort of the workout or one of its activities, or was noted as a
    /// symptom with an electrocardiogram.
    package func isAssociated(_ uuid: UUID, withWorkout workout: UUID) -> Bool {
        // Checked first, so that a hidden owner takes the same time whatever belongs to it.
        guard let stored = looked({ try storedOwner(workout) }), looked({ try seesOwner(stored, of: uuid) }) ?? false
        else { return false }
        return members(of: stored).contains(uuid)
    }

    /// The members of a workout, regardless of visibility.
    func members(of workout: UUID) -> Set<UUID> {
        if let known = workoutSamples[workout] { return known }
        let members = looked {
            try knownMembers?.members(of: workout, in: store) ?? KnownMembers.read(workout, store)
        }
        workoutSamples[workout] = members ?? []
        return members ?? []
    }

    // MARK: Failures

    /// Performs a lookup for a filter, which can't throw; an error is kept for ``checkLookups()``.
    func looked<T>(_ body: () throws -> T) -> T? {
        do {
            return try body()
        } catch {
            if failure == nil { failure = error }
            return nil
        }
    }

    /// Ends a read in which a filter's lookup may have failed: a failure doesn't mean “no match”.
    ///
    /// - Throws: The first error of such a lookup.
    package func checkLookups() throws {
        if let failure { throw failure }
    }

    // MARK: Objects

    /// The object of a row; `nil` if this version of HealthKit doesn't know its type.
    package func object(_ row: borrowing StoredSample) throws -> HKSample? {
        let kind = try kind(of: row)
        let times = StoredTimes(start: row.start, end: row.end, creation: row.creation)
        switch kind.form {
        case .cumulative:
            return HKCumulativeQuantitySample(
                stored: times,
                uuid: kind.uuid(of: row),
                type: kind.quantityType,
                value: row.value,
                unit: kind.unit,
                origin: kind.origin
            )
        case .discrete:
            return HKDiscreteQuantitySample(
                stored: times,
                uuid: kind.uuid(of: row),
                type: kind.quantityType,
                value: row.value,
                unit: kind.unit,
                origin: kind.origin
            )
        case .category:
            guard let value = kind.category(of: row) else { return nil }
            return HKCategorySample(
                stored: times,
                uuid: kind.uuid(of: row),
                type: kind.categoryType,
                value: value,
                origin: kind.origin
            )
        case .unknown:
            return nil
        }
    }

    /// The kind of a row, most often that of one of the previous few rows.
    func kind(of row: borrowing StoredSample) throws -> RowKind {
        let place = RowKind.place(row)
        if let recent = recentKinds[place], recent.isOf(row) { return recent }
        let key = RowKind.Key(
            type: row.type,
            unit: row.unit,
            revision: row.revision,
            device: row.device,
            metadata: row.metadata
        )
        if let known = kinds[key] {
            recentKinds[place] = known
            return known
        }
        let kind = try makeKind(key, of: row.uuid)
        if kinds.count >= Self.kindLimit { kinds.removeAll(keepingCapacity: true) }
        kinds[key] = kind
        recentKinds[place] = kind
        return kind
    }

    private func makeKind(_ key: RowKind.Key, of uuid: UUID) throws -> RowKind {
        let type = try type(key.type)
        let metadata = try metadata(key.metadata)
        let revision = try revision(key.revision)
        let origin = ObjectOrigin(
            device: try device(key.device),
            metadata: metadata,
            revision: revision
        )
        // Metadata with another UUID belongs to one row.
        let shown = try shownUUID(uuid, metadata, from: revision.source.bundleIdentifier)
        return RowKind(
            key: key,
            type: type,
            unit: type is HKQuantityType ? try unit(key.unit) : .count(),
            origin: origin,
            uuid: shown == uuid ? nil : shown
        )
    }

    /// The object of a record; `nil` if this version of HealthKit doesn't know its type or content.
    package func object(_ record: StoredRecord) throws -> HKSample? {
        guard let type = try type(record.type) else { return nil }
        return try object(record, as: type)
    }

    /// The sample in a record, as an object of a type.
    func object(_ record: StoredRecord, as type: HKObjectType) throws -> HKSample? {
        let metadata = try metadata(record.metadata)
        let revision = try revision(record.revision)
        let attributes = ObjectAttributes(
            uuid: try shownUUID(record.uuid, metadata, from: revision.source.bundleIdentifier),
            device: try device(record.device),
            metadata: metadata,
            sourceRevision: revision,
            creationDate: Date(timeIntervalSinceReferenceDate: record.creation)
        )
        let start = Date(timeIntervalSinceReferenceDate: record.start)
        let end = Date(timeIntervalSinceReferenceDate: record.end)
        let sample = try sample(of: record, as: type, attributes, start, end)
        if sample == nil, type is HKSampleType {
            HealthLog.debug("unreadable", ["in": type.identifier, "uuid": record.uuid.uuidString])
        }
        return sample
    }

    private func sample(
        of record: StoredRecord,
        as type: HKObjectType,
        _ attributes: ObjectAttributes,
        _ start: Date,
        _ end: Date
    ) throws -> HKSample? {
        switch type {
        case let type as HKCorrelationType:
            let children = try store.children(of: record.uuid, role: LinkRole.correlationMember.rawValue).map(\.child)
            let rows = try store.samples(uuids: children)
            let members = try children.compactMap { try member(uuid: $0, rows[$0]) }
            return HKCorrelation(attributes, type: type, start: start, end: end, objects: Set(members))
        case is HKWorkoutType:
            guard let content = WorkoutContent(json: record.payload) else { return nil }
            let shown = try caller == nil ? content : visible(content, of: record)
            return HKWorkout(attributes, content: shown, start: start, end: end)
        case let type as HKQuantityType:
            guard let payload = SeriesPayload(bytes: record.payload), let unit = payload.knownUnit else { return nil }
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

    /// The member of a correlation with a UUID: a quantity or category sample (R2.14) that the caller can see.
    ///
    /// Anything else is ignored. A file can contain a correlation that contains itself, which must not be followed.
    private func member(uuid: UUID, _ row: StoredSample?) throws -> HKSample? {
        let isAny = !makes(.members)
        if let row { return try isAny || sees(.sample(row)) ? object(row) : nil }
        guard let record = try store.record(uuid: uuid), try type(record.type) is HKQuantityType,
            try isAny || sees(.record(record))
        else { return nil }
        return try object(record)
    }

    /// The sample with a UUID, of any type; `nil` if there is none that the caller can see.
    package func sample(uuid: UUID) throws -> HKSample? {
        try visibleObject(uuid).flatMap { try object($0) }
    }

    private func object(_ stored: StoredObject) throws -> HKSample? {
        switch stored {
        case .sample(let row): try object(row)
        case .record(let record): try object(record)
        }
    }

    /// The sample with a UUID in the store, of any type; `nil` if there is none that the caller can see.
    func storedSample(_ uuid: UUID) throws -> HKSample? {
        guard let stored = try store.object(uuid: uuid, where: rowVisibility), try sees(stored) else { return nil }
        return try object(stored)
    }

    /// The samples with the given UUIDs, looked up together: those that exist and the caller can see, in the requested order.
    package func samples(uuids: [UUID]) throws -> [HKSample] {
        let rows = try store.samples(uuids: uuids, where: rowVisibility)
        return try uuids.compactMap { uuid in
            guard let row = rows[uuid], try sees(.sample(row)), let sample = try object(row), sample.uuid == uuid else {
                return try sample(uuid: uuid)
            }
            return sample
        }
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

    /// The unit; `nil` if the text isn't a unit.
    var knownUnit: HKUnit? { try? HKUnit(validating: unit) }

    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let unit = reader.text() ?? nil, let series = QuantitySeries(reader: &reader) else { return nil }
        self.unit = unit
        self.series = series
    }
}

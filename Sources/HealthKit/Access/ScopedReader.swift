import Foundation
import HealthKitStore

/// One state of the store, limited to what one caller may see.
struct ScopedReader {
    /// The reader limited to what the caller may see, for every kind of lookup.
    let base: ObjectReader
    /// The log that counts the caller's reads, or `nil` for the owner.
    let audit: AuditLog?
    private let bounds: TimeBounds

    /// Excludes samples that ended before the earliest permitted date (R4.23).
    init(_ base: ObjectReader, earliest: Date, audit: AuditLog? = nil) {
        self.base = base
        self.audit = audit
        bounds =
            earliest == .distantPast
            ? .unbounded : TimeBounds(endLower: earliest.timeIntervalSinceReferenceDate)
    }

    /// A request for the part of a selection that the caller may see.
    ///
    /// - Throws: `errorAuthorizationNotDetermined` when the app never requested the type (R1.5).
    func request(_ selection: SampleSelection) throws -> FetchRequest {
        try selection.filter.checkQuantities(of: selection.type)
        let visibility = try base.requiredVisibility(of: selection.type)
        var request = FetchRequest(
            type: selection.type,
            filter: selection.filter,
            scope: base.makes(.scope) ? visibility.scope : .everything,
            bounds: bounds,
            choice: visibility.choice
        )
        request.judgesObjects = visibility.judgesObjects
        request.bounds.endLower = max(request.bounds.endLower, visibility.since)
        return request
    }

    /// The sample with a UUID, of any type, or `nil` when there is none that the caller may see.
    func sample(_ uuid: UUID) throws -> HKSample? {
        guard let sample = try base.sample(uuid: uuid) else { return nil }
        return sample.endDate.timeIntervalSinceReferenceDate >= bounds.endLower ? sample : nil
    }

    func requests(_ selections: [SampleSelection]) throws -> [FetchRequest] { try selections.map { try request($0) } }

    /// The record with a UUID if the caller may see it and it has the given type.
    func record(_ uuid: UUID, of type: HKSampleType) throws -> StoredRecord? {
        var found: StoredRecord?
        try base.forEachRecord(request(SampleSelection(type, uuid: uuid))) { record in
            found = record
            return false
        }
        return found
    }

    /// Whether the caller may read a characteristic.
    ///
    /// - Throws: `errorAuthorizationNotDetermined` when the app never requested it.
    func mayReadCharacteristic(_ type: String) throws -> Bool {
        guard let caller = base.caller, base.makes(.characteristics) else { return true }
        guard let isGranted = try base.grant(of: caller, type: type).read else {
            throw HKError.error(.errorAuthorizationNotDetermined, "Authorization not determined")
        }
        return isGranted
    }
}

/// One transaction on the store, limited to what one caller may change.
struct ScopedWriter {
    /// The unrestricted writer; the objects that the caller names are checked against the stored ones first.
    let writer: ObjectWriter
    /// The reader with the caller's visibility, in the same transaction.
    let reader: ScopedReader
    let principal: Principal
    let now: Date
    /// The record of the written types, for calls whose types only the store knows.
    var written: WrittenTypes?

    var revision: HKSourceRevision { principal.revision }

    /// The name under which the caller's rights are kept.
    var account: String { app?.account ?? revision.source.bundleIdentifier }

    private var app: AppIdentity? { reader.base.caller }

    /// Checks that the caller may save, or delete its own, samples of types (R1.4, R3.1).
    func checkSharing(_ types: Set<HKObjectType>) throws { try writer.checkSharing(principal, types) }

    /// Whether the caller saved an object; the owner may change anyone's objects.
    func isOwn(_ object: StoredObject) throws -> Bool {
        guard let app, reader.base.makes(.ownership) else { return true }
        return try writer.source(object.source).bundleIdentifier == app.bundleIdentifier
    }

    /// A stored object that the caller saved, by the UUID that the caller knows; `nil` when there is none.
    func own(_ uuid: UUID) throws -> StoredObject? {
        guard app != nil, reader.base.makes(.ownership) else { return try writer.store.object(uuid: uuid) }
        return try reader.base.ownObject(uuid)
    }

    /// A stored object that the caller saved or may see, or `nil` when there is none, even if another object is stored.
    func known(_ uuid: UUID) throws -> StoredObject? {
        guard app != nil, reader.base.makes(.storedObjects) else { return try writer.store.object(uuid: uuid) }
        if let own = try own(uuid) { return own }
        return try reader.base.visibleObject(uuid)
    }

    /// Saves objects as the caller's.
    ///
    /// - Returns: The UUIDs of the objects that couldn't have their own, by their own.
    /// - Throws: `errorInvalidArgument` for an object that the caller saved before, or that is stored and that it may see.
    @discardableResult
    func save(_ objects: [HKObject]) throws -> [UUID: UUID] {
        try writer.save(objects, revision: revision, now: now, known: app == nil ? nil : { try known($0) })
    }

    /// The types that the caller needs to share to change a stored object; for a correlation, those of its stored members.
    func sharedTypes(of object: StoredObject) throws -> Set<HKObjectType> {
        guard let type = try writer.type(object.type) as? HKSampleType else { return [] }
        guard type is HKCorrelationType else { return [type] }
        let members = try writer.store.children(of: object.uuid, role: LinkRole.correlationMember.rawValue).map(\.child)
        let samples = try writer.store.samples(uuids: members)
        let records = try members.filter { samples[$0] == nil }.compactMap { try writer.store.record(uuid: $0) }
        let types = try Set(samples.values.map(\.type) + records.map(\.type)).compactMap { try writer.type($0) }
        return types.isEmpty ? type.sharedTypes : Set(types)
    }

    /// The UUID in the store of a workout that the caller saved.
    ///
    /// - Throws: `errorInvalidArgument` for another object.
    func ownWorkout(_ uuid: UUID) throws -> UUID {
        guard let object = try own(uuid), try writer.type(object.type) is HKWorkoutType else {
            throw HKError.workoutNotStored
        }
        return object.uuid
    }

    /// Saves a sample unless it is stored already, as a sample of the same type that the caller saved or may see.
    ///
    /// - Returns: The sample's UUID in the store.
    /// - Throws: `errorInvalidArgument` when something else is stored with the UUID.
    func saveIfMissing(_ sample: HKSample) throws -> UUID {
        if let stored = try known(sample.uuid) {
            let isSame = try writer.type(stored.type) == sample.sampleType
            guard isSame || !reader.base.makes(.storedObjects) else { throw HKError.notStored }
            return stored.uuid
        }
        if app != nil { try SampleValidation.checkIdentities([sample]) }
        try SampleValidation.checkForSaving(sample)
        return try save([sample])[sample.uuid] ?? sample.uuid
    }
}

extension HKError {
    /// The error for an object that does not exist, or that the caller may not see.
    static var notStored: HKError { .invalid("The object isn't stored") }

    /// The error for a workout that does not exist, or that the caller may not see.
    static var workoutNotStored: HKError { .invalid("The workout isn't stored") }
}

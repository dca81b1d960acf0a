import Foundation
import HealthKit
import HealthKitStore
import HealthtuiSync

/// A store in memory with a person, and the device that syncs it over a folder.
struct Machine {
    let name: String
    let person: PersonAccess
    let store: HKHealthStore
    let sync: DeviceSync

    /// A machine with an empty store and a clock, in seconds since the reference date, which syncs so many samples at a time.
    init(
        _ name: String,
        part: Int = 16_384,
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSinceReferenceDate }
    ) throws {
        self.name = name
        (store, person) = HKHealthStore.person(
            location: .memory,
            clock: { Date(timeIntervalSinceReferenceDate: now()) }
        )
        sync = try DeviceSync(person, cost: .least, part: part, clock: now)
    }

    static func secret(_ text: String) throws -> StoreSecret {
        let entry = try StoreSecret.Entry()
        for byte in text.utf8 { _ = entry.add(byte) }
        return try entry.take(.passphrase)
    }

    /// The sources of steps in the order in which they count.
    var sources: [String] {
        get throws {
            try database.read {
                try $0.orderedSources(of: HKQuantityTypeIdentifier.stepCount.rawValue).map(\.source.bundleIdentifier)
            }
        }
    }

    /// Joins a group that another machine is in.
    func join(_ other: Machine, _ folder: String) throws {
        try sync.join(folder, code: Self.secret(other.sync.invite().code), name: name)
        _ = try other.sync.sync()
    }

    @discardableResult
    func save(_ steps: Double, at hour: Double, _ metadata: [String: Any]? = nil) throws -> UUID {
        let sample = Self.steps(steps, at: hour, metadata)
        try person.save([sample])
        return sample.uuid
    }

    /// Edits a sample, in another millisecond than whatever was done before: of two edits in one the greater identity decides.
    func edit(_ uuid: UUID, to sample: HKSample) throws {
        Thread.sleep(forTimeInterval: 0.002)
        try person.edit(uuid, to: sample)
    }

    /// Deletes one of the samples of a value.
    func delete(_ value: Double) throws {
        let samples = try database.read { try $0.store.changes(after: 0).items }
            .compactMap { item -> StoredSample? in if case .sample(let sample) = item { sample } else { nil } }
        _ = try person.delete(samples.filter { $0.value == value }.prefix(1).map(\.uuid))
    }

    static func steps(_ steps: Double, at hour: Double, _ metadata: [String: Any]? = nil) -> HKQuantitySample {
        let start = Date(timeIntervalSinceReferenceDate: 700_000_000 + hour * 3_600)
        return HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: HKQuantity(unit: .count(), doubleValue: steps),
            start: start,
            end: start.addingTimeInterval(60),
            metadata: metadata
        )
    }

    /// A blood pressure; its diastolic value is half a unit above the systolic one, so that both are told from all others.
    static func pressure(_ systolic: Double, at hour: Double) -> HKCorrelation {
        let start = Date(timeIntervalSinceReferenceDate: 700_000_000 + hour * 3_600)
        let members = [(HKQuantityTypeIdentifier.bloodPressureSystolic, 0.0), (.bloodPressureDiastolic, 0.5)]
            .map { identifier, more in
                HKQuantitySample(
                    type: HKQuantityType(identifier),
                    quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: systolic + more),
                    start: start,
                    end: start
                )
            }
        return HKCorrelation(type: HKCorrelationType(.bloodPressure), start: start, end: start, objects: Set(members))
    }

    /// The blood pressures that the store has, as the UUIDs of them and of their members, in some order that is always the same.
    var pressures: [(id: UUID, members: [UUID])] {
        get throws {
            try database.read { reader in
                try reader.store.changes(after: 0).items
                    .compactMap { item -> UUID? in if case .record(let record) = item { record.uuid } else { nil } }
                    .map { id in
                        (id, try reader.store.children(of: id).map(\.child).sorted { $0.uuidString < $1.uuidString })
                    }
                    .sorted { $0.0.uuidString < $1.0.uuidString }
            }
        }
    }

    /// Imports steps: their UUIDs are computed from what they say, and those that the store has are passed over.
    ///
    /// - Parameters:
    ///   - values: One an hour.
    ///   - delays: How long after its end each was made, in seconds; for several there are as many samples that say the same.
    ///   - restoresDeleted: Whether what was deleted is brought back.
    ///   - name: The name of the source.
    /// - Throws: The errors of the import.
    func importSteps(
        _ values: [Double],
        delays: [Double] = [1],
        restoresDeleted: Bool = false,
        of name: String = "Watch"
    ) throws {
        var chunk = ImportChunk()
        let source = HKSource(name: name, bundleIdentifier: "com.example.\(name.lowercased())")
        chunk.definitions.series = [ImportedSeries(type: HKQuantityTypeIdentifier.stepCount.rawValue, unit: "count")]
        chunk.definitions.revisions = [HKSourceRevision(source: source, version: nil)]
        chunk.rows = values.enumerated()
            .flatMap { hour, value in
                let start = 600_000_000 + Double(hour) * 3_600
                return delays.map { delay in
                    let creation = start + 60 + delay
                    let header = ImportedHeader(start: start, end: start + 60, creation: creation, revision: .init(0))
                    return ImportedRow(series: .init(0), value: value, header: header)
                }
            }
        let forms = ImportForms(unit: { $0 }, metadata: \.bytes, workout: { _ in [] }, saysTheSame: ==)
        let session = try person.beginImport(forms, restoresDeleted: restoresDeleted, named: "steps.xml")
        _ = try session.write(chunk)
        try session.finish()
    }

    var database: HealthDatabase { get throws { try store.database() } }

    /// The store's contents, by type and value, with UUIDs.
    var contents: [String] {
        get throws {
            try database.read { reader in
                try reader.store.changes(after: 0).items
                    .compactMap { item in
                        switch item {
                        case .sample(let sample): "\(sample.start) \(sample.value) \(sample.uuid)"
                        case .record(let record): "\(record.start) \(record.payload.count) \(record.uuid)"
                        case .tombstone: nil
                        }
                    }
                    .sorted()
            }
        }
    }

    /// The values of the store's steps, the earliest first.
    var values: [Double] {
        get throws {
            try database.read { reader in
                try reader.store.changes(after: 0).items
                    .compactMap { item -> StoredSample? in if case .sample(let sample) = item { sample } else { nil } }
                    .sorted { $0.start < $1.start }.map(\.value)
            }
        }
    }
}

/// A folder on the disk that goes with the test.
final class ScratchFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("sync-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

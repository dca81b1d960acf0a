import Foundation
import HealthKit
import HealthKitStore

/// What is saved and deleted; a save is on the disk when its time ends.
extension Subject {
    /// When and how much: the same for all peers.
    private func nextSample(_ index: Int) -> (time: Double, value: Double) {
        defer { saved += 1 }
        return (Self.end.timeIntervalSinceReferenceDate + 60 * Double(saved), Double(60 + index % 40))
    }

    /// Saves objects with random UUIDs in one call.
    func save(_ count: Int) async throws -> Run {
        let objects = (0..<count)
            .map { index in
                let (time, value) = nextSample(index)
                let date = Date(timeIntervalSinceReferenceDate: time)
                let quantity = HKQuantity(unit: Self.perMinute, doubleValue: value)
                return HKQuantitySample(type: Self.heartRate, quantity: quantity, start: date, end: date)
            }
        return try await Run.measure({ try await app.save(objects) }, found: { [] })
    }

    /// The same below HealthKit.
    func engineInsert(_ count: Int) async throws -> Run {
        let (type, source, unit) = try engine.write { writer in
            (
                try writer.intern(.type, DictionaryCoding.bytes(type: Self.heartRate.identifier)),
                try writer.intern(.source, DictionaryCoding.bytes(source: .default())),
                try writer.intern(.unit, DictionaryCoding.bytes(unit: Self.perMinute.unitString))
            )
        }
        let rows = (0..<count)
            .map { index in
                let (time, value) = nextSample(index)
                return NewSample(
                    type: type,
                    source: source,
                    unit: unit,
                    start: time,
                    end: time,
                    value: value,
                    creation: time,
                    identity: .uuid(UUID())
                )
            }
        return try await Run.measure({ try engine.write { try $0.insert(rows) } }, found: { [] })
    }

    /// Deletes a heart rate from somewhere in the store by UUID.
    func delete() async throws -> Run {
        let uuids = try scatteredUUIDs(1)
        return try await Run.measure({ try person.delete(uuids) }, found: { [Double($0)] })
    }

    /// Deletes heart rates from all over the store by UUID, one after the other in a transaction.
    ///
    /// The time is that of one of them before the commit: what there is beside the sync.
    func engineDelete(_ count: Int) throws -> Run {
        let uuids = try scatteredUUIDs(count)
        let clock = ContinuousClock()
        return try engine.write { writer in
            let began = clock.now
            var deleted = 0
            for uuid in uuids { deleted += try writer.delete(uuids: [uuid]) }
            let seconds = Run.seconds(clock.now - began)
            return Run(seconds: seconds / Double(max(count, 1)), found: [Double(deleted)])
        }
    }

    private func scatteredUUIDs(_ count: Int) throws -> [UUID] {
        try engine.read { reader in
            guard let type = try reader.entryID(.type, DictionaryCoding.bytes(type: Self.heartRate.identifier))
            else { return [] }
            let groups = try reader.summaries().filter { $0.type == type }
            guard let first = groups.map(\.firstStart).min(), let last = groups.map(\.lastStart).max(), first < last
            else { return [] }
            var uuids: Set<UUID> = []
            while uuids.count < count {
                let request = ScanRequest(type: type, startLower: .random(in: first..<last))
                try reader.forEachSample(request) { sample in
                    uuids.insert(sample.uuid)
                    return .stop
                }
            }
            return Array(uuids)
        }
    }
}

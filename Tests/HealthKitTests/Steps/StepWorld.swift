import Foundation
import HealthKitStore
import RandomTesting
import Testing

@testable import HealthKit

/// A store in which a person does things at random, and what it holds in text.
struct StepWorld {
    let test: TestStore
    var random: SeededGenerator
    private var count = 0

    init(_ test: TestStore, seed: UInt64) {
        self.test = test
        random = SeededGenerator(seed: seed)
    }

    var person: PersonAccess { test.person }

    static let mass = HKQuantityType(.bodyMass)
    static let sleep = HKCategoryType(.sleepAnalysis)
    static let food = HKCorrelationType(.food)

    /// Everything that the store holds but places in the order of changes and the log itself, in order.
    static func contents(_ person: PersonAccess) throws -> [String] {
        try person.store.port.local().personsDatabase()
            .read { reader in
                let store = reader.store
                var lines: [String] = []
                var uuids: Set<UUID> = []
                for type in try store.dictionaryEntries(.type) {
                    try store.forEachSample(ScanRequest(type: type.id, columns: .all)) { row in
                        uuids.insert(row.uuid)
                        lines.append(
                            "sample \(row.uuid) \(row.type) \(row.source) \(row.unit) \(row.revision) \(row.device) "
                                + "\(row.metadata) \(row.start) \(row.end) \(row.value) \(row.creation)"
                        )
                        return .continue
                    }
                    for uuid in try store.recordUUIDs(of: type.id) {
                        guard let record = try store.record(uuid: uuid) else { continue }
                        uuids.insert(uuid)
                        lines.append(
                            "record \(uuid) \(record.type) \(record.source) \(record.device) \(record.metadata) "
                                + "\(record.start) \(record.end) \(record.creation) \(RecordedMark(record.payload))"
                        )
                    }
                }
                for uuid in uuids {
                    for link in try store.parents(of: uuid) { lines.append("link \(link.parent) \(link.role) \(uuid)") }
                }
                for namespace in OperationNamespace.turned {
                    for (key, bytes) in try store.values(namespace) {
                        lines.append("value \(namespace) \(key) \(String(decoding: bytes, as: UTF8.self))")
                    }
                }
                let stale = try store.tombstones(after: 0, limit: .max).count { uuids.contains($0.uuid) }
                #expect(stale == 0, "what is stored is told of as deleted")
                return lines.sorted()
            }
    }

    private func uuids() throws -> [UUID] {
        try person.store.port.local().personsDatabase()
            .read { reader in
                var found: [UUID] = []
                for type in try reader.store.dictionaryEntries(.type) {
                    try reader.store.forEachSample(ScanRequest(type: type.id, columns: .all)) { row in
                        found.append(row.uuid)
                        return .continue
                    }
                    found += try reader.store.recordUUIDs(of: type.id)
                }
                return found.sorted { $0.uuidString < $1.uuidString }
            }
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func quantity(_ type: HKQuantityType = mass) -> HKQuantitySample {
        count += 1
        let start = at(Double(number(0...50)) * 60)
        var metadata: [String: Any] = [HKMetadataKeyWasUserEntered: true]
        if number(0...3) == 0 {
            metadata[HKMetadataKeySyncIdentifier] = "s\(number(0...5))"
            metadata[HKMetadataKeySyncVersion] = count
        }
        let unit: HKUnit = type == steps ? .count() : number(0...1) == 0 ? .gramUnit(with: .kilo) : .pound()
        return HKQuantitySample(
            type: type,
            quantity: HKQuantity(unit: unit, doubleValue: Double(number(50...90))),
            start: start,
            end: start + 30,
            device: number(0...2) == 0 ? HKDevice.local() : nil,
            metadata: metadata
        )
    }

    private mutating func workout() throws {
        let start = at(Double(number(0...50)) * 60)
        let workout = HKWorkout(activityType: .walking, start: start, end: start + 600)
        try test.store.saveNow([workout])
        try test.store.port.send(AddSamplesCall(samples: [quantity(steps), quantity(steps)], workout: workout.uuid))
    }

    /// Brings equal and unequal rows whose UUIDs are made of what they say, in several transactions.
    private mutating func importRows() throws {
        let rows = (0..<number(1...40)).map { _ in (Double(number(0...8)) * 60, Double(number(1...3))) }
        let restoresDeleted = number(0...1) == 0
        let step = ImportStep("file", restoresDeleted: restoresDeleted, clock: { at(0) })
        let store = try test.store.port.local().personsDatabase().store
        let options = ImportOptions(
            restoresDeleted: restoresDeleted,
            heedsDeletion: { !TombstonePayload.isUndo($0) },
            around: { try step.record($0, $1) }
        )
        let session = try store.beginImport(options)
        for part in [rows.prefix(rows.count / 2), rows.dropFirst(rows.count / 2)] {
            _ = try session.write { transaction in
                let type = try transaction.intern(.type, DictionaryCoding.bytes(type: steps.identifier))
                let unit = try transaction.intern(.unit, DictionaryCoding.bytes(unit: "count"))
                let ids = try ObjectWriter(transaction.writer).intern(HKSourceRevision.health)
                return try transaction.add(
                    part.map { start, value in
                        NewSample(
                            type: type,
                            source: ids.source,
                            unit: unit,
                            revision: ids.revision,
                            start: start,
                            end: start + 60,
                            value: value,
                            creation: start
                        )
                    }
                )
            }
        }
    }

    /// Does something, to other objects than some.
    mutating func step(avoiding avoided: Set<UUID> = []) throws {
        let all = try uuids().filter { !avoided.contains($0) }
        switch number(0...13) {
        case 0, 1, 2: try person.save((0...number(0...5)).map { _ in quantity(number(0...1) == 0 ? Self.mass : steps) })
        case 3:
            let start = at(Double(number(0...50)) * 60)
            try person.save([HKCategorySample(type: Self.sleep, value: number(0...3), start: start, end: start + 60)])
        case 4:
            let energy = HKQuantitySample(
                type: HKQuantityType(.dietaryEnergyConsumed),
                quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 200),
                start: at(0),
                end: at(0)
            )
            try person.save([HKCorrelation(type: Self.food, start: at(0), end: at(0), objects: [energy])])
        case 5, 6:
            let chosen = (0...number(0...8)).compactMap { _ in all.randomElement(using: &random) }
            try person.delete(Array(Set(chosen)))
        case 7: try person.delete(SampleListQuery(type: number(0...1) == 0 ? Self.mass : steps))
        case 8:
            guard let old = try person.latest(Self.mass) else { return }
            try person.edit(old.uuid, to: quantity())
        case 9: try person.setPinnedTypes([steps.identifier, Self.mass.identifier].shuffled(using: &random))
        case 10:
            try person.setSourceOrder(
                steps.identifier,
                order: ["com.apple.Health"],
                excluded: number(0...1) == 0 ? ["x\(number(0...3))"] : []
            )
        case 11: try test.grant("app\(number(0...2))", steps, read: number(0...1) == 0, share: number(0...1) == 0)
        case 12: try workout()
        default: try importRows()
        }
    }
}

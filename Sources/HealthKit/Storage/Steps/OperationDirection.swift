import Foundation
import HealthStore

/// Turns one step.
final class OperationDirection {
    private let writer: ObjectWriter
    private let prefix: String
    private var others: [Int: AnchorRanges]
    private var linked: [StoreLink] = []
    /// Records and values that are as the step left them.
    private var payloads: Set<UUID> = []
    private var values: Set<[String]> = []
    /// Where the objects of other steps are now, those whose objects were moved.
    private(set) var moved: [Int: AnchorRanges] = [:]
    private var workouts: [UUID: Set<HKQuantityType>] = [:]

    /// So many objects are at hand at a time.
    private static let partSize = ObjectWriter.deletionPart

    init(_ writer: ObjectWriter, _ step: OwnerOperation, others: [Int: AnchorRanges]) throws {
        self.writer = writer
        self.others = others
        prefix = step.partsPrefix
        try forEachChange { change in
            switch change {
            case .linked(let link): linked.append(link)
            case .payloadAfter(let uuid, let mark):
                if RecordedMark(try writer.store.record(uuid: uuid)?.payload) == mark { payloads.insert(uuid) }
            case .valueAfter(let namespace, let key, let mark):
                if RecordedMark(try writer.store.value(namespace, key)) == mark { values.insert([namespace, key]) }
            default: break
            }
        }
    }

    private func forEachChange(_ body: (RecordedChange) throws -> Void) throws {
        for key in try writer.store.valueKeys(OperationNamespace.parts) where key.hasPrefix(prefix) {
            guard let part = try writer.store.value(OperationNamespace.parts, key) else { continue }
            try RecordedChange.forEach(in: part, body)
        }
    }

    func run(oldPlaces: AnchorRanges, _ outcome: inout OperationOutcome) throws {
        for link in linked { try unlink(link) }
        try delete(oldPlaces, &outcome)
        var links: [StoreLink] = []
        var before: [(uuid: UUID, payload: [UInt8])] = []
        var settings: [(namespace: String, key: String, bytes: [UInt8]?)] = []
        try forEachChange { change in
            switch change {
            case .samples(let samples): note(try writer.writer.restore(samples), &outcome)
            case .record(let record): note(try writer.writer.restore(record), &outcome)
            case .tombstones(let anchors): try writer.writer.removeTombstones(anchors)
            case .unlinked(let link): links.append(link)
            case .payload(let uuid, let payload): before.append((uuid, payload))
            case .value(let namespace, let key, let bytes): settings.append((namespace, key, bytes))
            case .linked, .payloadAfter, .valueAfter: break
            }
        }
        for link in links { try self.link(link) }
        for (uuid, payload) in before where payloads.contains(uuid) {
            if try writer.store.record(uuid: uuid) != nil { try writer.writer.update(record: uuid, payload: payload) }
        }
        for (workout, types) in workouts where !payloads.contains(workout) {
            try writer.refreshStatistics(ofWorkout: workout, lost: types)
        }
        for (namespace, key, bytes) in settings { try set(namespace, key, bytes, &outcome) }
    }

    /// Deletes what the step had brought, as far as it is there.
    private func delete(_ places: AnchorRanges, _ outcome: inout OperationOutcome) throws {
        while true {
            let rows = try writer.store.samples(at: places, limit: Self.partSize)
            if rows.isEmpty { break }
            outcome.deleted += try writer.delete(rows: rows)
        }
        while true {
            let records = try writer.store.records(at: places, limit: Self.partSize)
            if records.isEmpty { break }
            outcome.deleted += try writer.delete(records.map(\.uuid))
        }
    }

    private func note(_ restored: RestoredObjects, _ outcome: inout OperationOutcome) {
        outcome.restored += restored.before.count
        outcome.present += restored.present
        guard let least = restored.before.min(), let most = restored.before.max() else { return }
        for (number, places) in others where places.overlaps(least...most) {
            var grown = places
            for (index, anchor) in restored.before.enumerated() where places.contains(anchor) {
                let now = restored.first + Int64(index)
                grown.insert(now...now)
            }
            if grown != places {
                others[number] = grown
                moved[number] = grown
            }
        }
    }

    private func unlink(_ link: StoreLink) throws {
        if link.role == LinkRole.workoutEffort.rawValue, let score = try writer.store.object(uuid: link.child) {
            try writer.noteEffort(ofWorkout: link.parent, through: score)
        }
        if link.role == LinkRole.workoutSample.rawValue {
            var types: Set<HKQuantityType> = []
            if let sample = try writer.sample(uuid: link.child) as? HKQuantitySample { types = [sample.quantityType] }
            workouts[link.parent, default: []].formUnion(types)
        }
        try writer.writer.unlink(parent: link.parent, child: link.child, role: link.role)
    }

    /// Links two objects again, unless one of them is gone; the parent of an effort may be an activity.
    private func link(_ link: StoreLink) throws {
        let isEffort = link.role == LinkRole.workoutEffort.rawValue
        guard let child = try writer.store.object(uuid: link.child) else { return }
        if !isEffort, try writer.store.object(uuid: link.parent) == nil { return }
        try writer.writer.link(parent: link.parent, child: link.child, role: link.role)
        if isEffort { try writer.noteEffort(ofWorkout: link.parent, through: child) }
        if link.role == LinkRole.workoutSample.rawValue { workouts[link.parent, default: []].formUnion([]) }
    }

    private func set(_ namespace: String, _ key: String, _ bytes: [UInt8]?, _ outcome: inout OperationOutcome) throws {
        let current = try writer.store.value(namespace, key)
        if current == bytes { return }
        guard values.contains([namespace, key]) else {
            if OperationNamespace.settings.contains(namespace) { outcome.kept += 1 }
            return
        }
        try writer.writer.setValue(bytes, namespace, key)
    }
}

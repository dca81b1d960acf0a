import Foundation
import HealthKitStore

/// Undoes or redoes one operation.
final class OperationDirection {
    private let writer: ObjectWriter
    private let step: OwnerOperation
    private let isRedo: Bool
    /// The change numbers of the operation's objects.
    private let places: AnchorRanges
    /// The objects that aren't restored, because someone else has changed or deleted their subject since.
    private var leftOut: Set<UUID> = []
    /// The deletions of the objects to restore that aren't the operation's own.
    private var standing: [UUID: [Deletion]] = [:]
    /// The objects that the operation added although the person had deleted them; undoing it deletes them again as the person's
    /// choice.
    private var revived: Set<UUID> = []
    private var others: [Int: AnchorRanges]
    private var linked: [StoreLink] = []
    /// The records and values that are as the operation left them.
    private var payloads: Set<UUID> = []
    private var values: Set<[String]> = []
    /// The mark of the profile as the step left it, where it is another now.
    private var profile: RecordedMark?
    /// Where the objects of other steps are now, those whose objects were moved.
    private(set) var moved: [Int: AnchorRanges] = [:]
    private var workouts: [UUID: Set<HKQuantityType>] = [:]
    /// The objects to restore that their apps know by a sync identifier.
    private var identified: [IdentifiedObject] = []

    /// A deletion of an object.
    private struct Deletion {
        var anchor: Int64
        /// Whether it was a choice of the person, not an undo.
        var isChosen: Bool
    }

    /// The number of objects processed at a time.
    private static let partSize = ObjectWriter.deletionPart

    init(_ writer: ObjectWriter, _ step: OwnerOperation, isRedo: Bool, others: [Int: AnchorRanges]) throws {
        self.writer = writer
        self.step = step
        self.isRedo = isRedo
        self.others = others
        places = try writer.places(of: step)
        try writer.forEachChange(of: step) { change in
            switch change {
            case .linked(let link): linked.append(link)
            case .revived(let uuid): revived.insert(uuid)
            case .payloadAfter(let uuid, let mark):
                if RecordedMark(try writer.store.record(uuid: uuid)?.payload) == mark { payloads.insert(uuid) }
            case .valueAfter(let namespace, let key, let mark):
                if RecordedMark(try writer.store.value(namespace, key)) == mark {
                    values.insert([namespace, key])
                } else if namespace == StoreNamespace.characteristics, key == CharacteristicValues.key {
                    profile = mark
                }
            default: break
            }
        }
    }

    func run(_ outcome: inout OperationOutcome) throws {
        try findDeletions()
        identified = try writer.identifiedObjects(of: step)
        try findLeftOut()
        for link in linked { try unlink(link) }
        try deleteObjects(&outcome)
        var links: [StoreLink] = []
        var before: [(uuid: UUID, payload: [UInt8])] = []
        var settings: [(namespace: String, key: String, bytes: [UInt8]?)] = []
        try writer.forEachChange(of: step) { change in
            switch change {
            case .samples(let samples): note(try writer.writer.restore(samples, without: leftOut), &outcome)
            case .record(let record): note(try writer.writer.restore(record, without: leftOut), &outcome)
            case .tombstones(let anchors): try writer.writer.removeTombstones(anchors)
            case .unlinked(let link): links.append(link)
            case .payload(let uuid, let payload): before.append((uuid, payload))
            case .value(let namespace, let key, let bytes): settings.append((namespace, key, bytes))
            case .linked, .payloadAfter, .valueAfter, .revived: break
            }
        }
        try forgetDeletions()
        for link in links { try self.link(link, &outcome) }
        for (uuid, payload) in before {
            guard let record = try writer.store.record(uuid: uuid) else {
                outcome.touched += 1
                continue
            }
            if payloads.contains(uuid) {
                try writer.writer.update(record: uuid, payload: payload)
            } else if try !(writer.type(record.type) is HKWorkoutType) {
                // The contents of a workout are recomputed.
                outcome.touched += 1
            }
        }
        for (workout, types) in workouts where !payloads.contains(workout) {
            try writer.refreshStatistics(ofWorkout: workout, lost: types)
        }
        for (namespace, key, bytes) in settings { try set(namespace, key, bytes, &outcome) }
        for object in identified where !leftOut.contains(object.uuid) { try writer.rememberRestored(object) }
    }

    /// Finds deletions of the objects to restore since this operation was last undone or redone.
    private func findDeletions() throws {
        var own = AnchorRanges()
        try writer.forEachChange(of: step) { change in
            if case .tombstones(let anchors) = change { own.insert(anchors) }
        }
        guard let bounds = own.bounds else { return }
        var areAny = false
        var chosen: Set<UUID> = []
        try writer.store.forEachDeletion(after: bounds.lowerBound - 1) { uuid, anchor, kept in
            if !own.contains(anchor) { areAny = true }
            if isRedo, own.contains(anchor), revived.contains(uuid), !TombstonePayload.isUndo(kept) {
                chosen.insert(uuid)
            }
        }
        // An object that was deleted when the step first added it may no longer be deleted by the person, if that
        // deletion was undone meanwhile.
        if isRedo { revived = chosen }
        guard areAny else { return }
        var coming: Set<UUID> = []
        try writer.forEachChange(of: step) { change in
            switch change {
            case .samples(let samples): coming.formUnion(try writer.store.identities(of: samples))
            case .record(let record): coming.insert(record.uuid)
            default: break
            }
        }
        try writer.store.forEachDeletion(after: bounds.lowerBound - 1) { uuid, anchor, kept in
            guard !own.contains(anchor), coming.contains(uuid) else { return }
            standing[uuid, default: []].append(Deletion(anchor: anchor, isChosen: !TombstonePayload.isUndo(kept)))
        }
    }

    /// Removes the deletions of restored objects.
    private func forgetDeletions() throws {
        var anchors: [Int64] = []
        for (uuid, deletions) in standing where !leftOut.contains(uuid) {
            anchors += deletions.map(\.anchor)
            // The operation adds it although an earlier one, redone meanwhile, had deleted it.
            if isRedo, deletions.contains(where: \.isChosen) { revived.insert(uuid) }
        }
        for anchor in anchors.sorted() { try writer.writer.removeTombstones(anchor...anchor) }
        for uuid in revived.sorted(by: { $0.uuidString < $1.uuidString }) { try writer.writer.noteRevived(uuid) }
    }

    /// Finds the objects that aren't restored.
    private func findLeftOut() throws {
        // Objects that the person deleted since the undo stay deleted; removal by another undo isn't such a choice. An
        // import that restores deleted objects again adds those that an earlier, meanwhile redone step had deleted, as
        // it did then.
        if isRedo {
            let deleting = try step.restoresDeleted == true ? deletingSteps() : [:]
            for (uuid, deletions) in standing where deletions.contains(where: \.isChosen) {
                if (deleting[uuid] ?? .max) > step.number { leftOut.insert(uuid) }
            }
        }
        try writer.forEachChange(of: step) { change in
            guard case .value(let namespace, let key, let bytes?) = change else { return }
            switch namespace {
            case StoreNamespace.versions where isRedo && step.kind == .edit:
                // An edit whose sample is gone, or was edited differently, would create a second sample.
                let versions = ObjectReader.decoded([SampleVersion].self, bytes, namespace)
                guard let old = versions?.last?.uuid, let new = UUID(uuidString: key) else { return }
                if try writer.store.object(uuid: old) == nil { leftOut.insert(new) }
            case SyncKey.namespace:
                // The store has only one object per sync identifier.
                guard let entry = ObjectReader.decoded(SyncEntry.self, bytes, namespace),
                    let held = try writer.value(SyncEntry.self, namespace, key), held.uuid != entry.uuid,
                    !values.contains([namespace, key]), try writer.store.object(uuid: held.uuid) != nil
                else { return }
                leftOut.insert(entry.uuid)
            default: break
            }
        }
        // The step didn't record the identifier if another object already had it, as after another machine's save.
        for object in identified where !values.contains([SyncKey.namespace, object.key]) {
            if try writer.isHeldByAnother(object) { leftOut.insert(object.uuid) }
        }
    }

    /// The latest step by which the person deleted each object to restore.
    private func deletingSteps() throws -> [UUID: Int] {
        var found: [UUID: Int] = [:]
        var left: Set<UUID> = []
        // Most were deleted by few steps.
        var last: (number: Int, places: AnchorRanges, isDone: Bool)?
        for (uuid, deletions) in standing {
            for deletion in deletions where deletion.isChosen {
                if last?.places.contains(deletion.anchor) != true {
                    last = try others.first { $0.value.contains(deletion.anchor) }
                        .map { ($0.key, $0.value, try writer.step($0.key)?.state == .done) }
                }
                if let number = last?.number, last?.isDone == true {
                    found[uuid] = max(number, found[uuid] ?? 0)
                } else {
                    left.insert(uuid)
                }
            }
        }
        // They were deleted again by undoing an import that had restored them: the first deletion has their contents.
        for uuid in left { found[uuid] = nil }
        let others =
            try left.isEmpty ? [] : writer.steps().filter { $0.state == .done && $0.isKept && !$0.removed.isEmpty }
        for other in others.sorted(by: { $0.order > $1.order }) where !left.isEmpty && other.number != step.number {
            var taken: Set<UUID> = []
            try writer.forEachChange(of: other) { change in
                switch change {
                case .samples(let samples): taken.formUnion(try writer.store.identities(of: samples))
                case .record(let record): taken.insert(record.uuid)
                default: break
                }
            }
            for uuid in left.intersection(taken) { found[uuid] = other.number }
            left.subtract(taken)
        }
        return found
    }

    /// Deletes the objects that the step added, as far as they exist.
    ///
    /// Objects removed by an undo don't count as deleted by the person, so an import adds them again. Objects that the person
    /// had deleted before the operation restored them are deleted again.
    private func deleteObjects(_ outcome: inout OperationOutcome) throws {
        let isUndo = !isRedo || step.isUndo == true
        var deletedBefore = isUndo ? revived : []
        // An import of an earlier version left the records of the deletions that it reversed.
        if isUndo, step.restoresDeleted == true, deletedBefore.isEmpty {
            try writer.store.forEachDeletion(after: 0) { uuid, _, kept in
                if !TombstonePayload.isUndo(kept) { deletedBefore.insert(uuid) }
            }
        }
        func parts<Object>(_ objects: [Object], _ uuid: (Object) -> UUID) -> [(objects: [Object], isUndo: Bool)] {
            if deletedBefore.isEmpty { return [(objects, isUndo)] }
            let chosen = objects.filter { deletedBefore.contains(uuid($0)) }
            return [(chosen, false), (objects.filter { !deletedBefore.contains(uuid($0)) }, isUndo)]
        }
        while true {
            let rows = try writer.store.samples(at: places, limit: Self.partSize)
            if rows.isEmpty { break }
            for part in parts(rows, \.uuid) {
                outcome.deleted += try writer.delete(rows: part.objects, isUndo: part.isUndo)
            }
        }
        while true {
            let records = try writer.store.records(at: places, limit: Self.partSize).map(\.uuid)
            if records.isEmpty { break }
            for part in parts(records, \.self) {
                outcome.deleted += try writer.delete(part.objects, isUndo: part.isUndo)
            }
        }
    }

    private func note(_ restored: RestoredObjects, _ outcome: inout OperationOutcome) {
        outcome.restored += restored.before.count
        outcome.present += restored.present
        outcome.touched += restored.leftOut
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

    /// Restores the link between two objects, unless one of them is gone; the parent of an effort may be an activity.
    private func link(_ link: StoreLink, _ outcome: inout OperationOutcome) throws {
        let isEffort = link.role == LinkRole.workoutEffort.rawValue
        let child = try writer.store.object(uuid: link.child)
        let hasParent = try isEffort || writer.store.object(uuid: link.parent) != nil
        guard let child, hasParent else {
            // Objects that aren't restored are already counted.
            if !leftOut.contains(link.child), !leftOut.contains(link.parent) { outcome.touched += 1 }
            return
        }
        try writer.writer.link(parent: link.parent, child: link.child, role: link.role)
        if isEffort { try writer.noteEffort(ofWorkout: link.parent, through: child) }
        if link.role == LinkRole.workoutSample.rawValue { workouts[link.parent, default: []].formUnion([]) }
    }

    private func set(_ namespace: String, _ key: String, _ bytes: [UInt8]?, _ outcome: inout OperationOutcome) throws {
        let current = try writer.store.value(namespace, key)
        if current == bytes { return }
        if namespace == StoreNamespace.versions, let uuid = UUID(uuidString: key), leftOut.contains(uuid) { return }
        if let profile, namespace == StoreNamespace.characteristics, key == CharacteristicValues.key,
            let turned = TurnedProfile.values(current, before: bytes, leftAs: profile)
        {
            return try writer.writer.setValue(turned, namespace, key)
        }
        guard values.contains([namespace, key]) else {
            if OperationNamespace.settings.contains(namespace) { outcome.kept += 1 }
            return
        }
        try writer.writer.setValue(bytes, namespace, key)
    }
}

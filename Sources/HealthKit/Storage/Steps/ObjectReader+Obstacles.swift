import Foundation
import HealthKitStore

/// The obstacles to undoing or redoing an operation out of order: later changes that depend on it.
extension ObjectReader {
    /// The reason an operation can't be undone or redone now; `nil` if it can.
    ///
    /// The next operation needs no check, because the later ones were undone or redone before.
    ///
    /// - Parameter step: The operation.
    /// - Returns: The obstacles, the newest first.
    /// - Throws: The store's errors.
    func obstacle(to step: OwnerOperation) throws -> OperationObstacle? {
        if step.state == .closed { return OperationObstacle(.closed) }
        guard step.isKept else { return OperationObstacle(.notKept) }
        if try nextStep(isRedo: step.state == .undone)?.number == step.number { return nil }
        var later: [OwnerOperation] = []
        for entry in try store.values(OperationNamespace.steps, descending: true) {
            guard let other = Self.decoded(OwnerOperation.self, entry.bytes, OperationNamespace.steps) else {
                let number = Int(entry.key) ?? 0
                if number > step.order.after { return OperationObstacle(.unreadable, step: number) }
                continue
            }
            if other.isKept, other.number != step.number, other.order > step.order { later.append(other) }
        }
        return try StepDependencies(self, step).obstacle(among: later.sorted { $0.order > $1.order })
    }
}

/// Compares the changes of one operation with later ones.
private struct StepDependencies {
    private let reader: ObjectReader
    private let step: OwnerOperation
    /// The change numbers of its objects.
    private let places: AnchorRanges
    /// The change numbers of the deletions that it made.
    private var own = AnchorRanges()
    /// The objects that it deleted.
    private var taken: Set<UUID> = []
    /// The settings and records that aren't as it left them.
    private var overridden: Set<[String]> = []
    private var rewritten: Set<UUID> = []
    /// Whether it made changes other than to objects.
    private var hasOthers = false

    init(_ reader: ObjectReader, _ step: OwnerOperation) throws {
        self.reader = reader
        self.step = step
        places = try reader.places(of: step)
        try reader.forEachChange(of: step) { change in
            switch change {
            case .samples(let samples): taken.formUnion(try reader.store.identities(of: samples))
            case .record(let record): taken.insert(record.uuid)
            case .tombstones(let anchors): own.insert(anchors)
            case .payloadAfter(let uuid, let mark):
                hasOthers = true
                let record = try reader.store.record(uuid: uuid)
                // The contents of a workout are recomputed unless it was deleted.
                if let record, try reader.type(record.type) is HKWorkoutType { break }
                if RecordedMark(record?.payload) != mark { rewritten.insert(uuid) }
            case .valueAfter(let namespace, let key, let mark) where OperationNamespace.settings.contains(namespace):
                hasOthers = true
                if RecordedMark(try reader.store.value(namespace, key)) != mark { overridden.insert([namespace, key]) }
            case .linked, .unlinked: hasOthers = true
            default: break
            }
        }
    }

    /// The first of the later operations that prevents this one from being undone or redone.
    ///
    /// - Parameter later: The operations done, undone or redone since; the newest first.
    /// - Returns: The obstacle; `nil` if there is none.
    /// - Throws: The store's errors.
    func obstacle(among later: [OwnerOperation]) throws -> OperationObstacle? {
        var gone = 0
        var last: OwnerOperation?
        for other in later {
            var touched = 0
            var (isSetAnew, isRewritten, isLinked) = (false, false, false)
            try reader.forEachChange(of: other) { change in
                switch change {
                case .samples(let samples): touched += try samples.anchors().count { places.contains($0) }
                case .record(let record):
                    if places.contains(record.anchor) { touched += 1 }
                    if rewritten.contains(record.uuid) { isRewritten = true }
                case .linked(let link) where other.state == .done:
                    if try isOwn(link.parent) || isOwn(link.child) { isLinked = true }
                case .payload(let uuid, _) where other.state == .done:
                    if try rewritten.contains(uuid) || isOwn(uuid) { isRewritten = true }
                case .value(let namespace, let key, _):
                    if overridden.contains([namespace, key]) { isSetAnew = true }
                default: break
                }
            }
            if isSetAnew { return OperationObstacle(.setAnew, by: other) }
            if touched > 0 {
                guard isDeletion(other), step.state == .done, taken.isEmpty else {
                    return OperationObstacle(.touched, by: other, count: touched)
                }
                // Objects that the person deleted since stay deleted and aren't an obstacle.
                gone += touched
                last = last ?? other
            }
            if isLinked || isRewritten { return OperationObstacle(.extended, by: other) }
        }
        if let obstacle = try obstacleToReturn(among: later) { return obstacle }
        let isNothingLeft = step.arrived > 0 && gone >= step.arrived && taken.isEmpty && !hasOthers
        return isNothingLeft ? OperationObstacle(.nothingLeft, by: last, count: gone) : nil
    }

    /// Whether an operation only deleted things.
    private func isDeletion(_ other: OwnerOperation) -> Bool {
        other.state == .done && other.arrived == 0 && [.delete, .sync, .removeApp].contains(other.kind)
    }

    /// Whether the operation added an object.
    private func isOwn(_ uuid: UUID) throws -> Bool {
        switch try reader.store.object(uuid: uuid) {
        case .sample(let row)?: places.contains(row.anchor)
        case .record(let record)?: places.contains(record.anchor)
        case nil: false
        }
    }

    /// The obstacle to restoring the objects that the operation deleted.
    private func obstacleToReturn(among later: [OwnerOperation]) throws -> OperationObstacle? {
        if taken.isEmpty { return nil }
        var present: [Int64] = []
        for (_, row) in try reader.store.samples(uuids: Array(taken)) { present.append(row.anchor) }
        for uuid in taken {
            if let record = try reader.store.record(uuid: uuid) { present.append(record.anchor) }
        }
        if !present.isEmpty {
            for other in later {
                let places = try reader.places(of: other)
                let count = present.count { places.contains($0) }
                if count > 0 { return OperationObstacle(.isBack, by: other, count: count) }
            }
            if present.count == taken.count { return OperationObstacle(.isBack, count: present.count) }
        }
        // A redo skips objects that the person deleted since the undo; only a deletion is undone alone.
        guard step.state == .done, let bounds = own.bounds else { return nil }
        var deleted: [Int64] = []
        try reader.store.forEachDeletion(after: bounds.lowerBound - 1) { uuid, anchor, _ in
            if !own.contains(anchor), taken.contains(uuid) { deleted.append(anchor) }
        }
        if deleted.isEmpty { return nil }
        for other in later {
            let places = try reader.places(of: other)
            let count = deleted.count { places.contains($0) }
            if count > 0 { return OperationObstacle(.touched, by: other, count: count) }
        }
        return nil
    }
}

import Foundation
import HealthKitStore

/// The namespaces of the undo history among the store's values.
enum OperationNamespace {
    /// The description of each operation, by number.
    static let steps = "steps"
    /// The information required to undo or redo it, in pieces.
    static let parts = "steps.parts"
    /// The change numbers of its objects.
    static let places = "steps.places"
    /// The number of operations and the total size of their undo information.
    static let tally = "steps.tally"
    static let tallyKey = "all"

    static let all = [steps, parts, places, tally]

    /// The values that an operation restores: the person's decisions, and data that belongs to objects.
    ///
    /// Access requests, live sessions and change numbers stay as they are.
    static let turned: Set<String> = settings.union([
        SyncKey.namespace, "attachments", "attachments.data", StoredDocument.namespace, StoreNamespace.versions,
        StoreNamespace.buckets,
    ])

    static let settings: Set<String> = [
        StoreNamespace.apps, StoreNamespace.grants, StoreNamespace.objectGrants, StoreNamespace.approvals,
        StoreNamespace.backgroundDelivery,
        StoreNamespace.sourceOrder, StoreNamespace.characteristics, StoreNamespace.preferredUnits,
        StoreNamespace.workoutZones, StoreNamespace.pins, StoreNamespace.activityGoals, StoreNamespace.ringPauses,
        StoreNamespace.activitySummaries, StoreNamespace.typeGoals, StoreNamespace.wakeDecisions,
        StoreNamespace.deviceApps, StoreNamespace.dayMarks,
    ]

    static func key(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }
}

extension StoreNamespace {
    /// The versions of samples before the person edited them, by UUID.
    package static let versions = "versions"

    /// The namespaces of the undo history: they belong to one store and are never copied to another.
    package static let stepNamespaces: Set<String> = Set(OperationNamespace.all)
}

/// The limits of the undo history.
package enum StepBounds {
    /// The maximum number of operations.
    package static let steps = 1_000
    /// The maximum number of bytes of undo information; that of the newest operation is always kept.
    package static let bytes = 256 << 20
}

/// The totals of the undo history.
struct OperationTally: Codable {
    var last = 0
    var count = 0
    var bytes = 0
    /// The number of undone operations; an earlier version closes those once another operation is done.
    var undone = 0
}

extension OwnerOperation {
    var partsPrefix: String { "\(OperationNamespace.key(number)).\(making)." }

    /// Its position in the undo and redo order: an operation that was undone or redone comes after those that existed then.
    var order: (after: Int, turn: Int) { (turnedAfter ?? number, turn ?? 0) }

    mutating func take(_ kept: RecordedSummary, names: [TypeID: String]) {
        for (type, count) in kept.added { added[names[type] ?? "", default: 0] += count }
        for (type, count) in kept.removed { removed[names[type] ?? "", default: 0] += count }
        bytes += kept.bytes
        parts += kept.parts
        arrived += kept.added.values.reduce(0, +)
    }
}

extension ObjectReader {
    /// The readable operations in the undo history, the newest first.
    package func steps(limit: Int? = nil) throws -> [OwnerOperation] {
        try store.values(OperationNamespace.steps, limit: limit, descending: true)
            .compactMap { Self.decoded(OwnerOperation.self, $0.bytes, OperationNamespace.steps) }
    }

    func step(_ number: Int) throws -> OwnerOperation? {
        try value(OwnerOperation.self, OperationNamespace.steps, OperationNamespace.key(number))
    }

    /// The operation to undo or redo next; `nil` if there is none, or its information is no longer kept.
    ///
    /// The operation that was done or redone last is undone; the one that was undone last is redone, regardless of operations
    /// since. An unreadable one prevents undoing those before it, because it may depend on them.
    package func nextStep(isRedo: Bool) throws -> OwnerOperation? {
        var next: OwnerOperation?
        var unreadable = 0
        for entry in try store.values(OperationNamespace.steps, descending: true) {
            guard let step = Self.decoded(OwnerOperation.self, entry.bytes, OperationNamespace.steps) else {
                unreadable = max(unreadable, Int(entry.key) ?? 0)
                continue
            }
            if isRedo {
                guard step.state == .undone, step.isKept else { continue }
                // An earlier version undid operations in order, so the first of them was undone last.
                if let known = next, (known.turn ?? 0, -known.number) > (step.turn ?? 0, -step.number) { continue }
                next = step
            } else {
                guard step.state == .done else { continue }
                if let known = next, known.order > step.order { continue }
                next = step
            }
        }
        return next.flatMap { $0.isKept && (isRedo || $0.order.after >= unreadable) ? $0 : nil }
    }

    /// The workout that is being recorded, if that is the latest operation.
    func openWorkoutStep() throws -> Int? {
        try steps(limit: 1).first.flatMap { $0.kind == .workout && $0.isOpen == true ? $0.number : nil }
    }

    func places(of step: OwnerOperation) throws -> AnchorRanges {
        try AnchorRanges(bytes: store.value(OperationNamespace.places, OperationNamespace.key(step.number)) ?? [])
    }

    /// The totals of the undo history, recomputed if they are unreadable, so that no operation number is reused.
    func tally() throws -> OperationTally {
        if let known = try value(OperationTally.self, OperationNamespace.tally, OperationNamespace.tallyKey) {
            return known
        }
        var tally = OperationTally()
        for entry in try store.values(OperationNamespace.steps) {
            tally.count += 1
            tally.last = max(tally.last, Int(entry.key) ?? 0)
            guard let step = Self.decoded(OwnerOperation.self, entry.bytes, OperationNamespace.steps) else { continue }
            tally.bytes += step.bytes
            if step.state == .undone { tally.undone += 1 }
        }
        return tally
    }
}

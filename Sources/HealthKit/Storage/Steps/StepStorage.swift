import Foundation
import HealthStore

/// Where the steps of the person are among the store's values.
enum OperationNamespace {
    /// What each step was, by number.
    static let steps = "steps"
    /// What is needed to turn it, in parts.
    static let parts = "steps.parts"
    /// Where in the order of changes its objects came.
    static let places = "steps.places"
    /// How many steps there are and how much is kept.
    static let tally = "steps.tally"
    static let tallyKey = "all"

    static let all = [steps, parts, places, tally]

    /// The values that a step takes with it: what the person decides, and what belongs to objects.
    ///
    /// What apps asked, live sessions and places in the order of changes stay as they are.
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
        StoreNamespace.deviceApps,
    ]

    static func key(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }
}

extension StoreNamespace {
    /// What samples said before the person edited them, by UUID.
    package static let versions = "versions"

    /// The namespaces of what the person did: they belong to one store and are never taken to another.
    package static let stepNamespaces: Set<String> = Set(OperationNamespace.all)
}

/// How much the log of steps holds.
package enum StepBounds {
    /// The most steps in the log.
    package static let steps = 1_000
    /// The most bytes that are kept to turn steps; the newest one's are kept however many they are.
    package static let bytes = 256 << 20
}

/// What the log holds together.
struct OperationTally: Codable {
    var last = 0
    var count = 0
    var bytes = 0
    /// How many are taken back; an earlier version closes those once something else is done.
    var undone = 0
}

extension OwnerOperation {
    var partsPrefix: String { "\(OperationNamespace.key(number)).\(making)." }

    /// Its place among what was done last, and taken back last: a step that was turned comes behind those that there were then.
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
    /// The steps that the log has and that can be read, the newest first.
    package func steps(limit: Int? = nil) throws -> [OwnerOperation] {
        try store.values(OperationNamespace.steps, limit: limit, descending: true)
            .compactMap { Self.decoded(OwnerOperation.self, $0.bytes, OperationNamespace.steps) }
    }

    func step(_ number: Int) throws -> OwnerOperation? {
        try value(OwnerOperation.self, OperationNamespace.steps, OperationNamespace.key(number))
    }

    /// The step that is turned next; `nil` when there is none, or what is needed is not kept any more.
    ///
    /// What was done last, or done again last, is taken back; what was taken back last is done again, whatever was done since.
    /// One that can't be read keeps those before it from being taken back: they may be what it depends on.
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
                // Of those of an earlier version, which turned them one after the other, the first was taken back last.
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

    /// The workout that is being recorded, when that is the latest step.
    func openWorkoutStep() throws -> Int? {
        try steps(limit: 1).first.flatMap { $0.kind == .workout && $0.isOpen == true ? $0.number : nil }
    }

    func places(of step: OwnerOperation) throws -> AnchorRanges {
        try AnchorRanges(bytes: store.value(OperationNamespace.places, OperationNamespace.key(step.number)) ?? [])
    }

    /// What the log holds together; counted anew where the tally can't be read, so that no step takes another's number.
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

import Foundation
import HealthStore

/// Where the steps of the person are among the store's values.
enum StepNamespace {
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
        SyncKey.namespace, "attachments", "attachments.data", StoreNamespace.versions,
    ])

    static let settings: Set<String> = [
        StoreNamespace.apps, StoreNamespace.grants, StoreNamespace.objectGrants, StoreNamespace.backgroundDelivery,
        StoreNamespace.sourceOrder, StoreNamespace.characteristics, StoreNamespace.preferredUnits,
        StoreNamespace.workoutZones, StoreNamespace.pins, StoreNamespace.activityGoals, StoreNamespace.ringPauses,
        StoreNamespace.activitySummaries,
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
    package static let stepNamespaces: Set<String> = Set(StepNamespace.all)
}

/// How much the log of steps holds.
package enum StepBounds {
    /// The most steps in the log.
    package static let steps = 1_000
    /// The most bytes that are kept to turn steps; the newest one's are kept however many they are.
    package static let bytes = 256 << 20
}

/// What the log holds together.
private struct StepTally: Codable {
    var last = 0
    var count = 0
    var bytes = 0
    var undone = 0
}

/// What is about to be done.
package struct StepDraft: Sendable {
    package var kind: PersonStep.Kind
    package var app: String?
    package var type: String?
    package var note: String?
    /// Whether more of it may come.
    var isOpen = false

    package init(_ kind: PersonStep.Kind, app: String? = nil, type: String? = nil, note: String? = nil) {
        self.kind = kind
        self.app = app
        self.type = type
        self.note = note
    }
}

extension PersonStep {
    fileprivate var partsPrefix: String { "\(StepNamespace.key(number)).\(making)." }

    fileprivate mutating func take(_ kept: RecordedSummary, names: [DictionaryID: String]) {
        for (type, count) in kept.added { added[names[type] ?? "", default: 0] += count }
        for (type, count) in kept.removed { removed[names[type] ?? "", default: 0] += count }
        bytes += kept.bytes
        parts += kept.parts
        arrived += kept.added.values.reduce(0, +)
    }
}

extension ObjectReader {
    /// The steps that the log has, the newest first.
    package func steps(limit: Int? = nil) throws -> [PersonStep] {
        try store.values(StepNamespace.steps, limit: limit, descending: true)
            .compactMap { try? JSONDecoder().decode(PersonStep.self, from: Data($0.bytes)) }
    }

    fileprivate func step(_ number: Int) throws -> PersonStep? {
        try value(PersonStep.self, StepNamespace.steps, StepNamespace.key(number))
    }

    /// The step that is turned next; `nil` when there is none, or what is needed is not kept any more.
    package func nextStep(isRedo: Bool) throws -> PersonStep? {
        var last: PersonStep?
        for step in try steps() {
            if step.state == .done {
                if !isRedo { return step.isKept ? step : nil }
                break
            }
            if step.state == .undone { last = step }
        }
        return isRedo ? last.flatMap { $0.isKept ? $0 : nil } : nil
    }

    /// The workout that is being recorded, when that is the latest step.
    func openWorkoutStep() throws -> Int? {
        try steps(limit: 1).first.flatMap { $0.kind == .workout && $0.isOpen == true ? $0.number : nil }
    }

    fileprivate func places(of step: PersonStep) throws -> AnchorRanges {
        try AnchorRanges(bytes: store.value(StepNamespace.places, StepNamespace.key(step.number)) ?? [])
    }

    fileprivate func tally() throws -> StepTally {
        try value(StepTally.self, StepNamespace.tally, StepNamespace.tallyKey) ?? StepTally()
    }
}

extension ObjectWriter {
    /// Does something for the person that can be taken back: what is needed is kept in the same transaction.
    ///
    /// - Parameters:
    ///   - draft: What is done; `nil` for what is no step.
    ///   - continued: A step that it goes on with, if that still stands.
    ///   - now: The time.
    ///   - body: Does it.
    /// - Returns: What `body` returns, and the step; `nil` when nothing changed.
    /// - Throws: What `body` throws, and the store's errors; the transaction must then end.
    func recording<T>(
        _ draft: StepDraft?,
        goingOnWith continued: Int? = nil,
        now: Date,
        _ body: () throws -> T
    ) throws -> (result: T, step: Int?) {
        guard let draft, !writer.isRecording else { return (try body(), nil) }
        var tally = try self.tally()
        let known = try continued.flatMap { try self.step($0) }.flatMap { $0.state == .done && $0.isKept ? $0 : nil }
        var step =
            known ?? PersonStep(number: tally.last + 1, kind: draft.kind, time: now.timeIntervalSinceReferenceDate)
        if known == nil { (step.app, step.type, step.note) = (draft.app, draft.type, draft.note) }
        step.kind = draft.kind
        step.isOpen = draft.isOpen ? true : nil
        let before = step
        writer.beginRecording(
            into: StepNamespace.parts,
            prefix: step.partsPrefix,
            firstPart: step.parts,
            values: StepNamespace.turned
        )
        let result = try body()
        let kept = try writer.endRecording()
        if kept.isEmpty {
            if known == nil, kept.parts > 0 {
                try writer.removeValues(StepNamespace.parts, prefix: step.partsPrefix)
            }
            return (result, known?.number)
        }
        step.take(kept, names: try names(of: kept))
        if let anchors = kept.anchors {
            var places = known == nil ? AnchorRanges() : try self.places(of: step)
            places.insert(anchors)
            try set(places, of: step)
        }
        try set(step)
        tally.bytes += step.bytes - (known == nil ? 0 : before.bytes)
        if known == nil {
            tally.last = step.number
            tally.count += 1
            try closeUndone(before: step.number, &tally)
        }
        try drop(before: step.number, &tally)
        try set(tally)
        return (result, step.number)
    }

    /// Forgets all steps.
    ///
    /// - Returns: How many there were.
    func forgetSteps() throws -> Int {
        let count = try tally().count
        guard try !store.values(StepNamespace.tally, limit: 1).isEmpty else { return 0 }
        for namespace in StepNamespace.all { try writer.removeValues(namespace, overwriting: true) }
        return count
    }

    private func names(of kept: RecordedSummary) throws -> [DictionaryID: String] {
        var names: [DictionaryID: String] = [:]
        for type in Set(kept.added.keys).union(kept.removed.keys) { names[type] = try typeIdentifier(type) }
        return names
    }

    private func set(_ step: PersonStep) throws {
        try setValue(step, StepNamespace.steps, StepNamespace.key(step.number))
    }

    private func set(_ tally: StepTally) throws {
        try setValue(tally, StepNamespace.tally, StepNamespace.tallyKey)
    }

    private func set(_ places: AnchorRanges, of step: PersonStep) throws {
        let bytes = places.isEmpty ? nil : places.bytes
        try writer.setValue(bytes, StepNamespace.places, StepNamespace.key(step.number))
    }

    /// What was taken back before something else is done stays so.
    private func closeUndone(before number: Int, _ tally: inout StepTally) throws {
        guard tally.undone > 0 else { return }
        for var step in try steps() where step.number < number && step.state == .undone {
            try forgetParts(of: &step, &tally)
            step.state = .closed
            try set(step)
            tally.undone -= 1
            if tally.undone == 0 { break }
        }
    }

    /// Drops the oldest steps, and what is kept for them, as far as the bounds ask for it.
    private func drop(before number: Int, _ tally: inout StepTally) throws {
        guard tally.count > StepBounds.steps || tally.bytes > StepBounds.bytes else { return }
        // Those that are too many are the oldest; what is kept for them may be anywhere.
        let isLarge = tally.bytes > StepBounds.bytes
        let oldest = try store.values(StepNamespace.steps, limit: isLarge ? nil : tally.count - StepBounds.steps)
            .compactMap { try? JSONDecoder().decode(PersonStep.self, from: Data($0.bytes)) }
        for entry in oldest where entry.number < number {
            var step = entry
            let isOver = tally.count > StepBounds.steps
            guard isOver || tally.bytes > StepBounds.bytes else { break }
            if step.isKept { try forgetParts(of: &step, &tally) }
            if isOver {
                try writer.setValue(nil, StepNamespace.steps, StepNamespace.key(step.number))
                tally.count -= 1
                if step.state == .undone { tally.undone -= 1 }
            } else {
                try set(step)
            }
        }
    }

    private func forgetParts(of step: inout PersonStep, _ tally: inout StepTally) throws {
        try writer.removeValues(StepNamespace.parts, prefix: StepNamespace.key(step.number))
        try writer.setValue(nil, StepNamespace.places, StepNamespace.key(step.number))
        tally.bytes -= step.bytes
        (step.bytes, step.parts, step.arrived, step.isKept) = (0, 0, 0, false)
    }
}

// MARK: Turning

extension ObjectWriter {
    /// Takes the latest step back, or does the one again that was taken back last, in this transaction.
    ///
    /// What it changes is kept anew, so that it can be turned again. What is not as the step left it is passed over.
    ///
    /// - Returns: What came of it; `nil` when there is none to turn.
    func turnStep(isRedo: Bool, now: Date) throws -> StepOutcome? {
        guard var step = try nextStep(isRedo: isRedo) else { return nil }
        let turn = try StepTurn(self, step, others: keptPlaces(but: step))
        let old = step
        step.making += 1
        (step.bytes, step.parts) = (0, 0)
        writer.beginRecording(into: StepNamespace.parts, prefix: step.partsPrefix, values: StepNamespace.turned)
        var outcome = StepOutcome(step: step)
        try turn.run(oldPlaces: places(of: old), &outcome)
        let kept = try writer.endRecording()
        try writer.removeValues(StepNamespace.parts, prefix: old.partsPrefix)
        outcome.missing = max(0, old.arrived - outcome.deleted)
        step.state = isRedo ? .done : .undone
        step.turned = now.timeIntervalSinceReferenceDate
        (step.bytes, step.parts) = (kept.bytes, kept.parts)
        step.arrived = kept.added.values.reduce(0, +)
        var places = AnchorRanges()
        if let anchors = kept.anchors { places.insert(anchors) }
        try set(places, of: step)
        for (number, places) in turn.moved {
            try writer.setValue(places.bytes, StepNamespace.places, StepNamespace.key(number))
        }
        try set(step)
        var tally = try self.tally()
        tally.bytes += step.bytes - old.bytes
        tally.undone += isRedo ? -1 : 1
        try drop(before: step.number, &tally)
        try set(tally)
        outcome.step = step
        return outcome
    }

    /// Where the objects of the other steps came, by number.
    private func keptPlaces(but step: PersonStep) throws -> [Int: AnchorRanges] {
        var found: [Int: AnchorRanges] = [:]
        for (key, bytes) in try store.values(StepNamespace.places) {
            guard let number = Int(key), number != step.number else { continue }
            found[number] = try AnchorRanges(bytes: bytes)
        }
        return found
    }
}

/// Turns one step.
private final class StepTurn {
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

    init(_ writer: ObjectWriter, _ step: PersonStep, others: [Int: AnchorRanges]) throws {
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
        for key in try writer.store.valueKeys(StepNamespace.parts) where key.hasPrefix(prefix) {
            guard let part = try writer.store.value(StepNamespace.parts, key) else { continue }
            try RecordedChange.forEach(in: part, body)
        }
    }

    func run(oldPlaces: AnchorRanges, _ outcome: inout StepOutcome) throws {
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
    private func delete(_ places: AnchorRanges, _ outcome: inout StepOutcome) throws {
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

    private func note(_ restored: RestoredObjects, _ outcome: inout StepOutcome) {
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

    private func set(_ namespace: String, _ key: String, _ bytes: [UInt8]?, _ outcome: inout StepOutcome) throws {
        let current = try writer.store.value(namespace, key)
        if current == bytes { return }
        guard values.contains([namespace, key]) else {
            if StepNamespace.settings.contains(namespace) { outcome.kept += 1 }
            return
        }
        try writer.writer.setValue(bytes, namespace, key)
    }
}

import Foundation
import HealthKitStore

/// The description of an operation that is about to start.
package struct OperationDraft: Sendable {
    package var kind: OwnerOperation.Kind
    package var app: String?
    package var type: String?
    package var note: String?
    /// Whether more changes may be added to it.
    var isOpen = false
    /// Whether it restores objects that the person deleted.
    var restoresDeleted = false
    /// Whether an undo on another device caused its deletions.
    var isUndo = false

    package init(_ kind: OwnerOperation.Kind, app: String? = nil, type: String? = nil, note: String? = nil) {
        self.kind = kind
        self.app = app
        self.type = type
        self.note = note
    }
}

extension ObjectWriter {
    /// Performs an operation that the person can undo, and saves the required information in the same transaction.
    ///
    /// - Parameters:
    ///   - draft: The description of the operation; `nil` if it isn't recorded.
    ///   - continued: The operation that it continues, if that is still in effect.
    ///   - now: The current time.
    ///   - body: Performs the operation.
    /// - Returns: The result of `body` and the operation; `nil` if nothing changed.
    /// - Throws: Any error from `body`, and the store's errors; the transaction must then end.
    func recording<T>(
        _ draft: OperationDraft?,
        goingOnWith continued: Int? = nil,
        now: Date,
        _ body: () throws -> T
    ) throws -> (result: T, step: Int?) {
        guard let draft, !writer.isRecording else { return (try body(), nil) }
        var tally = try self.tally()
        let known = try continued.flatMap { try self.step($0) }.flatMap { $0.state == .done && $0.isKept ? $0 : nil }
        var step =
            known ?? OwnerOperation(number: tally.last + 1, kind: draft.kind, time: now.timeIntervalSinceReferenceDate)
        if known == nil {
            (step.app, step.type, step.note) = (draft.app, draft.type, draft.note)
            step.appName = try draft.app.flatMap { try value(AppRecord.self, StoreNamespace.apps, $0)?.name }
        }
        if draft.restoresDeleted { step.restoresDeleted = true }
        if draft.isUndo { step.isUndo = true }
        step.kind = draft.kind
        step.isOpen = draft.isOpen ? true : nil
        let before = step
        writer.beginRecording(
            into: OperationNamespace.parts,
            prefix: step.partsPrefix,
            firstPart: step.parts,
            values: OperationNamespace.turned
        )
        let result = try body()
        let kept = try writer.endRecording()
        if kept.isEmpty {
            if known == nil, kept.parts > 0 {
                try writer.removeValues(OperationNamespace.parts, prefix: step.partsPrefix)
            }
            return (result, known?.number)
        }
        step.take(kept, names: try names(of: kept))
        if step.changesRights {
            let access = try accessChanges(by: step)
            step.access = access.isEmpty ? nil : access
            step.appName = step.appName ?? access.first { $0.app == step.app }?.name
        }
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
        }
        try drop(before: step.number, &tally)
        try set(tally)
        return (result, step.number)
    }

    /// Clears the undo history.
    ///
    /// - Returns: The number of operations removed.
    func forgetSteps() throws -> Int {
        let count = try tally().count
        guard try !store.values(OperationNamespace.tally, limit: 1).isEmpty else { return 0 }
        for namespace in OperationNamespace.all { try writer.removeValues(namespace, overwriting: true) }
        return count
    }

    private func names(of kept: RecordedSummary) throws -> [TypeID: String] {
        var names: [TypeID: String] = [:]
        for type in Set(kept.added.keys).union(kept.removed.keys) { names[type] = try typeIdentifier(type) }
        return names
    }

    func set(_ step: OwnerOperation) throws {
        try setValue(step, OperationNamespace.steps, OperationNamespace.key(step.number))
    }

    func set(_ tally: OperationTally) throws {
        try setValue(tally, OperationNamespace.tally, OperationNamespace.tallyKey)
    }

    func set(_ places: AnchorRanges, of step: OwnerOperation) throws {
        let bytes = places.isEmpty ? nil : places.bytes
        try writer.setValue(bytes, OperationNamespace.places, OperationNamespace.key(step.number))
    }

    /// Drops the oldest operations and their undo information, as the limits require.
    func drop(before number: Int, _ tally: inout OperationTally) throws {
        guard tally.count > StepBounds.steps || tally.bytes > StepBounds.bytes else { return }
        // Operations beyond the maximum number are the oldest; their undo information may be anywhere.
        let isLarge = tally.bytes > StepBounds.bytes
        let oldest = try store.values(OperationNamespace.steps, limit: isLarge ? nil : tally.count - StepBounds.steps)
        for entry in oldest where Int(entry.key) ?? 0 < number {
            let isOver = tally.count > StepBounds.steps
            guard isOver || tally.bytes > StepBounds.bytes else { break }
            guard var step = Self.decoded(OwnerOperation.self, entry.bytes, OperationNamespace.steps) else {
                // It can't be undone or redone, and is removed when it expires.
                if isOver { try forgetUnreadableStep(entry.key, &tally) }
                continue
            }
            if step.isKept { try forgetParts(of: &step, &tally) }
            if isOver {
                try writer.setValue(nil, OperationNamespace.steps, OperationNamespace.key(step.number))
                tally.count -= 1
            } else {
                try set(step)
            }
        }
    }

    private func forgetUnreadableStep(_ key: String, _ tally: inout OperationTally) throws {
        try writer.removeValues(OperationNamespace.parts, prefix: key)
        try writer.setValue(nil, OperationNamespace.places, key)
        try writer.setValue(nil, OperationNamespace.steps, key)
        tally.count -= 1
    }

    func forgetParts(of step: inout OwnerOperation, _ tally: inout OperationTally) throws {
        try writer.removeValues(OperationNamespace.parts, prefix: OperationNamespace.key(step.number))
        try writer.setValue(nil, OperationNamespace.places, OperationNamespace.key(step.number))
        tally.bytes -= step.bytes
        (step.bytes, step.parts, step.arrived, step.isKept) = (0, 0, 0, false)
    }
}

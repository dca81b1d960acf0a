import Foundation
import HealthKitStore

extension ObjectWriter {
    /// Undoes the latest operation, redoes the last undone one, or undoes or redoes a specific one, in this transaction.
    ///
    /// The changes are recorded again, so that they can be reversed. Objects that aren't as the operation left them are
    /// skipped; an operation to redo is closed if nothing is as the undo left it.
    ///
    /// - Parameters:
    ///   - isRedo: Whether to redo an operation.
    ///   - expected: The operation that must be next; `nil` for any.
    ///   - number: The operation, if nothing later depends on it; `nil` for the next one.
    ///   - now: The current time.
    /// - Returns: The outcome; `nil` if there is nothing to undo or redo.
    /// - Throws: `errorInvalidArgument` if it isn't the expected operation or can't be undone or redone, and the store's
    ///   errors.
    func turnStep(
        isRedo: Bool,
        expecting expected: Int? = nil,
        number: Int? = nil,
        now: Date
    ) throws -> OperationOutcome? {
        let next = try number.map { try turnable($0, isRedo: isRedo) } ?? nextStep(isRedo: isRedo)
        if let expected, next?.number != expected {
            throw HKError.invalid("Something else changed in the meantime; nothing was undone")
        }
        guard var step = next else { return nil }
        let turn = try OperationDirection(self, step, isRedo: isRedo, others: keptPlaces(but: step))
        let old = step
        step.making += 1
        (step.bytes, step.parts) = (0, 0)
        writer.beginRecording(
            into: OperationNamespace.parts,
            prefix: step.partsPrefix,
            values: OperationNamespace.turned
        )
        var outcome = OperationOutcome(step: step)
        try turn.run(&outcome)
        let kept = try writer.endRecording()
        if number != nil, kept.isEmpty {
            let text = "Everything that step \(step.number) was about has changed since; nothing was changed"
            throw HKError.invalid(text)
        }
        try writer.removeValues(OperationNamespace.parts, prefix: old.partsPrefix)
        outcome.missing = max(0, old.arrived - outcome.deleted)
        var tally = try self.tally()
        step.turnedAfter = tally.last
        step.turn = try (steps().compactMap(\.turn).max() ?? 0) + 1
        let isClosed = isRedo && kept.isEmpty
        step.state = isClosed ? .closed : isRedo ? .done : .undone
        step.turned = now.timeIntervalSinceReferenceDate
        (step.bytes, step.parts) = (kept.bytes, kept.parts)
        step.arrived = kept.added.values.reduce(0, +)
        var places = AnchorRanges()
        if let anchors = kept.anchors { places.insert(anchors) }
        try set(places, of: step)
        for (number, places) in turn.moved {
            try writer.setValue(places.bytes, OperationNamespace.places, OperationNamespace.key(number))
        }
        tally.bytes += step.bytes - old.bytes
        tally.undone += isRedo ? -1 : 1
        if isClosed { try forgetParts(of: &step, &tally) }
        if step.changesRights {
            let access = try accessChanges(by: step)
            outcome.access = access.isEmpty ? nil : access
        }
        try set(step)
        try drop(before: step.number, &tally)
        try set(tally)
        outcome.step = step
        return outcome
    }

    /// A specific operation to undo or redo, even if it isn't the next one.
    private func turnable(_ number: Int, isRedo: Bool) throws -> OwnerOperation {
        guard let step = try step(number) else { throw HKError.invalid("There is no step \(number)") }
        if step.state == (isRedo ? .done : .undone) {
            throw HKError.invalid("Step \(number) is \(isRedo ? "not undone" : "undone already")")
        }
        if let obstacle = try obstacle(to: step) {
            let other = obstacle.step.map { ", as step \($0) has changed what it was about" } ?? ""
            throw HKError.invalid("Step \(number) can't be \(isRedo ? "redone" : "undone") now\(other)")
        }
        return step
    }

    /// The change numbers of the objects of the other operations, by number.
    private func keptPlaces(but step: OwnerOperation) throws -> [Int: AnchorRanges] {
        var found: [Int: AnchorRanges] = [:]
        for (key, bytes) in try store.values(OperationNamespace.places) {
            guard let number = Int(key), number != step.number else { continue }
            found[number] = try AnchorRanges(bytes: bytes)
        }
        return found
    }
}

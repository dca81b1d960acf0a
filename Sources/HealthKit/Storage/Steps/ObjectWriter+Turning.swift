import Foundation
import HealthStore

extension ObjectWriter {
    /// Takes the latest step back, or does the one again that was taken back last, in this transaction.
    ///
    /// What it changes is kept anew, so that it can be turned again. What is not as the step left it is passed over.
    ///
    /// - Returns: What came of it; `nil` when there is none to turn.
    func turnStep(isRedo: Bool, now: Date) throws -> OperationOutcome? {
        guard var step = try nextStep(isRedo: isRedo) else { return nil }
        let turn = try OperationDirection(self, step, others: keptPlaces(but: step))
        let old = step
        step.making += 1
        (step.bytes, step.parts) = (0, 0)
        writer.beginRecording(
            into: OperationNamespace.parts,
            prefix: step.partsPrefix,
            values: OperationNamespace.turned
        )
        var outcome = OperationOutcome(step: step)
        try turn.run(oldPlaces: places(of: old), &outcome)
        let kept = try writer.endRecording()
        try writer.removeValues(OperationNamespace.parts, prefix: old.partsPrefix)
        outcome.missing = max(0, old.arrived - outcome.deleted)
        step.state = isRedo ? .done : .undone
        step.turned = now.timeIntervalSinceReferenceDate
        (step.bytes, step.parts) = (kept.bytes, kept.parts)
        step.arrived = kept.added.values.reduce(0, +)
        var places = AnchorRanges()
        if let anchors = kept.anchors { places.insert(anchors) }
        try set(places, of: step)
        for (number, places) in turn.moved {
            try writer.setValue(places.bytes, OperationNamespace.places, OperationNamespace.key(number))
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
    private func keptPlaces(but step: OwnerOperation) throws -> [Int: AnchorRanges] {
        var found: [Int: AnchorRanges] = [:]
        for (key, bytes) in try store.values(OperationNamespace.places) {
            guard let number = Int(key), number != step.number else { continue }
            found[number] = try AnchorRanges(bytes: bytes)
        }
        return found
    }
}

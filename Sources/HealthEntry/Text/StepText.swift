import Foundation
import HealthKit

/// What the person did, in words.
package enum StepText {
    /// What a step did: `added 3 Steps samples`.
    package static func text(_ step: PersonStep) -> String {
        let type = step.type.map(name)
        switch step.kind {
        case .add: return "added " + samples(step.added)
        case .edit: return "edited " + edited(step)
        case .delete: return "deleted " + samples(step.removed)
        case .import:
            let file = step.note.map { $0 == "-" ? "standard input" : $0 } ?? "a file"
            return "imported \(file)" + (step.added.isEmpty ? "" : ": " + samples(step.added))
        case .workout: return "recorded " + workout(step)
        case .change: return "changed what belongs to " + (step.added.isEmpty ? "an object" : "a workout")
        case .grants: return "decided what \(step.app ?? "an app") may read and share"
        case .removeApp:
            let data = step.removed.isEmpty ? "" : " and its " + samples(step.removed)
            return "removed \(step.app ?? "an app")\(data)"
        case .sourceOrder: return "changed which sources of \(type ?? "a type") count"
        case .characteristics: return "changed what is known of you"
        case .zones: return "changed the zones of \(type ?? "a type")"
        case .goals: return "changed the goals of the rings"
        case .ringPause: return "changed when the rings pause"
        case .pins: return "changed the pinned types"
        case .medication: return "changed \(step.note ?? "a medication") in your list of medications"
        case .unit: return "chose \(step.note ?? "the usual unit") for \(type ?? "a type")"
        }
    }

    /// What became of a step: `undone`; nothing for one that stands and can be taken back.
    package static func state(_ step: PersonStep) -> String {
        switch (step.state, step.isKept) {
        case (.done, true): ""
        case (.done, false): "stands for good"
        case (.undone, true): "undone"
        case (.undone, false), (.closed, _): "undone for good"
        }
    }

    /// What taking a step back, or doing it again, came to: `undone: added 3 Steps samples`.
    package static func text(_ outcome: StepOutcome) -> String {
        let verb = outcome.step.state == .undone ? "undone" : "redone"
        var remarks: [String] = []
        if outcome.missing > 0 { remarks.append("\(NumberText.text(outcome.missing)) of them deleted before") }
        if outcome.present > 0 { remarks.append("\(NumberText.text(outcome.present)) of them there already") }
        if outcome.kept > 0 {
            remarks.append("\(NumberText.count(outcome.kept, "setting")) changed since, left as it is")
        }
        let rest = remarks.isEmpty ? "" : " (" + remarks.joined(separator: "; ") + ")"
        return "\(verb): \(text(outcome.step))\(rest)"
    }

    /// What is said when no step can be taken back, or done again.
    package static func nothing(isRedo: Bool) -> String {
        isRedo ? "there is nothing to do again" : "there is nothing that can be undone"
    }

    private static func samples(_ counts: [String: Int]) -> String {
        let total = counts.values.reduce(0, +)
        guard counts.count == 1, let type = counts.keys.first else {
            if counts.isEmpty { return "nothing" }
            return NumberText.count(total, "sample") + " of \(counts.count) types"
        }
        return NumberText.count(total, "\(name(type)) sample")
    }

    private static func edited(_ step: PersonStep) -> String {
        guard let type = step.added.keys.first ?? step.removed.keys.first else { return "a sample" }
        return "a sample of \(name(type))"
    }

    private static func workout(_ step: PersonStep) -> String {
        var others = step.added
        let isThere = others.removeValue(forKey: HKWorkoutTypeIdentifier) != nil
        let what = isThere ? "a workout" : "a part of a workout"
        return others.isEmpty ? what : what + " with " + samples(others)
    }

    private static func name(_ identifier: String) -> String {
        HKObjectType.type(identifier: identifier)?.entry.name ?? identifier
    }
}

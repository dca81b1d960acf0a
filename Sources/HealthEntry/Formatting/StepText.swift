import Foundation
import HealthKit

/// What the person did, in words.
package enum StepText {
    /// What a step did: `added 3 Steps samples`.
    package static func text(_ step: PersonStep) -> String {
        let type = step.type.map(name)
        switch step.kind {
        case .add: return StepStrings.added(samples(step.added))
        case .edit: return edited(step)
        case .delete: return StepStrings.deleted(samples(step.removed))
        case .import:
            let file = step.note.map { $0 == "-" ? StepStrings.standardInput : $0 } ?? StepStrings.aFile
            return step.added.isEmpty ? StepStrings.imported(file) : StepStrings.imported(file, samples(step.added))
        case .workout: return StepStrings.recorded(workout(step))
        case .change: return step.added.isEmpty ? StepStrings.changedObject : StepStrings.changedWorkout
        case .grants: return StepStrings.decided(step.app ?? StepStrings.anApp)
        case .removeApp:
            let app = step.app ?? StepStrings.anApp
            return step.removed.isEmpty ? StepStrings.forgot(app) : StepStrings.removed(app, samples(step.removed))
        case .sourceOrder: return StepStrings.changedSources(type ?? StepStrings.aType)
        case .characteristics: return StepStrings.changedProfile
        case .zones: return StepStrings.changedZones(type ?? StepStrings.aType)
        case .goals: return StepStrings.changedGoals
        case .ringPause: return StepStrings.changedRingPause
        case .pins: return StepStrings.changedPins
        case .medication: return StepStrings.changedMedication(step.note ?? StepStrings.aMedication)
        case .unit: return StepStrings.choseUnit(step.note ?? StepStrings.theUsualUnit, type ?? StepStrings.aType)
        }
    }

    /// What became of a step: `undone`; nothing for one that stands and can be taken back.
    package static func state(_ step: PersonStep) -> String {
        switch (step.state, step.isKept) {
        case (.done, true): ""
        case (.done, false): StepStrings.standsForGood
        case (.undone, true): StepStrings.isUndone
        case (.undone, false), (.closed, _): StepStrings.isUndoneForGood
        }
    }

    /// What taking a step back, or doing it again, came to: `undone: added 3 Steps samples`.
    package static func text(_ outcome: StepOutcome) -> String {
        let step = text(outcome.step)
        let told = outcome.step.state == .undone ? StepStrings.undone(step) : StepStrings.redone(step)
        var remarks: [String] = []
        if outcome.missing > 0 { remarks.append(StepStrings.deletedBefore(outcome.missing)) }
        if outcome.present > 0 { remarks.append(StepStrings.thereAlready(outcome.present)) }
        if outcome.kept > 0 { remarks.append(StepStrings.changedSince(outcome.kept)) }
        return remarks.isEmpty ? told : told + " (" + remarks.joined(separator: "; ") + ")"
    }

    /// What is said when no step can be taken back, or done again.
    package static func nothing(isRedo: Bool) -> String {
        isRedo ? StepStrings.nothingToRedo : StepStrings.nothingToUndo
    }

    private static func samples(_ counts: [String: Int]) -> String {
        let total = counts.values.reduce(0, +)
        guard counts.count == 1, let type = counts.keys.first else {
            return counts.isEmpty ? StepStrings.nothing : StepStrings.samples(total, types: counts.count)
        }
        return StepStrings.samples(total, of: name(type))
    }

    private static func edited(_ step: PersonStep) -> String {
        guard let type = step.added.keys.first ?? step.removed.keys.first else { return StepStrings.edited }
        return StepStrings.edited(name(type))
    }

    private static func workout(_ step: PersonStep) -> String {
        var others = step.added
        let isThere = others.removeValue(forKey: HKWorkoutTypeIdentifier) != nil
        let what = isThere ? StepStrings.aWorkout : StepStrings.partOfWorkout
        return others.isEmpty ? what : StepStrings.workout(what, with: samples(others))
    }

    private static func name(_ identifier: String) -> String {
        HKObjectType.type(identifier: identifier)?.entry.name ?? identifier
    }
}

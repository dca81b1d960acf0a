import Foundation
import HealthKit

/// What the person did, in words.
package enum StepText {
    /// What a step did: `added 3 Steps samples`.
    package static func text(_ step: PersonStep) -> String {
        let type = step.type.map(name)
        switch step.kind {
        case .add: return StepTexts.added(samples(step.added))
        case .edit: return edited(step)
        case .delete: return StepTexts.deleted(samples(step.removed))
        case .import:
            let file = step.note.map { $0 == "-" ? StepTexts.standardInput : $0 } ?? StepTexts.aFile
            return step.added.isEmpty ? StepTexts.imported(file) : StepTexts.imported(file, samples(step.added))
        case .workout: return StepTexts.recorded(workout(step))
        case .change: return step.added.isEmpty ? StepTexts.changedObject : StepTexts.changedWorkout
        case .grants: return StepTexts.decided(step.app ?? StepTexts.anApp)
        case .removeApp:
            let app = step.app ?? StepTexts.anApp
            return step.removed.isEmpty ? StepTexts.forgot(app) : StepTexts.removed(app, samples(step.removed))
        case .sourceOrder: return StepTexts.changedSources(type ?? StepTexts.aType)
        case .characteristics: return StepTexts.changedProfile
        case .zones: return StepTexts.changedZones(type ?? StepTexts.aType)
        case .goals: return StepTexts.changedGoals
        case .ringPause: return StepTexts.changedRingPause
        case .pins: return StepTexts.changedPins
        case .medication: return StepTexts.changedMedication(step.note ?? StepTexts.aMedication)
        case .unit: return StepTexts.choseUnit(step.note ?? StepTexts.theUsualUnit, type ?? StepTexts.aType)
        }
    }

    /// What became of a step: `undone`; nothing for one that stands and can be taken back.
    package static func state(_ step: PersonStep) -> String {
        switch (step.state, step.isKept) {
        case (.done, true): ""
        case (.done, false): StepTexts.standsForGood
        case (.undone, true): StepTexts.isUndone
        case (.undone, false), (.closed, _): StepTexts.isUndoneForGood
        }
    }

    /// What taking a step back, or doing it again, came to: `undone: added 3 Steps samples`.
    package static func text(_ outcome: StepOutcome) -> String {
        let step = text(outcome.step)
        let told = outcome.step.state == .undone ? StepTexts.undone(step) : StepTexts.redone(step)
        var remarks: [String] = []
        if outcome.missing > 0 { remarks.append(StepTexts.deletedBefore(outcome.missing)) }
        if outcome.present > 0 { remarks.append(StepTexts.thereAlready(outcome.present)) }
        if outcome.kept > 0 { remarks.append(StepTexts.changedSince(outcome.kept)) }
        return remarks.isEmpty ? told : told + " (" + remarks.joined(separator: "; ") + ")"
    }

    /// What is said when no step can be taken back, or done again.
    package static func nothing(isRedo: Bool) -> String {
        isRedo ? StepTexts.nothingToRedo : StepTexts.nothingToUndo
    }

    private static func samples(_ counts: [String: Int]) -> String {
        let total = counts.values.reduce(0, +)
        guard counts.count == 1, let type = counts.keys.first else {
            return counts.isEmpty ? StepTexts.nothing : StepTexts.samples(total, types: counts.count)
        }
        return StepTexts.samples(total, of: name(type))
    }

    private static func edited(_ step: PersonStep) -> String {
        guard let type = step.added.keys.first ?? step.removed.keys.first else { return StepTexts.edited }
        return StepTexts.edited(name(type))
    }

    private static func workout(_ step: PersonStep) -> String {
        var others = step.added
        let isThere = others.removeValue(forKey: HKWorkoutTypeIdentifier) != nil
        let what = isThere ? StepTexts.aWorkout : StepTexts.partOfWorkout
        return others.isEmpty ? what : StepTexts.workout(what, with: samples(others))
    }

    private static func name(_ identifier: String) -> String {
        HKObjectType.type(identifier: identifier)?.entry.name ?? identifier
    }
}

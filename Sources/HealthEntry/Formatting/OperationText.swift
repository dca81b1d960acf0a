import Foundation
import HealthKit

/// What the person did, in words.
package enum OperationText {
    /// What a step did: `added 3 Steps samples`.
    package static func text(_ step: OwnerOperation) -> String {
        let type = step.type.map(name)
        switch step.kind {
        case .add: return OperationStrings.added(samples(step.added))
        case .edit: return edited(step)
        case .delete: return OperationStrings.deleted(samples(step.removed))
        case .sync: return OperationStrings.deletedElsewhere(samples(step.removed))
        case .import:
            let file = step.note.map { $0 == "-" ? OperationStrings.standardInput : $0 } ?? OperationStrings.aFile
            // What is no sample, such as days of rings, is in the number that the import itself said.
            if let objects = step.objects, objects != step.added.values.reduce(0, +) {
                return OperationStrings.imported(file, OperationStrings.objects(objects))
            }
            return step.added.isEmpty
                ? OperationStrings.imported(file) : OperationStrings.imported(file, samples(step.added))
        case .workout: return OperationStrings.recorded(workout(step))
        case .change: return step.added.isEmpty ? OperationStrings.changedObject : OperationStrings.changedWorkout
        case .grants: return OperationStrings.decided(step.app ?? OperationStrings.anApp)
        case .removeApp:
            let app = step.app ?? OperationStrings.anApp
            return step.removed.isEmpty
                ? OperationStrings.forgot(app) : OperationStrings.removed(app, samples(step.removed))
        case .sourceOrder: return OperationStrings.changedSources(type ?? OperationStrings.aType)
        case .characteristics: return OperationStrings.changedProfile
        case .zones: return OperationStrings.changedZones(type ?? OperationStrings.aType)
        case .goals: return type.map(OperationStrings.changedGoal) ?? OperationStrings.changedGoals
        case .ringPause: return OperationStrings.changedRingPause
        case .pins: return OperationStrings.changedPins
        case .medication: return OperationStrings.changedMedication(step.note ?? OperationStrings.aMedication)
        case .unit:
            return OperationStrings.choseUnit(
                step.note ?? OperationStrings.theUsualUnit,
                type ?? OperationStrings.aType
            )
        }
    }

    /// What became of a step: `undone`; nothing for one that stands and can be taken back.
    package static func state(_ step: OwnerOperation) -> String {
        switch (step.state, step.isKept) {
        case (.done, true): ""
        case (.done, false): OperationStrings.standsForGood
        case (.undone, true): OperationStrings.isUndone
        case (.undone, false), (.closed, _): OperationStrings.isUndoneForGood
        }
    }

    /// What taking a step back, or doing it again, came to: `undone: added 3 Steps samples`.
    package static func text(_ outcome: OperationOutcome) -> String {
        let step = text(outcome.step)
        let reported = outcome.step.state == .undone ? OperationStrings.undone(step) : OperationStrings.redone(step)
        var remarks: [String] = []
        if outcome.missing > 0 { remarks.append(OperationStrings.deletedBefore(outcome.missing)) }
        if outcome.present > 0 { remarks.append(OperationStrings.thereAlready(outcome.present)) }
        if outcome.kept > 0 { remarks.append(OperationStrings.changedSince(outcome.kept)) }
        return remarks.isEmpty ? reported : reported + " (" + remarks.joined(separator: "; ") + ")"
    }

    /// What is said when no step can be taken back, or done again.
    package static func nothing(isRedo: Bool) -> String {
        isRedo ? OperationStrings.nothingToRedo : OperationStrings.nothingToUndo
    }

    private static func samples(_ counts: [String: Int]) -> String {
        let total = counts.values.reduce(0, +)
        guard counts.count == 1, let type = counts.keys.first else {
            return counts.isEmpty ? OperationStrings.nothing : OperationStrings.samples(total, types: counts.count)
        }
        return OperationStrings.samples(total, of: name(type))
    }

    private static func edited(_ step: OwnerOperation) -> String {
        let types = step.added.isEmpty ? step.removed.keys : step.added.keys
        // A correlation is edited with its members.
        let whole = types.first { HKObjectType.type(identifier: $0) is HKCorrelationType }
        guard let type = whole ?? types.first else { return OperationStrings.edited }
        let count = max(step.added[type] ?? 0, step.removed[type] ?? 0)
        return count > 1 ? OperationStrings.edited(count, name(type)) : OperationStrings.edited(name(type))
    }

    private static func workout(_ step: OwnerOperation) -> String {
        var others = step.added
        let isThere = others.removeValue(forKey: HKWorkoutTypeIdentifier) != nil
        let what = isThere ? OperationStrings.aWorkout : OperationStrings.partOfWorkout
        return others.isEmpty ? what : OperationStrings.workout(what, with: samples(others))
    }

    private static func name(_ identifier: String) -> String {
        HKObjectType.type(identifier: identifier)?.entry.name ?? identifier
    }
}

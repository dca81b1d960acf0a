import Foundation
import HealthKit

/// Descriptions of the user's operations.
package enum OperationText {
    /// The effect of an operation: `added 3 Steps samples`.
    package static func text(_ step: OwnerOperation) -> String {
        let type = step.type.map(name)
        switch step.kind {
        case .add: return OperationStrings.added(samples(step.added))
        case .edit: return edited(step)
        case .delete: return OperationStrings.deleted(samples(step.removed))
        case .sync:
            let samples = samples(step.removed)
            return step.isUndo == true
                ? OperationStrings.undoneElsewhere(samples) : OperationStrings.deletedElsewhere(samples)
        case .import:
            // Imported items that aren't samples, such as days of rings, are counted in the import's own number.
            if let objects = step.objects, objects != step.added.values.reduce(0, +) {
                return OperationStrings.imported(file(step), OperationStrings.objects(objects))
            }
            return step.added.isEmpty
                ? OperationStrings.imported(file(step)) : OperationStrings.imported(file(step), samples(step.added))
        case .workout: return OperationStrings.recorded(workout(step))
        case .change: return step.added.isEmpty ? OperationStrings.changedObject : OperationStrings.changedWorkout
        case .grants:
            let app = step.appName ?? step.app ?? OperationStrings.anApp
            guard let access = step.access, !access.isEmpty else { return OperationStrings.decided(app) }
            return decided(access)
        case .removeApp:
            let app = step.appName ?? step.app ?? OperationStrings.anApp
            return step.removed.isEmpty
                ? OperationStrings.forgot(app) : OperationStrings.removed(app, samples(step.removed))
        case .sourceOrder: return OperationStrings.changedSources(type ?? OperationStrings.aType)
        case .characteristics: return OperationStrings.changedProfile
        case .zones: return OperationStrings.changedZones(type ?? OperationStrings.aType)
        case .goals: return type.map(OperationStrings.changedGoal) ?? OperationStrings.changedGoals
        case .ringPause: return OperationStrings.changedRingPause
        case .addMark: return step.note.map(OperationStrings.addedMark) ?? OperationStrings.addedMark
        case .removeMark: return step.note.map(OperationStrings.removedMark) ?? OperationStrings.removedMark
        case .pins: return OperationStrings.changedPins
        case .medication: return OperationStrings.changedMedication(step.note ?? OperationStrings.aMedication)
        case .unit:
            return OperationStrings.choseUnit(
                step.note ?? OperationStrings.theUsualUnit,
                type ?? OperationStrings.aType
            )
        }
    }

    /// The state of an operation: `undone`; empty for one that can still be undone.
    package static func state(_ step: OwnerOperation) -> String {
        switch (step.state, step.isKept) {
        case (.done, true): ""
        case (.done, false): OperationStrings.standsForGood
        case (.undone, true): OperationStrings.isUndone
        case (.undone, false), (.closed, _): OperationStrings.isUndoneForGood
        }
    }

    /// The result of an undo or redo: `undone: added 3 Steps samples`.
    package static func text(_ outcome: OperationOutcome) -> String {
        let step = text(outcome.step)
        let isUndone = outcome.step.state == .undone
        let reported =
            switch outcome.step.state {
            case .undone: OperationStrings.undone(step)
            case .done: OperationStrings.redone(step)
            case .closed: OperationStrings.notRedone(step)
            }
        var remarks = given(outcome.access ?? [])
            .map { isUndone ? OperationStrings.hasAgain($0.app, $0.access) : OperationStrings.has($0.app, $0.access) }
        if outcome.missing > 0 {
            remarks.append(
                isUndone
                    ? OperationStrings.deletedBefore(outcome.missing) : OperationStrings.goneSince(outcome.missing)
            )
        }
        if outcome.touched > 0 { remarks.append(OperationStrings.touchedSince(outcome.touched)) }
        if outcome.present > 0 { remarks.append(OperationStrings.thereAlready(outcome.present)) }
        if outcome.kept > 0 { remarks.append(OperationStrings.changedSince(outcome.kept)) }
        return remarks.isEmpty ? reported : reported + " (" + remarks.joined(separator: "; ") + ")"
    }

    // MARK: Before it is turned

    /// The confirmation before an undo or redo, such as `Take back the import of export.xml?`.
    package static func question(_ preview: OperationPreview) -> String {
        let step = preview.step
        if let app = preview.given.first?.appText {
            return preview.isRedo ? OperationStrings.give(app) : OperationStrings.giveAgain(app)
        }
        if !preview.isRedo, step.kind == .import { return OperationStrings.takeBackImport(file(step)) }
        return preview.isRedo ? OperationStrings.redo(text(step)) : OperationStrings.undo(text(step))
    }

    /// The effects of the undo or redo, as sentences.
    package static func effects(_ preview: OperationPreview) -> [String] {
        var lines = given(preview.access)
            .map {
                preview.isRedo
                    ? OperationStrings.gives($0.app, $0.access) : OperationStrings.givesAgain($0.app, $0.access)
            }
        if let app = preview.given.first?.appText, preview.readable > 0 {
            lines.append(OperationStrings.wouldRead(app, preview.readable))
        }
        if preview.goingCount > 0 {
            lines.append(OperationStrings.go(preview.goingCount, total(preview.going), counts(preview.going)))
        }
        if preview.comingCount > 0 {
            lines.append(OperationStrings.comeBack(preview.comingCount, total(preview.coming), counts(preview.coming)))
        }
        return lines
    }

    /// How many samples of how many types there are: `60,194 samples of 26 types`; days of rings and attachments are objects.
    package static func total(_ objects: [OperationPreview.Objects]) -> String {
        if objects.contains(where: { !(HKObjectType.type(identifier: $0.type) is HKSampleType) }) {
            return OperationStrings.objects(objects.reduce(0) { $0 + $1.count }, types: objects.count)
        }
        return samples(Dictionary(objects.map { ($0.type, $0.count) }, uniquingKeysWith: +))
    }

    /// The counts by type; for more than four types, those of the first three and of the others together.
    private static func counts(_ objects: [OperationPreview.Objects]) -> String {
        let shown = objects.count > 4 ? 3 : objects.count
        var counts = objects.prefix(shown).map { OperationStrings.count(name($0.type), $0.count) }
        if objects.count > shown {
            let others = OperationStrings.others(objects.count - shown)
            counts.append(OperationStrings.count(others, objects.dropFirst(shown).reduce(0) { $0 + $1.count }))
        }
        return counts.joined(separator: ", ")
    }

    /// The name of a type.
    package static func typeName(_ identifier: String) -> String { name(identifier) }

    /// The access given to apps, for each app in a few words: `read and write access to Steps`.
    package static func given(_ changes: [AccessChange]) -> [(app: String, access: String)] {
        byApp(changes.filter(\.isGiven)).map { ($0.app, access($0.changes)) }
    }

    /// The content of a decision about apps: `gave stepdemo read access to Steps`.
    private static func decided(_ changes: [AccessChange]) -> String {
        let apps = byApp(changes)
            .map { app, changes in
                let (given, taken) = (changes.filter(\.isGiven), changes.filter { !$0.after.isAllowed })
                if given.count == changes.count { return OperationStrings.gave(app, access(given)) }
                if taken.count == changes.count { return OperationStrings.took(app, access(taken)) }
                return OperationStrings.changed(app, access(changes))
            }
        return apps.joined(separator: "; ")
    }

    private static func byApp(_ changes: [AccessChange]) -> [(app: String, changes: [AccessChange])] {
        Dictionary(grouping: changes, by: \.app).sorted { $0.key < $1.key }
            .map { ($0.value.first?.appText ?? $0.key, $0.value) }
    }

    /// The access that an app has or lacks: `read and write access to Steps and 2 more types`.
    private static func access(_ changes: [AccessChange]) -> String {
        func types(_ way: AccessChange.Way) -> [String] { changes.filter { $0.way == way }.compactMap(\.type) }
        func named(_ types: [String]) -> String {
            if types.count == 2 { return OperationStrings.both(name(types[0]), name(types[1])) }
            return OperationStrings.types(
                types.first.map(name) ?? OperationStrings.aType,
                more: max(0, types.count - 1)
            )
        }
        let (read, save) = (types(.read), types(.save))
        var parts: [String] = []
        if !read.isEmpty, read == save {
            parts.append(OperationStrings.readingAndSaving(named(read)))
        } else {
            if !read.isEmpty { parts.append(OperationStrings.reading(named(read))) }
            if !save.isEmpty { parts.append(OperationStrings.saving(named(save))) }
        }
        for change in changes where change.way == .objects {
            let count = max(change.before.objects ?? 0, change.after.objects ?? 0)
            parts.append(OperationStrings.objects(count, of: change.type.map(name) ?? OperationStrings.aType))
        }
        if changes.contains(where: { $0.way == .otherDevice }) { parts.append(OperationStrings.otherDevice) }
        if changes.contains(where: { $0.way == .wake }) { parts.append(OperationStrings.waking) }
        // A first answer approves the program too.
        if parts.isEmpty { parts.append(OperationStrings.program) }
        return parts.dropFirst().reduce(parts[0]) { OperationStrings.both($0, $1) }
    }

    private static func file(_ step: OwnerOperation) -> String {
        step.note.map { $0 == "-" ? OperationStrings.standardInput : $0 } ?? OperationStrings.aFile
    }

    /// The reason an operation can't be undone or redone now: `can’t undo step 3: step 5 changed the same setting; undo step 5
    /// first`; `nil` where it can.
    package static func obstacle(_ preview: OperationPreview) -> String? {
        guard let obstacle = preview.obstacle else { return nil }
        let other = obstacle.step ?? 0
        var reason =
            switch obstacle.reason {
            case .notKept: OperationStrings.notKept
            case .closed: OperationStrings.closed
            case .unreadable: OperationStrings.unreadable(other)
            case .setAnew: OperationStrings.setAnew(other)
            case .touched: OperationStrings.touched(other, obstacle.count)
            case .extended: OperationStrings.extended(other)
            case .isBack: OperationStrings.isBack(obstacle.count)
            case .nothingLeft: OperationStrings.nothingLeft(obstacle.count)
            }
        if let step = obstacle.step, ![.unreadable, .nothingLeft].contains(obstacle.reason) {
            let order = obstacle.isUndone ? OperationStrings.redoFirst(step) : OperationStrings.undoFirst(step)
            reason = OperationStrings.both(reason: reason, order: order)
        }
        let number = preview.step.number
        return preview.isRedo
            ? OperationStrings.cannotRedo(number, reason) : OperationStrings.cannotUndo(number, reason)
    }

    /// The message for an operation that isn't in the log.
    package static func noStep(_ number: Int) -> String { OperationStrings.noStep(number) }

    /// The message when nothing can be undone or redone.
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
        if identifier == OperationPreview.Objects.attachments { return OperationStrings.attachments }
        return HKObjectType.type(identifier: identifier)?.entry.name ?? identifier
    }
}

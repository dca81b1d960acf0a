import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// The list in another order, and the totals and actions for marked workouts.
extension WorkoutsScreen {
    static let sortColumns: [ListSort.Column] = [
        .numbers(0), .words(1), .numbers(2), .numbers(3), .numbers(4), .numbers(5), .numbers(6), .words(7),
    ]

    static func sortKey(_ workout: WorkoutSummary, _ column: Int) -> SortKey {
        func measured(_ value: Double?) -> SortKey { .optional(value.flatMap { $0 > 0 ? $0 : nil }) }
        switch column {
        case 0: return .number(workout.start.timeIntervalSinceReferenceDate)
        case 1: return .text(workout.title)
        case 2: return .number(workout.duration)
        case 3: return measured(workout.distance)
        case 4: return measured(workout.distance.map { $0 / max(1, workout.duration) })
        case 5: return measured(workout.heartRate)
        case 6: return measured(workout.energy)
        default: return .text(workout.source)
        }
    }

    /// Shows the list in the order that was chosen, from its beginning.
    mutating func showSorted(_ environment: ConsoleEnvironment) {
        show(environment)
        list.moveToFirst(count: count)
        let shown = shown
        list.settle(count: count, choosing: { shown?.workout(at: $0) != nil })
    }

    /// The total duration, distance and energy of the marked workouts, as far as they count.
    func sums(of workouts: [WorkoutSummary], _ text: WorkoutText) -> [String] {
        let distance = workouts.reduce(0) { $0 + ($1.distance ?? 0) * $1.counted }
        let energy = workouts.reduce(0) { $0 + ($1.energy ?? 0) * $1.counted }
        return [NumberText.duration(workouts.reduce(0) { $0 + $1.duration * $1.counted })]
            + (distance > 0 ? [text.distance(distance)] : []) + (energy > 0 ? [text.energy(energy)] : [])
    }

    /// Goes to the next workout that is marked, else to the next that the last filter found.
    mutating func jump(forward: Bool, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !marked.isEmpty || filter.isActive || !filter.last.isEmpty else {
            return [.notice(SampleStrings.nothingToGoTo)]
        }
        let text = filter.isActive ? filter.text : filter.last
        let wanted = marked.isEmpty ? Set(found(text, environment).map(\.uuid)) : marked
        let shown = shown
        let isFound = list.jump(forward: forward, count: count) { row in
            shown?.workout(at: row).map { wanted.contains($0.uuid) } ?? false
        }
        return isFound ? [] : [.notice(SampleStrings.noFurther(forward))]
    }

    /// Asks before the marked workouts go, or the one under the cursor; and about those beneath them, which count then.
    func askToDelete(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let chosen =
            marked.isEmpty
            ? [shown?.workout(at: list.selected)].compactMap { $0 } : all.filter { marked.contains($0.uuid) }
        guard let first = chosen.first else { return [] }
        let uuids = chosen.map(\.uuid)
        let gone = Set(uuids)
        let beneath = all.filter { !gone.contains($0.uuid) && $0.first.map(gone.contains) == true }
        let question =
            chosen.count == 1
            ? WorkoutStrings.deleteQuestion(first.title, environment.dates.moment(first.start), first.source)
            : WorkoutStrings.deleteMarked(chosen.count)
        let dialog = ConfirmDialog.deletion(question, of: chosen.count, with: beneath.map(\.source))
        return [
            .ask(
                dialog,
                confirmed: .deleteNow(uuids),
                alternative: beneath.isEmpty ? nil : .deleteNow(uuids + beneath.map(\.uuid))
            )
        ]
    }
}

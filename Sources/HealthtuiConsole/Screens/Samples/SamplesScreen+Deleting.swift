import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

extension SamplesScreen.Action {
    /// All workouts of the list, and the ones beneath them that aren't listed.
    package struct Listed: Sendable {
        let uuids: [UUID]
        let beneath: [WorkoutSummary]
    }
}

// The confirmation before samples of a list are deleted.
extension SamplesScreen {
    /// Asks before the marked samples go, or the one under the cursor; of workouts also about those beneath them.
    func askToDelete(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        // The marked ones and no other, wherever the list has gone meanwhile.
        let samples = marks.isEmpty ? [sample(at: list.selected)].compactMap { $0 } : marks.samples
        let workouts = samples.compactMap { $0 as? HKWorkout }
        guard !workouts.isEmpty else { return ask(samples, with: [], environment) }
        return [
            .task("recordings") {
                .beneath(await environment.ask { try WorkoutRecordings.beneath(workouts, $0) }, of: samples)
            }
        ]
    }

    /// Asks for confirmation to delete some samples, and what happens to the workouts grouped under them.
    func ask(
        _ samples: [HKSample],
        with beneath: [WorkoutSummary],
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard let first = samples.first else { return [] }
        let question =
            samples.count == 1
            ? SampleScreen.deleteQuestion(first, environment)
            : SampleStrings.deleteMarked(samples.count, query.type.entry.name)
        let uuids = samples.map(\.uuid)
        return [
            .ask(
                .deletion(question, of: samples.count, with: beneath.map(\.source)),
                confirmed: .deleteNow(uuids),
                alternative: beneath.isEmpty ? nil : .deleteNow(uuids + beneath.map(\.uuid))
            )
        ]
    }

    /// Asks before all listed samples go; of workouts also about those beneath them that aren't listed.
    func askToDeleteAll(_ count: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard query.type is HKWorkoutType else {
            return [.ask(deleteAllDialog(count), confirmed: .deleteAllNow)]
        }
        let listed = samples(environment)
        return [
            .task("recordings") {
                .beneathAll(
                    await environment.ask { person in
                        let uuids = try listed.uuids(.person(person))
                        let beneath = try WorkoutRecordings.beneath(Set(uuids), person)
                        return Action.Listed(uuids: uuids, beneath: beneath)
                    }
                )
            }
        ]
    }

    /// Asks before all listed workouts go, and what becomes of those beneath them.
    func ask(_ listed: Action.Listed) -> [ScreenEffect<Action>] {
        let all = listed.uuids + listed.beneath.map(\.uuid)
        return [
            .ask(
                deleteAllDialog(listed.uuids.count, with: listed.beneath.map(\.source)),
                confirmed: .deleteAllNow,
                alternative: listed.beneath.isEmpty ? nil : .deleteNow(all)
            )
        ]
    }

    private func deleteAllDialog(_ count: Int, with sources: [String] = []) -> ConfirmDialog {
        let origin = query.source?.name ?? query.device.map(DevicePhrase.name)
        let question = SampleStrings.deleteQuestion(
            count,
            query.type.entry.name,
            from: origin,
            of: when,
            asked: search.words
        )
        return .deletion(question, of: count, with: sources, title: SharedStrings.deleteAll)
    }
}

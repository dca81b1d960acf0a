import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

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

    func deleteAllDialog(_ count: Int) -> ConfirmDialog {
        let origin = query.source?.name ?? query.device.map(DevicePhrase.name)

        return ConfirmDialog(
            title: SharedStrings.deleteAll,
            message: SampleStrings.deleteQuestion(
                count,
                query.type.entry.name,
                from: origin,
                of: when,
                asked: search.words
            ),
            confirmLabel: SharedStrings.deleteAll
        )
    }
}

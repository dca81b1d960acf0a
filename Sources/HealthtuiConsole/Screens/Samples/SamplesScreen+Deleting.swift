import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

// The confirmation before samples of a list are deleted.
extension SamplesScreen {
    func askToDelete(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let name = query.type.entry.name
        if marks.count > 1 {
            let dialog = ConfirmDialog(
                title: SharedStrings.delete,
                message: SampleStrings.deleteMarked(marks.count, name),
                confirmLabel: SharedStrings.delete
            )
            return [.ask(dialog, confirmed: .deleteNow(marks.uuids))]
        }
        // The marked one and no other, wherever the list has gone meanwhile.
        guard let sample = marks.samples.first ?? sample(at: list.selected) else { return [] }
        return [.ask(SampleScreen.deleteDialog(sample, environment), confirmed: .deleteNow([sample.uuid]))]
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

import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiTerminalUI

/// All data of some sources or devices, which is to be deleted, and the question before that.
package struct OriginDeletion: Sendable {
    /// Lists of all their samples.
    let lists: [SampleListQuery]
    /// The workouts of others beneath theirs, which count then; `nil` as long as nobody looked for them.
    private(set) var beneath: [WorkoutSummary]?
    private let question: String
    private let samples: Int

    /// The data of sources or devices.
    ///
    /// - Parameter rows: Their rows; the result is `nil` where none is of a source or a device.
    init?(of rows: [InventoryRow]) {
        guard let first = rows.first?.origin else { return nil }
        let types = InventoryRow.types(rows)
        samples = InventoryRow.samples(rows)
        lists = InventoryRow.queries(rows)
        question =
            switch first {
            case _ where rows.count == 1: BrowseStrings.deleteQuestion(first.name, samples: samples, types: types)
            case .source: BrowseStrings.deleteOfSources(rows.count, samples: samples, types: types)
            case .device: BrowseStrings.deleteOfDevices(rows.count, samples: samples, types: types)
            }
    }

    /// Asks, after it has looked for workouts beneath those that are to be deleted.
    ///
    /// - Parameters:
    ///   - environment: The console's environment.
    ///   - found: The action that takes what was found.
    ///   - deleting: The action that deletes lists.
    /// - Returns: The effects.
    func ask<Action: Sendable>(
        _ environment: ConsoleEnvironment,
        found: @escaping @Sendable (Answer<OriginDeletion>) -> Action,
        deleting: ([SampleListQuery]) -> Action
    ) -> [ScreenEffect<Action>] {
        if beneath == nil, lists.contains(where: { $0.type is HKWorkoutType }) {
            return [.task("recordings") { found(await environment.ask { try looked($0) }) }]
        }
        do {
            let others = try WorkoutRecordings.list((beneath ?? []).map(\.uuid))
            return [
                .ask(
                    dialog,
                    confirmed: deleting(lists),
                    alternative: others.map { deleting(lists + [$0]) }
                )
            ]
        } catch {
            return [.notice(Failure(error).text)]
        }
    }

    /// The same, with the workouts beneath those that are to be deleted.
    private func looked(_ person: PersonAccess) throws -> OriginDeletion {
        var looked = self
        looked.beneath = try WorkoutRecordings.beneath(lists: lists, person)
        return looked
    }

    private var dialog: ConfirmDialog {
        .deletion(question, of: samples, with: (beneath ?? []).map(\.source), title: SharedStrings.deleteAll)
    }
}

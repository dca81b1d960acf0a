import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Finds the latest sample of a type that the person added, and opens the form that edits it in its own place.
package struct LatestEditScreen: Screen {
    let type: HKSampleType
    private var failure: Failure?

    package init(_ type: HKSampleType) { self.type = type }

    package enum Action: Sendable {
        case found(Answer<Found>)

        /// The sample; nil where the person added none.
        package struct Found: Sendable { let sample: HKSample? }
    }

    package var title: String { SampleStrings.editTitle }

    package var contexts: [KeyContext] { [] }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let type = type
        return [
            .task("find") {
                .found(
                    await environment.ask { person in
                        let own = HKSourceRevision.health.source.bundleIdentifier
                        let sources = try person.sources().map(\.source).filter { $0.bundleIdentifier == own }
                        guard !sources.isEmpty else { return Action.Found(sample: nil) }
                        var found: HKSample?
                        try SampleWalk(
                            caller: .person(person),
                            query: SampleListQuery(type: type),
                            sources: sources,
                            isMatch: { SampleEdit.refusal(of: $0) == nil }
                        )
                        .visit(limit: 1) { found = $0 }
                        return Action.Found(sample: found)
                    }
                )
            }
        ]
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .found(let answer) = action else { return [] }
        switch answer {
        case .success(let found):
            guard let sample = found.sample else {
                return [.pop, .notice(SampleStrings.noneToEdit(type.entry.name))]
            }
            return [.pop, .open(.edit(sample))]
        case .failure(let failure):
            self.failure = failure
            return [.pop, .notice(failure.text)]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        if let failure { return failure.draw(in: rect, on: &grid, theme: theme) }
        grid.write(Line(SampleStrings.loading(type.entry.name), theme.dim), in: rect, x: 1)
    }
}

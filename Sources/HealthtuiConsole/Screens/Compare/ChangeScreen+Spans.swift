import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// Longer and shorter spans, and the same mark on other measures.
extension ChangeScreen {
    /// Compares longer or shorter spans.
    mutating func show(isLonger: Bool, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let since = content.value?.daysSince else { return [] }
        guard let next = ChangeLength.next(to: length ?? since, since: since, isLonger: isLonger) else {
            return [.notice(isLonger ? ChangeStrings.longest : ChangeStrings.shortest)]
        }
        setLength(next == since ? nil : next)
        return [.notice(ChangeStrings.lengths(min(next, since), before: next)), load(environment)]
    }

    func loadOthers(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (measure, since, length) = (measure, since, length)
        return .task("others") {
            .others(
                await environment.ask { _ in
                    let found = try ChangeBeside.read(measure, since: since, length: length, environment)
                    return Action.Others(since: since, length: length, found: found)
                }
            )
        }
    }

    /// Shows the table at the other measures.
    mutating func showOthers() -> [ScreenEffect<Action>] {
        guard let others else { return [.notice(ChangeStrings.othersLoading)] }
        guard !others.isEmpty else { return [.notice(ChangeStrings.noOthers)] }
        enterOthers()
        return []
    }

    func open(_ other: ChangeBeside) -> [ScreenEffect<Action>] {
        [.open(.change(other.measure, since, mark: mark, length: length, isBeside: true))]
    }
}

extension StoreNews {
    /// Whether samples of a measure's type changed.
    func concerns(_ measure: Measure) -> Bool { measure.type.map { concerns($0.identifier) } ?? true }
}

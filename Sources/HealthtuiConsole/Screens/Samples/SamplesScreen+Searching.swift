import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// The filter of the list after `/`.
extension SamplesScreen {
    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let before = search.asked
        guard search.type(key, base.type, environment), search.asked != before else { return [] }
        return [.after(SampleSearch.rest, "search", .rested)]
    }

    /// Handles a command of the field: earlier filters, and Tab.
    mutating func performTyping(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let before = search.asked
        switch command {
        case .up, .down: search.recall(earlier: command == .up, base.type, environment)
        case .complete: search.complete(base.type, environment)
        default: return nil
        }
        return search.asked == before ? [] : [.after(SampleSearch.rest, "search", .rested)]
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        search.paste(text, base.type, environment)
        return [.after(SampleSearch.rest, "search", .rested)]
    }

    mutating func beginSearch(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let wasAsked = search.asked != nil
        if !wasAsked { returnRow = list.selected }
        search.begin(base.type, environment)
        let type = base.type
        let names = ScreenEffect<Action>
            .task("names") {
                .named(
                    await environment.ask { try FilterNames(of: type, $0) }.map { Action.Names(value: $0) }
                )
            }
        return [names] + (wasAsked ? start(environment) : [])
    }

    mutating func clearSearch(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let wasAsked = search.asked != nil
        search.clear()
        return wasAsked ? start(environment) : []
    }
}

import Foundation
import HealthEntry
import HealthExchange
import HealthKit
import TerminalUI

/// Asks where the route of a workout is to be written, and writes it.
package struct RouteFileScreen: Screen {
    let workout: HKWorkout
    private var form = Form([])
    private var isWriting = false

    package init(_ workout: HKWorkout) { self.workout = workout }

    package enum Action: Sendable {
        case written(Answer<RouteFile.Outcome>)
        case replace(String)
    }

    package var title: String { "Route as GPX" }

    package var isTyping: Bool { true }

    package var contexts: [KeyContext] { [.form] }

    private static let file = "file"

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let name = RouteName(start: workout.startDate, timeZone: environment.calendar.timeZone).fileName
        form = Form([FormField(id: Self.file, label: "File", content: .text(TextField("~/" + name)))])
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch command {
        // There is one field: what goes on from it is writing.
        case .save, .goOn: return write(environment)
        case .nextField, .previousField: return []
        case .cancel, .interrupt: return [.pop]
        default: return nil
        }
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        form.handle(key)
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        form.paste(text)
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .written(.success(let outcome)):
            isWriting = false
            let left = outcome.leftOut > 0 ? ", \(outcome.leftOut) nowhere on Earth left out" : ""
            return [.pop, .notice("wrote " + NumberText.count(outcome.places, "place") + left + " to " + outcome.path)]
        case .written(.failure(let failure)):
            isWriting = false
            form[Self.file]?.error = failure.text
            return []
        case .replace(let path): return [write(to: path, replacing: true, environment)]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        var body = rect
        if rect.height > 6 { _ = body.cutTop(1) }
        form.draw(in: body.cutTop(1), on: &grid, theme: environment.theme)
        var lines: [(String, Style)] = []
        if let error = form[Self.file]?.error {
            lines += error.wrapped(to: rect.width - 2).map { ($0, environment.theme.error) }
        }
        let help =
            "The route of \(WorkoutText.title(workout)), \(environment.dates.moment(workout.startDate)). "
            + "The file can be read by its owner alone; whoever gets it learns where you were."
        lines += help.wrapped(to: rect.width - 2).map { ($0, environment.theme.dim) }
        for (index, line) in lines.enumerated() {
            grid.write(line.0, in: body, x: 1, y: index + (body.height > 3 ? 1 : 0), style: line.1)
        }
    }

    private mutating func write(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isWriting else { return [] }
        let typed = (form[Self.file]?.value ?? "").trimmingCharacters(in: .whitespaces)
        guard !typed.isEmpty else {
            form[Self.file]?.error = "name the file to write"
            return []
        }
        let path = (typed as NSString).expandingTildeInPath
        if FileManager.default.fileExists(atPath: path) {
            let dialog = ConfirmDialog(
                title: "Route",
                message: "\(path) exists. Replace it?",
                confirmLabel: "Replace"
            )
            return [.ask(dialog, confirmed: .replace(path))]
        }
        return [write(to: path, replacing: false, environment)]
    }

    private mutating func write(
        to path: String,
        replacing replaces: Bool,
        _ environment: ConsoleEnvironment
    ) -> ScreenEffect<Action> {
        isWriting = true
        form[Self.file]?.error = nil
        let workout = workout
        return .task("write") {
            .written(
                await environment.ask { person in
                    try RouteFile.write(
                        workout,
                        person,
                        to: path,
                        replacing: replaces,
                        timeZone: environment.calendar.timeZone,
                        now: environment.now
                    )
                }
            )
        }
    }
}

import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The log of the user's operations, newest first, and which of them were undone.
package struct LogScreen: Screen {
    private(set) var content = Loaded<[OwnerOperation]>()
    private(set) var list = ListState()
    private(set) var sort = ListSort()

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<[OwnerOperation]>)
    }

    package var title: String { LogStrings.title }

    package var contexts: [KeyContext] { [.steps, .log, .sortable, .list] }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        guard let steps = content.value else { return .empty }
        return Line(LogStrings.steps(steps.count), environment.theme.dim)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        news.topics.contains(.steps) ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: steps.count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if sort.obey(command, columns: Self.sortColumns) {
            list.moveToFirst(count: steps.count)
            return []
        }
        if list.obey(command, count: steps.count) { return [] }
        switch command {
        case .open:
            guard steps.indices.contains(list.selected) else { return [] }
            return [.notice(describe(steps[list.selected], environment))]
        case .turnStep:
            guard steps.indices.contains(list.selected) else { return [] }
            return [.turn(step: steps[list.selected].number)]
        case .copy:
            guard steps.indices.contains(list.selected) else { return [] }
            return [.copy(OperationText.text(steps[list.selected]))]
        default: return nil
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer) = action else { return [] }
        content.take(answer)
        list.select(list.selected, count: steps.count)
        return content.complaint()
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if sort.press(event, Self.listName, columns: Self.sortColumns) { return [] }
        _ = list.opens(event, name: Self.listName, count: steps.count)
        return []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard content.value != nil else {
            return content.drawPlaceholder(LogStrings.loading, in: rect, on: &grid, theme: theme)
        }
        let steps = steps
        var body = rect
        drawWhole(in: &body, on: &grid, environment)
        let table = Table(
            name: Self.listName,
            columns: [
                // The description gets all the room that the other columns leave.
                TableColumn.figures("#", minimum: 2, maximum: 2, importance: 3),
                TableColumn(SharedStrings.when, minimum: 11, maximum: 11, importance: 7, isFigure: true),
                TableColumn(SharedStrings.what, minimum: 18, importance: 9, keepsWords: true),
                TableColumn("", minimum: 1, maximum: 1, importance: 8, isFigure: true),
            ],
            count: steps.count,
            state: list,
            sort: sort.shown,
            emptyText: LogStrings.empty
        ) { index in
            let step = steps[index]
            let style = step.state == .done ? Style.plain : theme.dim
            return TableRow([
                Line(NumberText.text(step.number), theme.dim), Line(environment.dates.moment(step.date), style),
                Line(OperationText.text(step), style), Line(OperationText.state(step), theme.dim),
            ])
        }
        table.draw(in: body, on: &grid, theme: theme)
    }

    /// Draws the full description of the operation under the cursor below the list, since its row may be too short.
    private func drawWhole(in body: inout Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard steps.indices.contains(list.selected) else { return }
        let step = steps[list.selected]
        let others = environment.dates.moment(step.date).displayWidth + OperationText.state(step).displayWidth + 12
        guard OperationText.text(step).displayWidth + others > body.width else { return }
        let lines = describe(step, environment).wrapped(to: body.width - 2)
        guard body.height > lines.count + 3 else { return }
        let area = body.cutBottom(lines.count)
        for (index, line) in lines.enumerated() { grid.write(Line(line), in: area, x: 1, y: index) }
    }

    /// Everything of a step in one line.
    private func describe(_ step: OwnerOperation, _ environment: ConsoleEnvironment) -> String {
        let state = OperationText.state(step)
        let turned = step.turned.map { environment.dates.moment(Date(timeIntervalSinceReferenceDate: $0)) }
        return LogStrings.entry(OperationText.text(step), state: state, turned: turned)
    }

    private static var listName: String { "log" }

    private static let sortColumns: [ListSort.Column] = [.numbers(0), .numbers(1), .words(2)]

    private var steps: [OwnerOperation] {
        sort.sorted(content.value ?? []) { step, column in
            switch column {
            case 0: .number(Double(step.number))
            case 1: .number(step.time)
            default: .text(OperationText.text(step))
            }
        }
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("load") { .loaded(await environment.ask { try $0.steps() }) }
    }
}

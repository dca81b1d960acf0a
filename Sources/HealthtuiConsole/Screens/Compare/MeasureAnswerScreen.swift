import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The answer to a question about a measure: a summary of all days, and a row for each.
package struct MeasureAnswerScreen: ListScreen {
    let question: MeasureQuestion
    private(set) var content = Loaded<MeasureAnswer>()
    package var list = ListState()

    package init(_ question: MeasureQuestion) { self.question = question }

    package enum Action: Sendable {
        case loaded(Answer<MeasureAnswer>)
    }

    package static let listName = "answer"

    package var title: String {
        guard case .comparison(let other) = question.form else { return question.measure.name }
        return CompareStrings.title(question.measure.name, other.name)
    }

    package var contexts: [KeyContext] { [.list] }

    /// Rows can't be opened.
    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> { [.open] }

    package func rowCount(_ environment: ConsoleEnvironment) -> Int { count }

    package mutating func perform(_ command: Command, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]? {
        list.obey(command, count: count) ? [] : nil
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        _ = list.opens(event, name: Self.listName, count: count)
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer) = action else { return [] }
        content.take(answer)
        return content.complaint()
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard let answer = content.value else {
            return content.drawPlaceholder(title, in: rect, on: &grid, theme: theme)
        }
        var body = rect.inset(horizontally: 1)
        for (index, sentence) in answer.sentences.enumerated() {
            for line in sentence.wrapped(to: max(1, body.width)) where body.height > 4 {
                grid.write(line, in: body.cutTop(1), style: index == 0 ? .bold : .plain)
            }
        }
        Table(
            name: Self.listName,
            columns: answer.columns.enumerated()
                .map { index, name in
                    index == 0
                        ? TableColumn(name, minimum: 12, maximum: 40, importance: 9)
                        : TableColumn.figures(name, minimum: 8, maximum: 24, importance: 8 - index)
                },
            count: count,
            state: list,
            showsHeader: answer.columns.contains { !$0.isEmpty },
            emptyText: SharedStrings.noData
        ) { index in
            TableRow((answer.rows.indices.contains(index) ? answer.rows[index] : []).map { Line($0) })
        }
        .draw(in: body, on: &grid, theme: theme)
    }

    private var count: Int { content.value?.rows.count ?? 0 }

    package func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let question = question
        return .task("load") {
            .loaded(await environment.ask { _ in try MeasureAnswer.read(question, environment) })
        }
    }
}

import Foundation
import HealthtuiEntry
import HealthtuiTerminalUI

/// The console's messages since it was opened, newest first, so that they can be read again.
package struct NoticesScreen: Screen {
    private let notices: [Notice]
    private(set) var list = ListState()

    /// The notices.
    ///
    /// - Parameter notices: The oldest first.
    package init(_ notices: [Notice]) { self.notices = notices.reversed() }

    /// Nothing is fetched.
    package struct Action: Sendable {}

    package var title: String { NoticeStrings.title }

    package var contexts: [KeyContext] { [.log, .list] }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        Line(NoticeStrings.count(notices.count), environment.theme.dim)
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: notices.count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if list.obey(command, count: notices.count) { return [] }
        switch command {
        case .open: return chosen.map { [.notice($0.text)] } ?? []
        case .copy: return chosen.map { [.copy($0.text)] } ?? []
        default: return nil
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        _ = list.opens(event, name: Self.listName, count: notices.count)
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [] }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        if let chosen, chosen.text.displayWidth > rect.width - 14 {
            // The complete text, if it doesn't fit into its row.
            let lines = chosen.text.wrapped(to: max(1, rect.width - 2))
            if body.height > lines.count + 3 {
                let area = body.cutBottom(lines.count)
                for (y, line) in lines.enumerated() { grid.write(line, in: area, x: 1, y: y) }
            }
        }
        let times = DateWidths.time(seconds: true)
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn(SharedStrings.when, minimum: times, maximum: times, importance: 1),
                TableColumn(SharedStrings.what, minimum: 18, importance: 2, keepsWords: true),
            ],
            count: notices.count,
            state: list,
            emptyText: NoticeStrings.empty
        ) { index in
            TableRow([
                Line(environment.dates.time(notices[index].date, seconds: true), theme.dim), Line(notices[index].text),
            ])
        }
        table.draw(in: body, on: &grid, theme: theme)
    }

    private static var listName: String { "notices" }

    private var chosen: Notice? { notices.indices.contains(list.selected) ? notices[list.selected] : nil }
}

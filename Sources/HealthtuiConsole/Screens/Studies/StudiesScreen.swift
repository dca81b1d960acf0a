import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The studies that the person agreed to, and the way into another.
package struct StudiesScreen: Screen {
    private var content = Loaded<StudyList>()
    private var list = ListState()

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<StudyList>)
    }

    package var title: String { StudyStrings.title }

    package var contexts: [KeyContext] { [.list] }

    private static let listName = "studies"

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [Self.load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] { news.topics.contains(.studies) ? [Self.load(environment)] : [] }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: rows(environment).count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let rows = rows(environment)
        guard command == .open else {
            return list.obey(command, count: rows.count, choosing: { rows[$0].place.isChosen }) ? [] : nil
        }
        guard rows.indices.contains(list.selected) else { return [] }
        switch rows[list.selected].place {
        case .heading, .none: return []
        case .study(let visit): return [.open(.study(visit))]
        case .file: return environment.isReadOnly ? [.notice(SharedStrings.readOnly)] : [.open(.studyFile)]
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let rows = rows(environment)
        let opens = list.opens(event, name: Self.listName, count: rows.count)
        list.settle(count: rows.count, choosing: { rows[$0].place.isChosen })
        return opens ? perform(.open, environment) ?? [] : []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            content.take(answer)
            let rows = rows(environment)
            list.settle(count: rows.count, choosing: { rows[$0].place.isChosen })
            return content.complaint()
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard content.value != nil else {
            return content.drawPlaceholder(StudyStrings.loading, in: rect, on: &grid, theme: theme)
        }
        let rows = rows(environment)
        Table(
            name: Self.listName,
            columns: [
                TableColumn("", minimum: 20, maximum: 26, importance: 9),
                TableColumn("", minimum: 12, importance: 8, keepsWords: true, keepsFacts: true),
            ],
            count: rows.count,
            state: list,
            showsHeader: false
        ) { index in
            let row = rows[index]
            if row.place == .heading { return .heading(row.label) }
            return TableRow([Line(row.label, row.isSet ? .plain : theme.dim), Line(row.text, theme.dim)])
        }
        .draw(in: rect, on: &grid, theme: theme)
    }
}

extension StudiesScreen {
    /// The effect of Enter on a row.
    private enum Place: Hashable {
        case heading
        case none
        case study(StudyVisit)
        case file

        var isChosen: Bool {
            switch self {
            case .heading, .none: false
            case .study, .file: true
            }
        }
    }

    private struct Row {
        var label: String
        var text = ""
        var isSet = true
        var place = Place.heading
    }

    private func rows(_ environment: ConsoleEnvironment) -> [Row] {
        guard let entries = content.value?.entries else { return [] }
        let studies = entries.map { entry in
            var text = entry.last.map { StudyStrings.sent(entry.sent, environment.dates.moment($0)) }
            if entry.isWithdrawn { text = StudyStrings.withdrawn }
            return Row(label: entry.title, text: text ?? StudyStrings.nothingSent, place: .study(entry.visit))
        }
        return [Row(label: StudyStrings.yourStudies)]
            + (studies.isEmpty ? [Row(label: StudyStrings.none, isSet: false, place: .none)] : studies)
            + [
                Row(label: ""),
                Row(label: StudyStrings.takePart, text: StudyStrings.takePartHelp, place: .file),
            ]
    }

    private static func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("load") { .loaded(await environment.ask { try StudyList($0) }) }
    }
}

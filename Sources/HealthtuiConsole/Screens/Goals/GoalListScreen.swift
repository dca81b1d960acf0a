import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The goals of all types: the target, the progress today or this week, how often it was met, and streaks.
package struct GoalListScreen: Screen {
    private(set) var content = Loaded<[GoalFacts]>()
    private(set) var list = ListState()
    private(set) var sort = ListSort()
    /// The chart of the row under the cursor, on wide terminals.
    private var preview = ChartPreview()

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<[GoalFacts]>)
        case removed(Answer<String>)
        case preview(Preview)

        /// An action of the chart next to the list.
        package struct Preview: Sendable { let action: ChartPreview.Action }
    }

    package var title: String { GoalStrings.title }

    package var contexts: [KeyContext] { [.goals, .list, .sortable] }

    private static let listName = "goals"

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        content.value.map { Line(GoalStrings.count($0.count), environment.theme.dim) } ?? .empty
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        let concerns = goals.contains { goal in
            ([goal.type.identifier] + goal.type.entry.requiredMembers).contains { news.concerns($0) }
        }
        let topics: Set<ChangeTopic> = [.typeGoals, .sourceOrder, .units]
        return concerns || news.isAnything || !news.topics.isDisjoint(with: topics) ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: count) }
        return preview.laidOut(layout, chosen?.type, environment).map(Self.previewing)
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if sort.obey(command, columns: Self.sortColumns) {
            list.moveToFirst(count: count)
            return follow(environment)
        }
        if list.obey(command, count: count) { return follow(environment) }
        switch command {
        case .open:
            guard let goal = chosen else {
                return environment.isReadOnly ? [.notice(SharedStrings.readOnly)] : [.open(.goals)]
            }
            return [.open(.type(goal.type))]
        case .goal, .edit: return chosen.map { [.open(.goal($0.type))] } ?? [.open(.goals)]
        case .delete:
            guard let type = chosen?.type else { return [.notice(GoalStrings.nothingToRemove)] }
            return [
                .task("remove") {
                    .removed(
                        await environment.ask { person in
                            try person.setGoal(nil, for: type)
                            return type.entry.name
                        }
                    )
                }
            ]
        default: return nil
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            let isAnew = content.value != nil
            let type = chosen?.type
            content.take(answer)
            list.follow(type, in: goals.map(\.type), else: list.selected)
            list.select(min(list.selected, max(0, count - 1)), count: count)
            return content.complaint() + follow(environment, isStale: isAnew)
        case .removed(.success(let name)): return [.notice(GoalStrings.removed(name)), load(environment)]
        case .removed(.failure(let failure)): return [.notice(SharedStrings.notChanged(failure.text))]
        case .preview(let preview):
            self.preview.reduce(preview.action)
            return []
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if sort.press(event, Self.listName, columns: Self.sortColumns) { return follow(environment) }
        let opens = list.opens(event, name: Self.listName, count: count)
        return opens ? perform(.open, environment) ?? [] : follow(environment)
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard content.value != nil else {
            return content.drawPlaceholder(GoalStrings.goals, in: rect, on: &grid, theme: theme)
        }
        var body = rect
        let side = goals.isEmpty ? nil : ChartPreview.cut(from: &body, list: 100, keeping: 78)
        let note = Line(
            goals.isEmpty
                ? environment.isReadOnly ? GoalStrings.noneReadOnly : GoalStrings.none
                : GoalStrings.recent(GoalFacts.recentCount(.day), GoalFacts.recentCount(.week)),
            theme.dim
        )
        if body.height > 3 {
            let line = body.cutBottom(1)
            grid.write(note.truncated(to: line.width - 2, ellipsis: theme.glyphs.ellipsis), in: line, x: 1)
        }
        let goals = goals
        // No wider than their contents: goals are words, and need the room.
        func figures(_ title: String, importance: Int) -> TableColumn {
            .figures(title, minimum: title.displayWidth, maximum: title.displayWidth, importance: importance)
        }
        Table(
            name: Self.listName,
            columns: [
                TableColumn(SharedStrings.type, minimum: 10, maximum: 22, importance: 9),
                TableColumn(GoalStrings.goalColumn, minimum: 26, maximum: 44, importance: 8, keepsWords: true),
                figures(GoalStrings.nowColumn, importance: 7), figures(GoalStrings.metColumn, importance: 6),
                figures(GoalStrings.streakColumn, importance: 5), figures(GoalStrings.longestColumn, importance: 4),
            ],
            count: count,
            state: list,
            sort: sort.shown,
            emptyText: ""
        ) { index in
            goals.indices.contains(index) ? Self.row(goals[index], environment) : Self.ringsRow(theme)
        }
        .draw(in: body, on: &grid, theme: theme)
        guard let side else { return }
        preview.draw(in: side, on: &grid, environment)
    }
}

extension GoalListScreen {
    private static let sortColumns: [ListSort.Column] = [
        .words(0), .words(1), .numbers(2), .numbers(3), .numbers(4), .numbers(5),
    ]

    private var goals: [GoalFacts] {
        sort.sorted(content.value ?? []) { goal, column in
            switch column {
            case 0: .text(goal.type.entry.name)
            case 1: .text(goal.goal.period.rawValue + goal.goal.bound.rawValue)
            case 2: .number(goal.current?.value.map { $0 / max(goal.history.limit, 1e-9) } ?? -1)
            case 3: .number(Double(goal.recent.met) / Double(max(1, goal.recent.judged)))
            case 4: .number(Double(goal.history.streak.current))
            default: .number(Double(goal.history.streak.longest))
            }
        }
    }

    /// The goals, and the row of the rings below them.
    private var count: Int { goals.count + 1 }

    private var chosen: GoalFacts? {
        let goals = goals
        return goals.indices.contains(list.selected) ? goals[list.selected] : nil
    }

    private static func row(_ facts: GoalFacts, _ environment: ConsoleEnvironment) -> TableRow {
        let theme = environment.theme
        let text = GoalText(facts.type, environment)
        func length(_ count: Int) -> Line {
            count > 0 ? Line(GoalText.length(facts.goal.period, count)) : Line(theme.glyphs.notOffered, theme.dim)
        }
        let isMet = facts.current?.state == .met
        let mark = Line(isMet ? theme.glyphs.closed + " " : "", theme.good)
        let recent = facts.recent
        return TableRow([
            Line(facts.type.entry.name, theme.style(Hue.of(facts.type))), Line(text.text(facts.goal)),
            mark + Line(facts.current.flatMap(text.value) ?? theme.glyphs.notOffered),
            Line(recent.judged > 0 ? GoalStrings.ratio(recent.met, of: recent.judged) : theme.glyphs.notOffered),
            length(facts.history.streak.current), length(facts.history.streak.longest),
        ])
    }

    private static func ringsRow(_ theme: Theme) -> TableRow {
        TableRow([
            Line(GoalStrings.rings, theme.style(.activity)), Line(GoalStrings.ringsGoals, theme.dim), .empty, .empty,
            .empty, .empty,
        ])
    }

    private mutating func follow(
        _ environment: ConsoleEnvironment,
        isStale: Bool = false
    ) -> [ScreenEffect<Action>] {
        preview.show(chosen?.type, isStale: isStale, environment).map(Self.previewing)
    }

    private static func previewing(_ effect: ScreenEffect<ChartPreview.Action>) -> ScreenEffect<Action> {
        effect.map { .preview(Action.Preview(action: $0)) }
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("load") {
            do {
                return .loaded(.success(try await GoalFacts.read(environment)))
            } catch {
                return .loaded(.failure(Failure(error)))
            }
        }
    }
}

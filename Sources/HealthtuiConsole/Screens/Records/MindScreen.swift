import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The states of mind of a month as a calendar, and the notes of the day under the cursor.
package struct MindScreen: Screen {
    private var cursor = MonthCursor()
    private var notes = Loaded<[HKStateOfMind]>()

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<[HKStateOfMind]>, month: Date)
    }

    package var title: String { Self.type.entry.name }

    package var contexts: [KeyContext] { [.mind] }

    private static let type = HKObjectType.stateOfMindType()

    /// More entries than a month can reasonably have.
    private static let most = 5_000

    package func trailing(_ environment: ConsoleEnvironment) -> Line { cursor.title(environment) }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        cursor.goToToday(environment)
        return [load(environment)]
    }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        news.concerns(Self.type.identifier) ? [load(environment)] : []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if let move = cursor.obey(command, environment) { return move.effects(load(environment)) }
        switch command {
        case .allData: return [.open(.samples(SampleListQuery(type: Self.type)))]
        case .addSample: return [.open(.form(Self.type))]
        case .open: return openDay(environment)
        default: return nil
        }
    }

    package mutating func go(
        to time: CalendarPhrase.Time,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let move = cursor.go(to: time, environment)
        return move.effects(load(environment))
    }

    private func openDay(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let day = cursor.day else { return [] }
        let own = MindView.notes(notes.value ?? [], of: day, environment.calendar)
        if let only = own.first, own.count == 1 { return [.open(.sample(only))] }
        guard !own.isEmpty else { return [.notice(MindStrings.nothingOnThatDay)] }
        let next = environment.calendar.civilDate(byAdding: .day, value: 1, to: day)
        return [.open(.samples(SampleListQuery(type: Self.type, from: day, to: next)))]
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let move = cursor.mouse(event, days: MindView.daysName, environment) else {
            return openDay(environment)
        }
        return move.effects(load(environment))
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer, let month) = action, month == cursor.month else { return [] }
        notes.take(answer)
        return notes.complaint()
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard let month = cursor.month, let day = cursor.day, let notes = notes.value else {
            self.notes.drawPlaceholder(MindStrings.loading, in: rect, on: &grid, theme: environment.theme)
            return
        }
        MindView(month: month, day: day, notes: notes, environment: environment).draw(in: rect, on: &grid)
    }

    private mutating func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (interval, isOther) = cursor.read(environment)
        if isOther { notes = Loaded() }
        let month = interval.start
        let query = SampleListQuery(type: Self.type, from: interval.start, to: interval.end)
        return .task("load") {
            .loaded(
                await environment.ask {
                    try $0.samples(query, ascending: true, limit: Self.most).compactMap { $0 as? HKStateOfMind }
                },
                month: month
            )
        }
    }
}

/// Draws a month of states of mind.
struct MindView {
    let month: Date
    let day: Date
    let notes: [HKStateOfMind]
    let environment: ConsoleEnvironment

    private var calendar: Calendar { environment.calendar }
    private var theme: Theme { environment.theme }

    /// The name of the click targets, whose index is the day's in the month.
    static let daysName = "mind.days"

    static func notes(_ notes: [HKStateOfMind], of day: Date, _ calendar: Calendar) -> [HKStateOfMind] {
        notes.filter { calendar.isDate($0.startDate, inSameDayAs: day) }
    }

    /// The valence of a day: the mood noted for it, otherwise the mean of its moments; from -3 to 3 as in its
    /// descriptions.
    private func level(of day: Date) -> Int? {
        let own = Self.notes(notes, of: day, calendar)
        let moods = own.filter { $0.kind == .dailyMood }
        let counted = moods.isEmpty ? own : moods
        guard !counted.isEmpty else { return nil }
        let mean = counted.reduce(0) { $0 + $1.valence } / Double(counted.count)
        return HKStateOfMind.ValenceClassification(valence: mean).map { $0.rawValue - 4 }
    }

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        let first = (calendar.component(.weekday, from: month) - calendar.firstWeekday + 7) % 7
        let count = calendar.range(of: .day, in: .month, for: month)?.count ?? 31
        let weeks = (first + count + 6) / 7
        // With little room the weeks around the cursor are seen, and two lines of the day.
        let rows = min(weeks, max(1, body.height - 3))
        let height = body.height >= weeks * 2 + 8 ? 2 : 1
        drawMonth(in: body.cutTop(1 + rows * height), first: first, count: count, rows: rows, height: height, on: &grid)
        if body.height > 4 {
            grid.write(Line(MindStrings.scale, theme.dim), in: body.cutTop(1), x: 1)
            _ = body.cutTop(1)
        }
        drawDay(in: &body, on: &grid)
        drawWords(in: body, on: &grid)
    }

    private func drawMonth(
        in rect: Rect,
        first: Int,
        count: Int,
        rows: Int,
        height: Int,
        on grid: inout CellGrid
    ) {
        let width = min(10, (rect.width - 2) / 7)
        let here = calendar.civilDays(from: month, to: day)
        let weeks = (first + count + 6) / 7
        let top = max(0, min((first + here) / 7 - rows / 2, weeks - rows))
        for column in 0..<7 {
            let date = calendar.civilDate(byAdding: .day, value: column - first + 7, to: month)
            let name = environment.dates.weekday(date).truncated(to: width - 1, ellipsis: "")
            grid.write(Line(name, theme.dim), in: rect, x: 1 + column * width)
        }
        for index in 0..<count {
            let week = (first + index) / 7 - top
            guard (0..<rows).contains(week) else { continue }
            let area = Rect(
                x: rect.x + 1 + (first + index) % 7 * width,
                y: rect.y + 1 + week * height,
                width: width,
                height: height
            )
            .intersection(rect)
            grid.layout.addTarget(.item(Self.daysName, index), in: area)
            let date = calendar.civilDate(byAdding: .day, value: index, to: month)
            let number = (index < 9 ? " " : "") + "\(index + 1)"
            grid.write(number, in: area, style: index == here ? theme.accent.adding(.bold) : theme.dim)
            guard let level = level(of: date) else { continue }
            let style = level < 0 ? theme.warning : level > 0 ? theme.good : .plain
            let text = (level > 0 ? "+" : level == 0 ? " " : "") + "\(level)"
            grid.write(text, in: area, x: width > 5 ? 3 : 2, style: style)
        }
    }

    private func drawDay(in rect: inout Rect, on grid: inout CellGrid) {
        let own = Self.notes(notes, of: day, calendar)
        var lines = [Line(environment.dates.longDay(day), .bold)]
        if own.isEmpty { lines[0] += Line("  " + MindStrings.nothingNoted, theme.dim) }
        for (index, note) in own.enumerated() {
            let reported = describe(note, width: rect.width - 2)
            // In little space, the first note takes the day's place.
            if index == 0, rect.height < 3 { lines = reported } else { lines += reported }
        }
        let most = rect.height < 3 ? rect.height : rect.height - 3
        for line in lines.prefix(max(1, most)) {
            grid.write(line.truncated(to: rect.width - 2, ellipsis: theme.glyphs.ellipsis), in: rect.cutTop(1), x: 1)
        }
    }

    /// The text of a note, wrapped so that no word is cut.
    private func describe(_ note: HKStateOfMind, width: Int) -> [Line] {
        let words = MindWords(note)
        let time = environment.dates.time(note.startDate) + "  "
        var parts = [Line(words.valence, .bold) + Line(", " + words.kind.lowercased(), theme.dim)]
        if parts[0].width + time.displayWidth > width {
            parts = [Line(words.valence, .bold), Line(words.kind.lowercased(), theme.dim)]
        }
        if !words.labels.isEmpty { parts.append(Line(words.labels.joined(separator: ", "))) }
        if !words.associations.isEmpty {
            parts.append(Line(MindStrings.becauseOf(words.associations.joined(separator: ", ")), theme.dim))
        }
        let indent = Line(String(repeating: " ", count: time.displayWidth))
        var lines = [Line(time, theme.dim) + parts[0]]
        for part in parts.dropFirst() {
            let longer = lines[lines.count - 1] + "  " + part
            if longer.width <= width { lines[lines.count - 1] = longer } else { lines.append(indent + part) }
        }
        return lines
    }

    /// Draws the month's most frequent feelings and their associations.
    private func drawWords(in rect: Rect, on grid: inout CellGrid) {
        guard rect.height > 2 else { return }
        var body = rect
        _ = body.cutTop(1)
        let words = notes.map { MindWords($0) }
        for (name, all) in [
            (MindStrings.felt, words.flatMap(\.labels)), (MindStrings.becauseOfHeading, words.flatMap(\.associations)),
        ] {
            guard !all.isEmpty, !body.isEmpty else { continue }
            let counts = Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
                .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            let text = counts.map { "\($0.key) \($0.value)" }.joined(separator: "  ")
            let line = Line(name.fitted(to: 12), theme.dim) + Line(text)
            grid.write(line.truncated(to: body.width - 2, ellipsis: theme.glyphs.ellipsis), in: body.cutTop(1), x: 1)
        }
    }
}

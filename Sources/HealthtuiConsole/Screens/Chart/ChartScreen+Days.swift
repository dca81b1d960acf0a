import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// The table of the chart's days: moving in it, sorting it, and finding days.
extension ChartScreen {
    /// Whether the table of days is seen; the hours of one day have a row for each bar.
    var showsDays: Bool { showsTable && shown?.days != nil }

    private func rows(_ environment: ConsoleEnvironment) -> [DayTable.Row] {
        shown.map { view($0, cursor: nil, environment).rows(table) } ?? []
    }

    /// Shows the table, or the chart again; what is read stays.
    mutating func turnTable(_ environment: ConsoleEnvironment) {
        let date = cursorBar(environment)?.interval.start
        showsTable.toggle()
        table.filter.clear()
        guard let data = shown else { return }
        if showsDays {
            entersAt = .lastValue
            enterDay(environment)
        } else if showsTable {
            if cursor.map({ data.bars.indices.contains($0) && data.bars[$0].isEmpty }) ?? true { _ = moveRow(-1) }
        } else if let date, data.days != nil {
            cursor = data.window.index(of: date) ?? cursor
        }
    }

    /// Reads the day at which the cursor enters: that of a date, else the last recorded one of the bar.
    mutating func enterDay(_ environment: ConsoleEnvironment) {
        guard let data = data.value, let days = data.days else {
            table.day = nil
            return
        }
        let view = view(data, cursor: nil, environment)
        var latest = days.span.upperBound.advanced(by: -1)
        if case .date(let date) = entersAt {
            latest = CalendarDay(date, on: CivilClock(view.dates.calendar.timeZone))
        } else if let cursor, data.bars.indices.contains(cursor) {
            let end = data.bars[cursor].interval.end.addingTimeInterval(-1)
            latest = CalendarDay(end, on: CivilClock(view.dates.calendar.timeZone))
        }
        let recorded = data.recordedDays
        table.day = recorded.first { $0 <= latest } ?? recorded.last
    }

    /// Obeys a command that the table of days has of its own; nil for others.
    mutating func obeyDays(_ command: Command, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]? {
        let columns = shown.map { view($0, cursor: nil, environment).daySortColumns } ?? []
        if table.sort.obey(command, columns: columns) {
            moveToFirst(environment)
            return []
        }
        switch command {
        case .up: return moveDay(rows: -1, environment)
        case .down: return moveDay(rows: 1, environment)
        case .earlier, .pageUp: return moveDay(rows: -max(1, table.height - 1), environment)
        case .later, .pageDown: return moveDay(rows: max(1, table.height - 1), environment)
        case .cursorLeft: return moveDay(inTime: -1, environment)
        case .cursorRight: return moveDay(inTime: 1, environment)
        case .filter:
            table.filter.begin()
            return []
        case .accept:
            table.filter.isTyping = false
            return []
        case .cancel where table.filter.isActive, .back where table.filter.isActive:
            table.filter.clear()
            return []
        default: return nil
        }
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if table.filter.type(key) { moveToFirst(environment) }
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        table.filter.paste(text)
        moveToFirst(environment)
        return []
    }

    /// Reads the first row, as a list does that was sorted or filtered.
    private mutating func moveToFirst(_ environment: ConsoleEnvironment) {
        table.day = rows(environment).lazy.compactMap(\.day).first ?? table.day
    }

    /// Goes some rows down; beyond the last one, in order of time, the page before follows, and above the first the next.
    mutating func moveDay(rows distance: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let days = rows(environment).compactMap(\.day)
        guard !days.isEmpty else { return [] }
        let here = table.day.flatMap { days.firstIndex(of: $0) } ?? 0
        let next = min(max(0, here + distance), days.count - 1)
        if next == here, table.sort.shown == nil, !table.filter.isActive {
            return page(distance > 0 ? -1 : 1, environment)
        }
        table.day = days[next]
        return []
    }

    /// Goes to the next row in time, whatever the order of the rows.
    private mutating func moveDay(inTime distance: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let days = rows(environment).compactMap(\.day).sorted()
        guard let day = table.day else { return [] }
        let next = distance < 0 ? days.last { $0 < day } : days.first { $0 > day }
        guard let next else { return table.filter.isActive ? [] : page(distance, environment) }
        table.day = next
        return []
    }

    /// Goes to a row; a press on the row under the cursor opens it.
    mutating func pressDay(_ row: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let rows = rows(environment)
        guard rows.indices.contains(row), let day = rows[row].day else { return [] }
        guard day != table.day else { return openBar(environment) }
        table.day = day
        return []
    }

    /// Sorts by the heading that was pressed.
    ///
    /// - Returns: Whether one was.
    mutating func pressHeading(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> Bool {
        let columns = shown.map { view($0, cursor: nil, environment).daySortColumns } ?? []
        guard table.sort.press(event, ChartView.tableName, columns: columns) else { return false }
        moveToFirst(environment)
        return true
    }
}

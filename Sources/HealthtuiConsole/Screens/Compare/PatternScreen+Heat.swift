import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// Each hour of each weekday: moving between them, and opening their samples.
extension PatternScreen {
    /// Whether each hour of each weekday is seen.
    var showsCells: Bool { showsHeat && !showsTable }

    /// Reads the cell with most, where none was read yet.
    mutating func enterHeat() {
        guard cell == nil, let heat = content.value?.heat else { return }
        var most: (cell: HeatCell, mean: Double)?
        for (row, cells) in heat.cells.enumerated() {
            for (hour, found) in cells.enumerated() {
                guard let mean = found.mean, mean > most?.mean ?? -.infinity else { continue }
                most = (HeatCell(row, hour), mean)
            }
        }
        cell = most?.cell
    }

    /// Handles a command of the heat map; nil for others.
    mutating func obeyHeat(_ command: Command, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]? {
        var next = cell ?? HeatCell(0, 0)
        switch command {
        case .cursorLeft: next.hour -= 1
        case .cursorRight: next.hour += 1
        case .up: next.row -= 1
        case .down: next.row += 1
        case .numbers:
            showsNumbers.toggle()
            return []
        case .open: return openCell(environment)
        default: return nil
        }
        // The hour after a day's last is in the next day; weekdays wrap around.
        if next.hour < 0 || next.hour > 23 { next.row += next.hour < 0 ? -1 : 1 }
        cell = HeatCell((next.row + 7) % 7, (next.hour + 24) % 24)
        return []
    }

    /// Reads the cell that was pressed; a press on the one that is read opens its samples.
    mutating func pressCell(_ index: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let pressed = HeatCell(index / 24, index % 24)
        guard pressed != cell else { return openCell(environment) }
        cell = pressed
        return []
    }

    private func openCell(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let cell, let pattern = content.value, let heat = pattern.heat, let span = pattern.span,
            heat.weekdays.indices.contains(cell.row), heat.cells.indices.contains(cell.row),
            heat.cells[cell.row].indices.contains(cell.hour), heat.cells[cell.row][cell.hour].days > 0
        else { return [.notice(HeatStrings.noDays)] }
        let clock = CivilClock(environment.calendar.timeZone)
        let query = SampleListQuery(
            type: type,
            from: span.lowerBound.start(on: clock),
            to: span.upperBound.advanced(by: 1).start(on: clock)
        )
        return [.open(.filtered(query, HeatStrings.filter(heat.weekdays[cell.row], cell.hour)))]
    }
}

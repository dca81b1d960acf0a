import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// Actions on the selected day: the pattern of weekdays and hours, before and after the day, and a mark on it.
extension ChartScreen {
    /// The days of the bar that is read, in the table of days the day.
    private func readDays(_ environment: ConsoleEnvironment) -> Range<CalendarDay>? {
        if showsDays { return table.day.map { $0..<$0.advanced(by: 1) } }
        guard let data = shown else { return nil }
        let clock = CivilClock(environment.calendar.timeZone)
        if data.window.step == .hour {
            // A night belongs to the day on which it ends.
            let day = CalendarDay(data.window.lastMoment, on: clock)
            return day..<day.advanced(by: 1)
        }
        guard let cursor, data.bars.indices.contains(cursor) else { return nil }
        let days = data.window.days(ofBar: cursor, on: clock)
        return days.isEmpty ? nil : days
    }

    /// Opens the pattern of the type by weekday and hour.
    func openHeat() -> [ScreenEffect<Action>] {
        guard let type = type as? HKQuantityType else { return [.notice(PatternStrings.onlyQuantities)] }
        return [.open(.heat(type))]
    }

    /// Opens before and after the day that is read: that of a mark which begins there, else the first.
    func openChange(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let days = readDays(environment), let measure = shown?.days?.measure ?? Measure(of: type) else {
            return [.notice(ChangeStrings.noDay)]
        }
        let mark = marks.filter { days.contains($0.first) }.min { ($0.first, $0.text) < ($1.first, $1.text) }
        return [.open(.change(measure, mark?.first ?? days.lowerBound, mark: mark?.text))]
    }

    /// Opens the form of a mark on the day that is read; of several days, on the first.
    func openMark(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let days = readDays(environment) else { return [.notice(ChangeStrings.noDay)] }
        return [.open(.markForm(days.lowerBound))]
    }
}

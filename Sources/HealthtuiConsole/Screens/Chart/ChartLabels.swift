import Foundation
import HealthtuiEntry
import HealthtuiTerminalUI

/// The labels under a chart, at hours, days, months or years as the calendar has them.
struct ChartLabels {
    let window: ChartWindow
    let dates: DateText

    var labels: [AxisLabel] {
        switch window.step {
        case .hour: hours
        case .day: window.span == .week ? weekdays : days
        case .week:
            changes(of: [.year, .month]) { month($1, at: $0) }
        case .month:
            window.span == .year ? months : changes(of: [.year]) { AxisLabel($0, dates.year($1)) }
        case .year: (0..<window.count).map { AxisLabel(Double($0), dates.year(start($0))) }
        }
    }

    /// A label for each bar, for charts whose bars are wide enough: the days of a month, the months of a year.
    var dense: [AxisLabel] {
        if window.step == .month, window.span == .year {
            return (0..<window.count).map { AxisLabel(Double($0), dates.month(start($0))) }
        }
        guard window.step == .day, window.span != .week, window.count <= 62 else { return [] }
        return (0..<window.count).map { AxisLabel(Double($0), "\(day(start($0)))") }
    }

    /// The labels under those of each bar: the months of days, the first with its year; the years of months.
    var outer: [AxisLabel] {
        guard !dense.isEmpty else { return [] }
        if window.step == .month {
            return (0..<window.count)
                .compactMap { index in
                    let date = start(index)
                    let isFirst = index == 0 || dates.calendar.component(.month, from: date) == 1
                    return isFirst ? AxisLabel(Double(index), dates.year(date)) : nil
                }
        }
        return (0..<window.count)
            .compactMap { index in
                let date = start(index)
                return index == 0 || day(date) == 1 ? month(date, at: Double(index)) : nil
            }
    }

    private func start(_ index: Int) -> Date { window.edges[index] }

    /// Every sixth hour, at the left edge of its bar.
    private var hours: [AxisLabel] {
        (0..<window.count)
            .compactMap { index in
                let edge = window.edges[index]
                let parts = dates.calendar.dateComponents([.hour, .minute], from: edge)
                guard let hour = parts.hour, hour % 6 == 0, parts.minute == 0 else { return nil }
                return AxisLabel(Double(index) - 0.5, dates.hour(edge))
            }
    }

    private var weekdays: [AxisLabel] {
        (0..<window.count).map { AxisLabel(Double($0), dates.weekday(start($0)) + " \(day(start($0)))") }
    }

    /// The first day of each week, with the month where it changes; the first of them names its weekday.
    private var days: [AxisLabel] {
        var month = ""
        return (0..<window.count)
            .compactMap { index in
                let date = start(index)
                guard dates.calendar.component(.weekday, from: date) == dates.calendar.firstWeekday else { return nil }
                defer { month = dates.month(date) }
                guard !month.isEmpty else { return AxisLabel(Double(index), dates.shortDay(date)) }
                return AxisLabel(Double(index), dates.month(date) != month ? dates.dayAndMonth(date) : "\(day(date))")
            }
    }

    private var months: [AxisLabel] { (0..<window.count).map { month(start($0), at: Double($0)) } }

    /// The label of a month: the first label includes the year, and so does January.
    ///
    /// A year in the place of January would be read as that of the month before.
    private func month(_ date: Date, at position: Double) -> AxisLabel {
        let whole = dates.monthAndYear(date)
        let isJanuary = dates.calendar.component(.month, from: date) == 1
        return AxisLabel(position, isJanuary ? whole : dates.month(date), asFirst: whole, isMajor: isJanuary)
    }

    /// A label where a part of the date changes.
    private func changes(
        of parts: Set<Calendar.Component>,
        _ label: (Double, Date) -> AxisLabel
    ) -> [AxisLabel] {
        var before: DateComponents?
        return (0..<window.count)
            .compactMap { index in
                let date = start(index)
                let now = dates.calendar.dateComponents(parts, from: date)
                defer { before = now }
                guard let before, before != now else { return nil }
                return label(Double(index) - 0.5, date)
            }
    }

    private func day(_ date: Date) -> Int { dates.calendar.component(.day, from: date) }
}

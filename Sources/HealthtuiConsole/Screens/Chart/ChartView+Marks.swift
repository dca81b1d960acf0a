import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// The person's marks on days: a line where each begins, and its words with the bar that is read.
extension ChartView {
    /// The marks of the chart's time, the earliest first; none over the hours of one day.
    private var shownMarks: [DayMark] {
        guard let span = data.days?.span, !span.isEmpty else { return [] }
        return marks.filter { $0.last >= span.lowerBound && $0.first < span.upperBound }
            .sorted { ($0.first, $0.last, $0.text) < ($1.first, $1.last, $1.text) }
    }

    /// The marks as places in the chart.
    var moments: [ChartMoment] {
        shownMarks.compactMap { mark in
            guard let last = data.window.index(of: start(of: mark.last)) ?? data.bars.indices.last else { return nil }
            let first = data.window.index(of: start(of: mark.first)) ?? 0
            return first <= last ? ChartMoment(first...last, mark.text.printable) : nil
        }
    }

    /// The words of the marks on the bar that is read.
    var markReading: [String] {
        guard let cursor, data.bars.indices.contains(cursor), !marks.isEmpty else { return [] }
        let days = data.window.days(ofBar: cursor, on: CivilClock(dates.calendar.timeZone))
        return shownMarks.filter { $0.first < days.upperBound && $0.last >= days.lowerBound }.prefix(3)
            .map { ChartStrings.mark($0.text.printable) }
    }
}

import Foundation
import HealthEntry
import HealthKit

/// One bar of a chart.
package struct ChartBar: Sendable, Hashable {
    package var interval: DateInterval
    /// What the bar shows of what adds up: the total, or the average day of a longer time.
    package var sum: Double?
    /// The total of the bar's whole time.
    package var total: Double?
    package var minimum: Double?
    package var maximum: Double?
    package var average: Double?
    /// A second range beside the first: the diastolic pressure beside the systolic one.
    package var secondMinimum: Double?
    package var secondMaximum: Double?
    package var secondAverage: Double?
    /// Samples that the bar is made of.
    package var samples = 0
    /// Days that have data.
    package var days = 0
    /// The value of each source by itself, by bundle identifier.
    package var sources: [String: Double] = [:]

    package init(_ interval: DateInterval) { self.interval = interval }

    package var isEmpty: Bool { sum == nil && average == nil && minimum == nil }
}

/// A stretch of a category's time, such as a stage of sleep.
package struct ChartSegment: Sendable, Hashable {
    package var value: Int
    package var start: Date
    package var end: Date
}

/// The numbers of a chart, ready to be drawn and read.
package struct ChartData: Sendable {
    /// How the numbers are drawn.
    package enum Kind: Sendable, Hashable {
        /// Bars of what adds up.
        case totals
        /// From least to greatest, with the average.
        case ranges
        /// Two ranges, the second below the first.
        case pairs
        /// When each value of a category was the case.
        case timeline
    }

    package var kind: Kind
    package var window: ChartWindow
    package var bars: [ChartBar]
    /// Whether what adds up is told as an average day, rather than as totals alone.
    package var averagesDays = true
    /// The total of the window, of what adds up.
    package var total: Double?
    /// The least, the greatest and the average value of the window.
    package var minimum: Double?
    package var maximum: Double?
    package var average: Double?
    package var secondMinimum: Double?
    package var secondMaximum: Double?
    package var secondAverage: Double?
    /// The latest value of the window.
    package var latest: Latest?
    /// The sources of the window, the one with the most first.
    package var sources: [SourceTotal] = []
    package var segments: [ChartSegment] = []
    /// Names of a timeline's rows, by value.
    package var rows: [(value: Int, label: String)] = []
    /// How many seconds of a timeline each value was the case, each second once.
    package var durations: [Int: Double] = [:]

    package init(_ kind: Kind, _ window: ChartWindow, _ bars: [ChartBar]) {
        self.kind = kind
        self.window = window
        self.bars = bars
    }

    /// The latest value.
    package struct Latest: Sendable, Hashable {
        package var text: String
        /// When it ends.
        package var date: Date
        package var start: Date
    }

    /// A source's share of a window.
    package struct SourceTotal: Sendable, Hashable {
        package var bundle: String
        package var name: String
        package var value: Double
    }

    /// Whether a bar shows an average day.
    package var barsAverageDays: Bool { averagesDays && window.step.isAveragedByDay }
    package var isEmpty: Bool { bars.allSatisfy(\.isEmpty) && segments.isEmpty }
    package var daysWithData: Int { bars.reduce(0) { $0 + $1.days } }

    /// The average of the days that have data.
    package var dailyAverage: Double? {
        guard let total, daysWithData > 0 else { return nil }
        return total / Double(daysWithData)
    }
}

/// How a chart's numbers are written.
package struct ChartUnit: Sendable, Hashable {
    package enum Style: Sendable, Hashable {
        case value(ValueUnit)
        /// Seconds, written as hours and minutes.
        case duration
        /// A number of events.
        case count
    }

    package let style: Style

    package init(_ style: Style) { self.style = style }

    package var label: String {
        switch style {
        case .value(let unit): unit.label
        case .duration, .count: ""
        }
    }

    package func text(_ number: Double) -> String {
        switch style {
        case .value(let unit): unit.text(number)
        case .duration: NumberText.duration(number)
        case .count: NumberText.text(number, decimals: number == number.rounded() ? 0 : 1)
        }
    }

    package func labelled(_ number: Double) -> String {
        switch style {
        case .value(let unit): unit.labelled(number)
        case .duration: text(number)
        case .count: number == 1 ? FactTexts.time(text(number)) : FactTexts.times(text(number))
        }
    }

    /// How an axis up to a number is written: in which unit, as how many of the stored one, and with what behind.
    ///
    /// Durations are hours, or minutes where there are few.
    package func axis(upTo most: Double) -> (divisor: Double, suffix: String) {
        guard style == .duration else { return (1, "") }
        return most < 7_200 ? (60, FactTexts.minutes) : (3_600, FactTexts.hours)
    }
}

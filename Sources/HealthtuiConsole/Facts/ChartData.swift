import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// The least, the greatest and the average of some values.
package struct ChartRange: Sendable, Hashable {
    package let minimum: Double
    package let maximum: Double
    package let average: Double

    /// A range; `nil` where one of its numbers is missing.
    package init?(minimum: Double?, maximum: Double?, average: Double?) {
        guard let minimum, let maximum, let average else { return nil }
        self.minimum = minimum
        self.maximum = maximum
        self.average = average
    }
}

/// One bar of a chart.
package struct ChartBar: Sendable, Hashable {
    /// The content of the bar.
    package enum Content: Sendable, Hashable {
        case nothing
        /// A summable quantity: the bar's value, which is the total or the average day of a longer time, and the total of the
        /// bar's whole time.
        case sum(Double, total: Double)
        case range(ChartRange)
        /// A second range below the first: the diastolic pressure below the systolic one.
        case pair(upper: ChartRange?, lower: ChartRange?)
    }

    package var interval: DateInterval
    package var content = Content.nothing
    /// Samples that the bar is made of.
    package var samples = 0
    /// The value of the bar's days together, in the person's unit; `nil` for hours, and if there is no data.
    package var value: MeasureValue?
    /// The value of each source by itself, by bundle identifier.
    package var sources: [String: Double] = [:]
    /// The time of the samples that the bar is made of, if it differs from the bar's time.
    package var recorded: DateInterval?

    package init(_ interval: DateInterval) { self.interval = interval }

    /// The bar's value for a summable quantity: the total, or the average day of a longer time.
    package var sum: Double? {
        if case .sum(let shown, _) = content { return shown }
        return nil
    }

    /// The total of the bar's whole time.
    package var total: Double? {
        if case .sum(_, let total) = content { return total }
        return nil
    }

    /// The range, or the upper one of two.
    package var range: ChartRange? {
        switch content {
        case .range(let range): range
        case .pair(let upper, _): upper
        case .nothing, .sum: nil
        }
    }

    /// The lower one of two ranges.
    package var lower: ChartRange? {
        if case .pair(_, let lower) = content { return lower }
        return nil
    }

    package var isEmpty: Bool { sum == nil && range == nil }

    /// Whether the bar's time is not over yet, so that its value may change.
    ///
    /// - Parameter now: The current time.
    /// - Returns: Whether the bar's time is not over yet.
    package func isPartial(at now: Date) -> Bool { interval.start <= now && now < interval.end }
}

/// A range of a category's time, such as a stage of sleep.
package struct ChartSegment: Sendable, Hashable {
    package var value: Int
    package var start: Date
    package var end: Date
    /// The source of the data; empty if several samples may overlap.
    package var source = ""
}

/// The least and the greatest value of a few minutes.
package struct ChartTracePoint: Sendable, Hashable {
    /// Their middle.
    package var date: Date
    package var low: Double
    package var high: Double
}

/// Other conditions during a measurement.
package struct ChartBeside: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case sleep
        case workout(String)
    }

    package var kind: Kind
    package var interval: DateInterval
    /// The lower bounds of a workout's heart rate zones, from the lowest; empty where none are known.
    package var zones: [Double] = []
}

/// The sleeps of a day: their stages, and the values of the night among them.
package struct ChartNight: Sendable, Hashable {
    /// The stages of all sleeps one after the other, each second once; time in bed if there is no sleep data.
    package var segments: [ChartSegment]
    /// The night from going to bed to waking up.
    package var interval: DateInterval
    /// The seconds that the night spent at each value, each second counted once.
    package var durations: [Int: Double]
    /// The sleeps in order, the night among them.
    package var sleeps: [ChartSleep] = []
    /// The times of day of going to bed and of waking up, in seconds since midnight; `nil` if there is no sleep data.
    package var bedtime: Double?
    package var wakeTime: Double?
    /// The seconds in bed; `nil` where that isn't known.
    package var inBed: Double?
    /// The time zone of the night; `nil` for the person's.
    package var zone: TimeZone?

    /// The other sleeps in order.
    package var naps: [ChartSleep] { sleeps.filter { !$0.isNight } }

    /// The stages of one sleep.
    package func segments(of sleep: ChartSleep) -> [ChartSegment] {
        segments.filter { $0.start >= sleep.interval.start && $0.end <= sleep.interval.end }
    }

    /// The stages of the night.
    package var nightSegments: [ChartSegment] { sleeps.first(where: \.isNight).map(segments) ?? segments }
}

/// A sleep of a day.
package struct ChartSleep: Sendable, Hashable {
    /// From falling asleep to waking up.
    package var interval: DateInterval
    /// The seconds asleep.
    package var asleep: Double
    /// Whether it is the day's night, rather than a nap.
    package var isNight: Bool
    /// The seconds at each value.
    package var durations: [Int: Double]
}

/// When each value of a category was the case.
package struct ChartTimeline: Sendable {
    package var segments: [ChartSegment] = []
    /// Names of the rows, by value.
    package var rows: [(value: Int, label: String)] = []
    /// The seconds spent at each value, each second counted once.
    package var durations: [Int: Double] = [:]
    /// The total over the time; `nil` where there is no data.
    package var total: Double?
    /// The sleeps of these stages; `nil` when this isn't sleep.
    package var night: ChartNight?
    /// The averages of the heart rate every five minutes of that night, in beats a minute.
    package var pulse: [Pulse] = []
    /// The same of the respiratory rate, in breaths a minute.
    package var breaths: [Pulse] = []
    /// The resting heart rate of the day on which that night ends, in beats a minute.
    package var restingRate: Double?
    /// The least and the greatest share that each stage had of the nights of two weeks.
    package var usualShares: [Int: ClosedRange<Double>] = [:]

    /// Whether heart rate and respiratory rate were both measured often enough for a line.
    var hasTwoLines: Bool { pulse.count > 1 && breaths.count > 1 }

    /// A rate at a time.
    package struct Pulse: Sendable, Hashable {
        package var date: Date
        package var value: Double
    }
}

/// The numbers of a chart, ready to be drawn and read.
package struct ChartData: Sendable {
    /// The form in which the numbers are drawn.
    package enum Kind: Sendable, Hashable {
        /// Bars of values that add up.
        case totals
        /// From least to greatest, with the average.
        case ranges
        /// Two ranges, the second below the first.
        case pairs
        /// When each value of a category was the case.
        case timeline
    }

    /// The summary of the window as a whole; `nil` values mean no data.
    package enum Content: Sendable {
        case totals(Double?)
        case ranges(ChartRange?, latest: Latest?)
        case pairs(upper: ChartRange?, lower: ChartRange?, latest: Latest?)
        case timeline(ChartTimeline)
    }

    package var content: Content
    package var window: ChartWindow
    package var bars: [ChartBar]
    /// Whether summable quantities are given as a daily average, rather than as totals alone.
    package var averagesDays = true
    /// The days of the window, in the measure's unit; `nil` for the hours of one day.
    package var days: MeasureDays?
    /// The number of samples of each day; empty where they aren't counted by the day.
    package var daySamples: [CalendarDay: Int] = [:]
    /// The days of each source by itself, by bundle identifier, in the measure's unit.
    package var daySources: [String: [CalendarDay: MeasureDay]] = [:]
    /// The value of the seven days that end with each bar's day, in the person's unit; empty if bars aren't days.
    package var rolling: [MeasureValue?] = []
    /// The value of all days together, in the person's unit.
    package var whole: MeasureValue?
    /// The sources of the window, the one with the most first.
    package var sources: [SourceTotal] = []
    /// The resting heart rate of each bar, under the heart rate; empty where there is none.
    package var resting: [Double?] = []
    /// The average of the resting heart rate in the window.
    package var restingAverage: Double?
    /// The night of each bar, where the chart shows nights side by side.
    package var nights: [ChartNight?] = []
    /// The least and the greatest value of each few minutes of a day; empty where hours are enough.
    package var trace: [ChartTracePoint] = []
    /// Sleep and workouts in the time of the trace.
    package var beside: [ChartBeside] = []
    /// The days of sleep that all its measures are computed from; for one night, those of the month that ends with it.
    var sleep: SleepMeasures?
    /// Blood pressures by the half of the day; nil where bars aren't days.
    var halves: PressureHalves?
    /// The format of the numbers, where it isn't that of the type: of a measure of sleep.
    var unit: ChartUnit?
    /// The number of workouts that began in each bar's time; empty where there were none.
    package var workouts: [Int] = []

    /// The same numbers for the last bars alone; values of the whole window stay.
    func suffix(_ count: Int) -> ChartData {
        guard count < bars.count else { return self }
        var last = self
        last.window = window.suffix(count)
        last.bars = Array(bars.suffix(count))
        last.resting = Array(resting.suffix(count))
        last.workouts = Array(workouts.suffix(count))
        last.rolling = Array(rolling.suffix(count))
        // The average day of the whole window doesn't apply to these bars.
        last.averagesDays = false
        return last
    }

    /// A chart whose window says nothing yet.
    package init(_ kind: Kind, _ window: ChartWindow, _ bars: [ChartBar]) {
        content =
            switch kind {
            case .totals: .totals(nil)
            case .ranges: .ranges(nil, latest: nil)
            case .pairs: .pairs(upper: nil, lower: nil, latest: nil)
            case .timeline: .timeline(ChartTimeline())
            }
        self.window = window
        self.bars = bars
    }

    package var kind: Kind {
        switch content {
        case .totals: .totals
        case .ranges: .ranges
        case .pairs: .pairs
        case .timeline: .timeline
        }
    }

    /// The total of the window, for values that add up.
    package var total: Double? {
        switch content {
        case .totals(let total): total
        case .timeline(let timeline): timeline.total
        case .ranges, .pairs: nil
        }
    }

    /// The range of the window, or the upper one of two.
    package var range: ChartRange? {
        switch content {
        case .ranges(let range, _): range
        case .pairs(let upper, _, _): upper
        case .totals, .timeline: nil
        }
    }

    /// The lower one of two ranges.
    package var lower: ChartRange? {
        if case .pairs(_, let lower, _) = content { return lower }
        return nil
    }

    /// The latest value of the window.
    package var latest: Latest? {
        switch content {
        case .ranges(_, let latest), .pairs(_, _, let latest): latest
        case .totals, .timeline: nil
        }
    }

    package var timeline: ChartTimeline? {
        if case .timeline(let timeline) = content { return timeline }
        return nil
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
    /// Whether a bar has a mean of several days.
    var isOfSeveralDays: Bool { window.step.isAveragedByDay && (kind != .totals || averagesDays) }
    package var isEmpty: Bool { bars.allSatisfy(\.isEmpty) && timeline?.segments.isEmpty ?? true }

    /// The mean of the days that are over; `nil` for the hours of one day.
    package var dailyAverage: Double? { whole?.mean }
}

import Foundation
import HealthKit
import HealthtuiFacts

extension Measure.SleepPart {
    /// The measures that a chart of sleep can show, in the order of its switch.
    static let charted: [Measure.SleepPart] = [
        .sleep, .night, .deep, .core, .rem, .awake, .bedtime, .wakeTime, .inBed, .efficiency, .naps,
    ]
}

extension ChartUnit {
    /// The format of a measure of sleep; times of day continue past midnight around their mean.
    init(ofSleep days: MeasureDays) {
        switch days.measure.unit {
        case .clock:
            let times = days.known(days.span).map(\.value.value)
            self.init(.clock(around: ClockMean(times).seconds ?? 0))
        case .percent: self.init(.share)
        case .count: self.init(.count)
        default: self.init(.duration)
        }
    }
}

extension SleepMeasures {
    /// The chart of one of the measures; values by source are only known for all sleep.
    ///
    /// - Parameters:
    ///   - measured: The days of the measure.
    ///   - window: The time.
    ///   - unit: The format of the numbers.
    ///   - clock: The clocks of the person's zone.
    /// - Returns: The chart.
    func chart(_ measured: MeasureDays, _ window: ChartWindow, _ unit: ChartUnit, on clock: CivilClock) -> ChartData {
        var days = ChartDays(measured: measured)
        (days.samples, days.recorded) = (samples, recorded)
        var chart = ChartFold(days: days, window: window, unit: unit, clock: clock).chart
        chart.unit = unit
        chart.sleep = self
        return chart
    }
}

// A chart of sleep as one of its measures has it.
extension ChartData {
    /// The same time by a measure of sleep; one night stays unchanged.
    ///
    /// - Parameters:
    ///   - part: The measure.
    ///   - unit: The format of a neighbouring chart; nil for its own.
    ///   - clock: The clocks of the person's zone.
    /// - Returns: The chart.
    func of(_ part: Measure.SleepPart, _ unit: ChartUnit? = nil, on clock: CivilClock) -> ChartData {
        guard part != .sleep, timeline == nil, let sleep, let measured = sleep.parts[part] else { return self }
        let unit = unit ?? ChartUnit(ofSleep: measured)
        return sleep.chart(measured, window, unit, on: clock)
    }

    /// The days that the measures of sleep are read of: the window's.
    ///
    /// - Parameter clock: The clocks of the person's zone.
    /// - Returns: The days.
    func sleepSpan(on clock: CivilClock) -> Range<CalendarDay> {
        let span = window.days(on: clock)
        return window.step == .hour ? span.lowerBound..<max(span.lowerBound.advanced(by: 1), span.upperBound) : span
    }

    /// The measures of sleep that have values in the window, in the order of the switch, and the one that is shown.
    ///
    /// - Parameters:
    ///   - shown: The one that is shown.
    ///   - clock: The clocks of the person's zone.
    /// - Returns: The measures.
    func sleepParts(with shown: Measure.SleepPart, on clock: CivilClock) -> [Measure.SleepPart] {
        guard let sleep else { return [] }
        let span = sleepSpan(on: clock)
        return Measure.SleepPart.charted.filter { part in
            if part == shown { return true }
            let days = span.compactMap { sleep.parts[part]?.days[$0] }
            // Days of sleep without a nap have 0 naps, which isn't worth a chart.
            return part == .naps ? days.contains { $0.value > 0 } : !days.isEmpty
        }
    }
}

import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// The days that a chart is made of, with the details of its bars.
struct ChartDays: Sendable {
    /// The days by one source alone.
    struct Source: Sendable {
        let name: String
        var days: [CalendarDay: MeasureDay] = [:]
        var samples = 0
    }

    /// How many days before the window are read as well, for the week that ends with its first day.
    static let lead = 6

    var measured: MeasureDays
    /// The days of the second number of a pair, with their bounds.
    var lower: [CalendarDay: MeasureDay] = [:]
    /// The number of samples of each day; none where they aren't counted by the day.
    var samples: [CalendarDay: Int] = [:]
    /// The time of the samples that each day is made of, if it differs from the day.
    var recorded: [CalendarDay: DateInterval] = [:]
    /// The sources by bundle identifier; empty unless requested.
    var sources: [String: Source] = [:]
    var latest: ChartData.Latest?
    /// The same days by each measure of sleep; empty of other types.
    var parts: [Measure.SleepPart: MeasureDays] = [:]

    /// The days of a pair: those that have both numbers.
    ///
    /// - Parameters:
    ///   - measure: The measure.
    ///   - upper: The days of the first number.
    ///   - lower: The days of the second.
    /// - Returns: The days.
    static func pair(_ measure: Measure, _ upper: ChartDays, _ lower: ChartDays) -> ChartDays {
        var pair = upper
        pair.measured = MeasureDays(
            measure,
            in: upper.measured.span,
            [:],
            recorded: nil,
            today: upper.measured.today,
            firstWeekday: upper.measured.firstWeekday
        )
        for (day, above) in upper.measured.days {
            guard let below = lower.measured.days[day] else { continue }
            pair.measured.days[day] = above
            pair.measured.days[day]?.second = below.value
            pair.lower[day] = below
        }
        if let below = lower.latest, pair.latest?.date == below.date { pair.latest?.text += "/" + below.text }
        return pair
    }
}

extension Measure {
    /// How a chart draws it.
    var chartKind: ChartData.Kind {
        switch subject {
        case .bloodPressure: .pairs
        case .sleep(.bedtime), .sleep(.wakeTime), .sleep(.efficiency): .ranges
        case .sleep: .totals
        default: kind == .level ? .ranges : .totals
        }
    }

    /// Whether longer bars show the average day, rather than the total: counted or rare events are added up.
    var barsAverageDays: Bool {
        switch subject {
        case .quantity, .sleep, .rings: true
        default: kind != .total
        }
    }
}

extension ChartWindow {
    /// The days of the whole window.
    ///
    /// - Parameter clock: The clocks of the person's zone.
    /// - Returns: The days.
    func days(on clock: CivilClock) -> Range<CalendarDay> {
        let first = CalendarDay(start, on: clock)
        return first..<max(first, CalendarDay(end, on: clock))
    }

    /// The days of a bar.
    func days(ofBar index: Int, on clock: CivilClock) -> Range<CalendarDay> {
        guard let bar = bar(index) else { return days(on: clock).prefix(0) }
        let first = CalendarDay(bar.start, on: clock)
        // A day that the zone skipped belongs to no bar.
        let end =
            step == .day ? first.advanced(by: 1) : CalendarDay(bar.end, on: clock)
        return first..<max(first, end)
    }
}

extension Range<CalendarDay> {
    /// The first days.
    fileprivate func prefix(_ count: Int) -> Range<CalendarDay> { lowerBound..<lowerBound.advanced(by: count) }
}

/// Makes the bars of a chart of its days.
struct ChartFold {
    let days: ChartDays
    let window: ChartWindow
    let unit: ChartUnit
    let clock: CivilClock

    private var measure: Measure { days.measured.measure }
    private var kind: ChartData.Kind { measure.chartKind }

    /// The chart.
    var chart: ChartData {
        var data = ChartData(kind, window, (0..<window.count).map(bar))
        data.averagesDays = measure.barsAverageDays
        data.days = days.measured
        if !days.parts.isEmpty {
            data.sleep = SleepMeasures(parts: days.parts, samples: days.samples, recorded: days.recorded)
        }
        data.daySamples = days.samples
        data.daySources = days.sources.mapValues(\.days)
        let span = window.days(on: clock)
        data.whole = days.measured.fold(span).map(shown)
        switch kind {
        case .totals, .timeline: data.content = .totals(data.whole.flatMap { total(span, $0) })
        case .ranges: data.content = .ranges(upper(span, data.whole), latest: days.latest)
        case .pairs:
            data.content = .pairs(upper: upper(span, data.whole), lower: lower(span, data.whole), latest: days.latest)
        }
        if window.step == .day { data.rolling = (0..<window.count).map(rolling) }
        data.sources = days.sources
            .compactMap { bundle, source in
                own(source, span)
                    .map { (source.samples, ChartData.SourceTotal(bundle: bundle, name: source.name, value: $0)) }
            }
            .sorted { left, right in
                let (one, other) = (left.1, right.1)
                return kind == .totals
                    ? (other.value, one.name, one.bundle) < (one.value, other.name, other.bundle)
                    : (right.0, one.name, one.bundle) < (left.0, other.name, other.bundle)
            }
            .map(\.1)
        return data
    }

    /// The week that ends with a bar's day; nil for a day that isn't over.
    private func rolling(_ index: Int) -> MeasureValue? {
        guard let day = window.days(ofBar: index, on: clock).first, days.measured.isOver(day) else {
            return nil
        }
        return days.measured.fold(day.advanced(by: -ChartDays.lead)..<day.advanced(by: 1)).map(shown)
    }

    private func bar(_ index: Int) -> ChartBar {
        let interval = window.bar(index) ?? DateInterval(start: window.end, duration: 0)
        let span = window.days(ofBar: index, on: clock)
        var bar = ChartBar(interval)
        bar.samples = span.reduce(0) { $0 + (days.samples[$1] ?? 0) }
        bar.recorded = span.compactMap { days.recorded[$0] }
            .reduce(nil) { whole, own in
                guard let whole else { return own }
                return DateInterval(start: min(whole.start, own.start), end: max(whole.end, own.end))
            }
        // Days that count as 0 are included in means, but have no bars.
        guard span.contains(where: { days.measured.days[$0] != nil }), let value = days.measured.fold(span).map(shown)
        else { return bar }
        bar.value = value
        switch kind {
        case .totals, .timeline:
            let total = total(span, value)
            let isAveraged = measure.barsAverageDays && window.step.isAveragedByDay
            bar.content = .sum(isAveraged ? value.mean ?? total : total, total: total)
        case .ranges: bar.content = upper(span, value).map { .range($0) } ?? .nothing
        case .pairs: bar.content = .pair(upper: upper(span, value), lower: lower(span, value))
        }
        for (bundle, source) in days.sources {
            let whole = fold(source, span).map(shown)
            bar.sources[bundle] =
                kind == .totals && !(measure.barsAverageDays && window.step.isAveragedByDay)
                ? whole?.value : whole?.mean
        }
        return bar
    }

    /// The sum of some days: of levels, such as sleep, as well.
    private func total(_ span: Range<CalendarDay>, _ value: MeasureValue) -> Double {
        value.total ?? unit.number(span.reduce(0) { $0 + (days.measured.day($1)?.value ?? 0) }, in: measure.unit)
    }

    private func fold(_ source: ChartDays.Source, _ span: Range<CalendarDay>) -> MeasureValue? {
        var own = days.measured
        own.days = source.days
        // A source by itself says nothing of a day on which it recorded nothing.
        own.recorded = nil
        return own.fold(span)
    }

    /// A source's value for the window: the total, or the mean of a level.
    private func own(_ source: ChartDays.Source, _ span: Range<CalendarDay>) -> Double? {
        fold(source, span).map(shown)?.value
    }

    private func upper(_ span: Range<CalendarDay>, _ value: MeasureValue?) -> ChartRange? {
        range(days.measured.days, span, mean: value?.mean)
    }

    private func lower(_ span: Range<CalendarDay>, _ value: MeasureValue?) -> ChartRange? {
        range(days.lower, span, mean: value?.second)
    }

    /// From the least to the greatest value of some days, with the mean of the days.
    private func range(
        _ days: [CalendarDay: MeasureDay],
        _ span: Range<CalendarDay>,
        mean: Double?
    ) -> ChartRange? {
        let known = span.compactMap { days[$0] }
        return ChartRange(
            minimum: known.map { $0.least ?? $0.value }.min().map { unit.number($0, in: measure.unit) },
            maximum: known.map { $0.greatest ?? $0.value }.max().map { unit.number($0, in: measure.unit) },
            average: mean
        )
    }

    /// A value in the person's unit.
    private func shown(_ value: MeasureValue) -> MeasureValue {
        var value = value
        value.value = unit.number(value.value, in: measure.unit)
        value.second = value.second.map { unit.number($0, in: measure.unit) }
        value.total = value.total.map { unit.number($0, in: measure.unit) }
        value.mean = value.mean.map { unit.number($0, in: measure.unit) }
        return value
    }
}

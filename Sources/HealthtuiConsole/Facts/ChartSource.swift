import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// The source of a chart's numbers, by type.
struct ChartSource: Sendable {
    let type: HKSampleType
    let environment: ConsoleEnvironment
    /// Whether days without anything count as 0, of what adds up, between the first record and the last.
    var countsZeros = false

    /// The times between which the type has data; nil when it has none.
    func extent() async throws -> ClosedRange<Date>? {
        let identifiers = Set([type.identifier] + (isPressure ? [BloodPressure.systolicType.identifier] : []))
        let summaries = try await environment.ask { try $0.types() }.get()
        let own = summaries.filter { identifiers.contains($0.identifier) }
        guard let first = own.map(\.first).min(), let last = own.map(\.last).max() else { return nil }
        let start = isSleep ? try await SleepChartReader(environment: environment).firstDay(since: first) : first
        let end = min(last, max(environment.now, start))
        return start...max(start, end)
    }

    /// The measure whose days the chart shows.
    var measure: Measure { Measure(of: type) ?? Measure(.events(type)) }

    func chart(_ window: ChartWindow, separatesSources: Bool) async throws -> ChartData {
        var data = try await numbers(window, separatesSources: separatesSources)
        if isSleep, window.step != .hour {
            guard window.span == .week else { return data }
            data.nights = try await SleepChartReader(environment: environment).nights(data)
        } else if !isQuantity, window.step != .hour {
            try await countSamples(of: &data)
        }
        if isPressure, window.step == .day, !data.isEmpty { data.halves = try await halves(window) }
        guard type == HKQuantityType(.heartRate) else { return data }
        try await addResting(to: &data)
        let context = HeartContextReader(environment: environment)
        if window.span == .day {
            // A value recorded once a day makes no line over its hours.
            data.resting = []
            try await context.addDay(to: &data)
        } else if window.step == .day {
            try await context.addWorkouts(to: &data)
        }
        return data
    }

    /// The numbers of the type alone, without lines of others.
    func numbers(_ window: ChartWindow, separatesSources: Bool = false) async throws -> ChartData {
        guard window.step != .hour else { return try await hours(window, separatesSources: separatesSources) }
        let days = try await days(window, separatesSources: separatesSources)
        return ChartFold(
            days: countsZeros && measure.canCountZeros ? try await withZeros(days) : days,
            window: window,
            unit: unit,
            clock: clock
        )
        .chart
    }

    private var clock: CivilClock { CivilClock(environment.calendar.timeZone) }

    /// Whether the numbers are added up from columns, rather than made of samples one by one.
    var isQuantity: Bool { type is HKQuantityType || isPressure }

    /// The days of a window.
    private func days(_ window: ChartWindow, separatesSources: Bool) async throws -> ChartDays {
        if let type = type as? HKQuantityType {
            return try await StatisticsReader(type, environment).days(window, separatesSources: separatesSources)
        }
        if isPressure {
            let upper = StatisticsReader(BloodPressure.systolicType, environment)
            let lower = StatisticsReader(BloodPressure.diastolicType, environment)
            return .pair(
                measure,
                try await upper.days(window, separatesSources: separatesSources),
                try await lower.days(window, separatesSources: false)
            )
        }
        let span = window.days(on: clock)
        let read = span.lowerBound.advanced(by: -ChartDays.lead)..<span.upperBound
        var days =
            isSleep
            ? try await SleepChartReader(environment: environment).chartDays(read)
            : ChartDays(measured: try await measured(measure, read))
        if case .mind(.mood) = measure.subject, days.measured.days.isEmpty {
            // People who record only momentary emotions have these.
            days.measured = try await measured(Measure(.mind(.emotions)), read)
        }
        days.measured.span = span
        for part in days.parts.keys { days.parts[part]?.span = span }
        guard separatesSources else { return days }
        days.sources =
            isSleep
            ? try await SleepChartReader(environment: environment).days(bySource: window)
            : try await EventReader(environment: environment, type: type).days(bySource: window)
        return days
    }

    /// The same days with a 0 where nothing was recorded, between the first record and the last.
    private func withZeros(_ days: ChartDays) async throws -> ChartDays {
        let (measure, calendar, now) = (measure, environment.calendar, environment.now)
        var days = days
        days.measured.recorded =
            try await environment.ask { person in
                try MeasureReader(.person(person), calendar: calendar, now: now).recorded(measure)
            }
            .get()
        days.measured.countsZeros = true
        let span = days.measured.span
        days.measured = days.measured.written(span.lowerBound.advanced(by: -ChartDays.lead)..<span.upperBound)
        return days
    }

    private func measured(_ measure: Measure, _ span: Range<CalendarDay>) async throws -> MeasureDays {
        let (calendar, now) = (environment.calendar, environment.now)
        return
            try await environment.ask { person in
                try MeasureReader(.person(person), calendar: calendar, now: now).days(of: measure, in: span)
            }
            .get()
    }

    /// The hours of one day.
    private func hours(_ window: ChartWindow, separatesSources: Bool) async throws -> ChartData {
        if let type = type as? HKQuantityType {
            return try await StatisticsReader(type, environment).hours(window, separatesSources: separatesSources)
        }
        if isPressure { return try await pressure(window, separatesSources: separatesSources) }
        if isSleep { return try await SleepChartReader(environment: environment).day(window) }
        var data = try await EventReader(environment: environment, type: type).day(window)
        let whole = try await measured(measure, window.days(on: clock)).whole
        switch data.content {
        case .timeline(var timeline):
            timeline.total = whole?.value
            data.content = .timeline(timeline)
        case .totals: data.content = .totals(whole?.value)
        case .ranges, .pairs:
            let ranges = data.bars.compactMap(\.range)
            let range = ChartRange(
                minimum: ranges.map(\.minimum).min(),
                maximum: ranges.map(\.maximum).max(),
                average: whole?.value
            )
            data.content = .ranges(range, latest: nil)
        }
        return data
    }

    /// The hours of one day of blood pressures: those that have both numbers.
    private func pressure(_ window: ChartWindow, separatesSources: Bool) async throws -> ChartData {
        let upper = StatisticsReader(BloodPressure.systolicType, environment)
        let lower = StatisticsReader(BloodPressure.diastolicType, environment)
        var data = try await upper.hours(window, separatesSources: separatesSources)
        let second = try await lower.hours(window, separatesSources: false)
        for (index, below) in second.bars.enumerated() where data.bars.indices.contains(index) {
            let above = data.bars[index].range
            data.bars[index].content =
                above == nil || below.range == nil ? .nothing : .pair(upper: above, lower: below.range)
        }
        var latest = data.latest
        if let below = second.latest, latest?.date == below.date { latest?.text += "/" + below.text }
        data.content = .pairs(upper: data.range, lower: second.range, latest: latest)
        return data
    }

    /// Counts the samples behind each bar: those that Enter opens.
    private func countSamples(of data: inout ChartData) async throws {
        let bars = data.bars.indices.filter { !data.bars[$0].isEmpty }
        let queries = bars.map { index in
            let time = data.bars[index].interval
            return SampleListQuery(type: type, from: time.start, to: time.end)
        }
        let counts = try await environment.ask { person in try queries.map { try person.count($0) } }.get()
        for (index, count) in zip(bars, counts) { data.bars[index].samples = count }
    }

    /// Reads the resting heart rate over the same bars, where it has the unit of the heart rate.
    private func addResting(to data: inout ChartData) async throws {
        let type = HKQuantityType(.restingHeartRate)
        guard environment.unit(type).label == environment.unit(HKQuantityType(.heartRate)).label else { return }
        let resting = try await ChartSource(type: type, environment: environment).numbers(data.window)
        guard let average = resting.range?.average else { return }
        data.resting = resting.bars.map { $0.range?.average }
        data.restingAverage = average
    }

    var isSleep: Bool { type.isSleep }
    var isPressure: Bool { type.identifier == BloodPressure.type?.identifier }

    /// The format of the numbers.
    var unit: ChartUnit {
        if let type = type as? HKQuantityType { return ChartUnit(.value(environment.unit(type))) }
        if isPressure { return ChartUnit(.value(environment.unit(BloodPressure.systolicType))) }
        switch measure.unit {
        case .duration, .clock, .pace: return ChartUnit(.duration)
        case .valence: return ChartUnit(.valence)
        default: return ChartUnit(.count)
        }
    }

    /// The window of a span that ends with the day of a date.
    func window(_ span: ChartSpan, ending date: Date, data: ClosedRange<Date>?) -> ChartWindow {
        ChartWindow(
            span,
            ending: date,
            data: data,
            calendar: environment.calendar,
            // Nights are easy to distinguish, so two weeks of them fit side by side.
            weeks: isSleep ? 2 : 1
        )
    }
}

extension HKObjectType {
    /// Whether it is the type of sleep, whose days are made of sleeps rather than of samples.
    var isSleep: Bool { identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue }
}

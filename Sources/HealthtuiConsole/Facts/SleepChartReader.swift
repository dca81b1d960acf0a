import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Reads the sleeps of days for a chart.
struct SleepChartReader: Sendable {
    let environment: ConsoleEnvironment

    private static let type = HKCategoryType(.sleepAnalysis)
    private static let bed = HKCategoryValueSleepAnalysis.inBed.rawValue

    private var clock: CivilClock { CivilClock(environment.calendar.timeZone) }

    /// The sleeps of some days, and the samples that were read for them.
    private func read(_ span: Range<CalendarDay>) async throws -> (days: SleepDays, samples: [SleepSample]) {
        let (calendar, now) = (environment.calendar, environment.now)
        return
            try await environment.ask { person in
                try MeasureReader(.person(person), calendar: calendar, now: now).readSleep(span)
            }
            .get()
    }

    /// The sleeps of some days.
    ///
    /// - Parameter span: The days.
    /// - Returns: The days that have sleep or time in bed.
    /// - Throws: Errors from the store.
    func days(_ span: Range<CalendarDay>) async throws -> SleepDays { try await read(span).days }

    /// The beginning of the first day with sleep; a first sleep often begins on the evening before.
    ///
    /// - Parameter date: When the first sample begins.
    /// - Returns: The beginning of the day; the date if no sleep follows.
    /// - Throws: Errors from the store.
    func firstDay(since date: Date) async throws -> Date {
        let day = day(of: date)
        let first = try await days(day..<day.advanced(by: 3)).days.first
        return first.map { max(date, $0.day.start(on: clock)) } ?? date
    }

    /// The day of a moment, on the person's clocks.
    func day(of date: Date) -> CalendarDay { CalendarDay(date, on: clock) }

    /// The days of a window.
    func span(_ window: ChartWindow) -> Range<CalendarDay> {
        let first = day(of: window.start)
        return first..<max(first, day(of: window.end.addingTimeInterval(-1)).advanced(by: 1))
    }

    /// The chart of a window: the sleeps of one day, or bars of days.
    ///
    /// - Parameters:
    ///   - window: The time.
    ///   - unit: The format of lengths of sleep.
    ///   - separatesSources: Whether to tell what each source recorded.
    /// - Returns: The chart.
    /// - Throws: Errors from the store.
    func chart(_ window: ChartWindow, _ unit: ChartUnit, separatesSources: Bool) async throws -> ChartData {
        let span = span(window)
        if window.step == .hour {
            let (sleep, samples) = try await read(span)
            return try await timeline(sleep, samples, window)
        }
        let (sleep, samples) = try await read(span.lowerBound.advanced(by: -ChartDays.lead)..<span.upperBound)
        var days = ChartDays(measured: measured(sleep, span))
        days.samples = counts(samples, sleep, window)
        if separatesSources { days.sources = sources(samples, span) }
        var data = ChartFold(days: days, window: window, unit: unit, clock: clock).chart
        let own = sleep.days.filter { span.contains($0.day) }
        for day in own where day.asleep != nil {
            guard let index = index(of: day.day, window) else { continue }
            let recorded = data.bars[index].recorded ?? day.interval
            data.bars[index].recorded = DateInterval(
                start: min(recorded.start, day.interval.start),
                end: max(recorded.end, day.interval.end)
            )
        }
        if window.span == .week {
            let nights = Dictionary(own.map { ($0.day, Self.night($0)) }, uniquingKeysWith: { $1 })
            data.nights = data.bars.map { nights[day(of: $0.interval.start)] }
        }
        return data
    }

    private func measured(_ sleep: SleepDays, _ span: Range<CalendarDay>) -> MeasureDays {
        var days = MeasureDays(
            Measure(.sleep(.sleep)),
            in: span,
            [:],
            recorded: nil,
            today: day(of: environment.now),
            firstWeekday: environment.calendar.firstWeekday
        )
        for day in sleep.days { days.days[day.day] = day.measure(.sleep) }
        days.leftOut = sleep.leftOut.values.reduce(0, +)
        return days
    }

    private func index(of day: CalendarDay, _ window: ChartWindow) -> Int? { window.index(of: day.start(on: clock)) }

    /// The number of samples of each day: those that touch a sleep go with it, others with the day on which they end.
    private func counts(_ samples: [SleepSample], _ sleep: SleepDays, _ window: ChartWindow) -> [CalendarDay: Int] {
        let sleeps = sleep.days.flatMap { day in day.sleeps.map { (sleep: $0, day: day.day) } }
            .sorted { $0.sleep.start < $1.sleep.start }
        var next = 0
        var counts: [CalendarDay: Int] = [:]
        for sample in samples {
            let start = Date(timeIntervalSinceReferenceDate: sample.start)
            let end = Date(timeIntervalSinceReferenceDate: sample.end)
            while next < sleeps.count, sleeps[next].sleep.end <= start { next += 1 }
            let isInSleep = next < sleeps.count && sleeps[next].sleep.start < end
            let day = isInSleep ? sleeps[next].day : day(of: end.addingTimeInterval(-0.001))
            if index(of: day, window) != nil { counts[day, default: 0] += 1 }
        }
        return counts
    }

    /// The days by each source alone.
    private func sources(_ samples: [SleepSample], _ span: Range<CalendarDay>) -> [String: ChartDays.Source] {
        Dictionary(grouping: samples, by: \.bundle)
            .compactMapValues { own in
                let days = SleepFold.days(own, SleepSources(), zone: environment.calendar.timeZone).days(in: span)
                var source = ChartDays.Source(name: own.last?.source ?? own.first?.bundle ?? "")
                source.samples = own.count
                for day in days.days { source.days[day.day] = day.measure(.sleep) }
                return source.days.isEmpty ? nil : source
            }
    }

    // MARK: One day

    private func timeline(
        _ sleep: SleepDays,
        _ samples: [SleepSample],
        _ window: ChartWindow
    ) async throws -> ChartData {
        var data = ChartData(.timeline, window, (0..<window.count).compactMap(window.bar).map(ChartBar.init))
        var timeline = ChartTimeline()
        if let day = sleep.days.last {
            let night = Self.night(day)
            let beds = day.sleeps.flatMap(\.beds) + day.beds.flatMap(\.ranges)
            timeline.segments = beds.map { ChartSegment(value: Self.bed, start: $0.start, end: $0.end) }
            timeline.segments += day.sleeps.flatMap(\.ranges).map { ChartSegment($0) }
            timeline.rows = Set(timeline.segments.map(\.value)).sorted(by: SleepStage.isAbove)
                .map { ($0, SleepStage.name($0)) }
            timeline.total = day.asleep
            timeline.durations = night.durations
            timeline.durations[Self.bed] = day.inBed
            timeline.night = night
            timeline = try await surrounded(timeline, day, window)
        }
        data.content = .timeline(timeline)
        for sample in samples {
            guard let index = window.index(of: Date(timeIntervalSinceReferenceDate: sample.start)) else { continue }
            data.bars[index].samples += 1
        }
        return data
    }

    /// A day among several.
    static func night(_ day: SleepDay) -> ChartNight {
        guard let main = day.main else {
            let segments = day.beds.flatMap(\.ranges)
                .map { ChartSegment(value: bed, start: $0.start, end: $0.end) }
            return ChartNight(
                segments: segments,
                interval: day.interval,
                durations: [:],
                inBed: day.inBed,
                zone: day.beds.last?.zone
            )
        }
        return ChartNight(
            segments: day.sleeps.flatMap(\.ranges).map { ChartSegment($0) },
            interval: DateInterval(start: main.bedStart, end: main.end),
            durations: main.durations,
            sleeps: day.sleeps.map { sleep in
                ChartSleep(
                    interval: DateInterval(start: sleep.start, end: sleep.end),
                    asleep: sleep.asleep,
                    isNight: sleep.start == main.start,
                    durations: sleep.durations
                )
            },
            bedtime: main.bedtime,
            wakeTime: main.wakeTime,
            inBed: main.inBed,
            zone: main.zone
        )
    }
}

extension ChartSegment {
    /// A range of a sleep.
    init(_ range: SleepRange) {
        self.init(value: range.value, start: range.start, end: range.end, source: range.source)
    }
}

extension ChartNight {
    /// When the time asleep came to a length.
    ///
    /// - Parameter length: The length, in seconds.
    /// - Returns: The moment; nil where the day has less sleep.
    func moment(ofSleep length: Double) -> Date? {
        let awake = [HKCategoryValueSleepAnalysis.inBed, .awake].map(\.rawValue)
        var left = length
        for segment in segments where !awake.contains(segment.value) {
            let own = segment.end.timeIntervalSince(segment.start)
            // Nights that read as long as the goal met it.
            if left <= own + 30 { return min(segment.start.addingTimeInterval(left), segment.end) }
            left -= own
        }
        return nil
    }
}

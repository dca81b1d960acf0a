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
    func span(_ window: ChartWindow) -> Range<CalendarDay> { window.days(on: clock) }

    /// The days of a chart, with the samples of each and their times.
    ///
    /// - Parameter span: The days.
    /// - Returns: The days.
    /// - Throws: Errors from the store.
    func chartDays(_ span: Range<CalendarDay>) async throws -> ChartDays {
        let (calendar, now) = (environment.calendar, environment.now)
        let read =
            try await environment.ask { person in
                try MeasureReader(.person(person), calendar: calendar, now: now).sleep(.sleep, in: span)
            }
            .get()
        var days = ChartDays(measured: read.measured)
        days.parts = Self.parts(read.days, like: read.measured)
        days.samples = count(read.samples, read.days)
        for day in read.days.days { days.recorded[day.day] = day.interval }
        return days
    }

    /// The same days by each measure of sleep.
    ///
    /// - Parameters:
    ///   - sleep: The sleeps.
    ///   - measured: The days of one of the measures.
    /// - Returns: The days of each.
    static func parts(_ sleep: SleepDays, like measured: MeasureDays) -> [Measure.SleepPart: MeasureDays] {
        Measure.SleepPart.allCases.reduce(into: [:]) { parts, part in
            var days = MeasureDays(
                Measure(.sleep(part)),
                in: measured.span,
                [:],
                recorded: measured.recorded,
                today: measured.today,
                firstWeekday: measured.firstWeekday
            )
            days.leftOut = measured.leftOut
            for day in sleep.days { days.days[day.day] = day.measure(part) }
            parts[part] = days
        }
    }

    /// The nights of the bars of a chart, side by side.
    func nights(_ data: ChartData) async throws -> [ChartNight?] {
        let nights = Dictionary(
            try await days(span(data.window)).days.map { ($0.day, Self.night($0)) },
            uniquingKeysWith: { $1 }
        )
        return data.bars.map { nights[day(of: $0.interval.start)] }
    }

    /// The time asleep on the days of a window as each source alone has it.
    ///
    /// - Parameter window: The days.
    /// - Returns: The sources by bundle identifier.
    /// - Throws: Errors from the store.
    func days(bySource window: ChartWindow) async throws -> [String: ChartDays.Source] {
        let span = span(window)
        let samples = try await read(span).samples
        return Dictionary(grouping: samples, by: \.bundle)
            .compactMapValues { own in
                let days = SleepFold.days(own, SleepSources(), zone: environment.calendar.timeZone).days(in: span)
                guard let last = own.last, days.days.contains(where: { $0.asleep != nil }) else { return nil }
                var source = ChartDays.Source(name: last.source)
                source.samples = own.count
                for day in days.days { source.days[day.day] = day.measure(.sleep) }
                return source
            }
    }

    /// Counts the samples of each day: those that touch a sleep with it, others on the day on which they end.
    private func count(_ samples: [SleepSample], _ sleep: SleepDays) -> [CalendarDay: Int] {
        let sleeps = sleep.days.flatMap { day in day.sleeps.map { (sleep: $0, day: day.day) } }
            .sorted { $0.sleep.start < $1.sleep.start }
        var counts: [CalendarDay: Int] = [:]
        var next = 0
        for sample in samples {
            let start = Date(timeIntervalSinceReferenceDate: sample.start)
            let end = Date(timeIntervalSinceReferenceDate: sample.end)
            while next < sleeps.count, sleeps[next].sleep.end <= start { next += 1 }
            let isInSleep = next < sleeps.count && sleeps[next].sleep.start < end
            counts[isInSleep ? sleeps[next].day : day(of: end.addingTimeInterval(-0.001)), default: 0] += 1
        }
        return counts
    }

    // MARK: One day

    /// One day: its sleeps and their context.
    ///
    /// - Parameter window: The day and its hours.
    /// - Returns: The numbers.
    /// - Throws: Errors from the store.
    func day(_ window: ChartWindow) async throws -> ChartData {
        let (sleep, samples) = try await read(span(window))
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
        if !sleep.days.isEmpty { data.sleep = try await month(endingWith: window) }
        for sample in samples {
            guard let index = window.index(of: Date(timeIntervalSinceReferenceDate: sample.start)) else { continue }
            data.bars[index].samples += 1
        }
        return data
    }

    /// The days of the month that ends with a day, by every measure of sleep.
    private func month(endingWith window: ChartWindow) async throws -> SleepMeasures {
        let month = ChartWindow(
            .month,
            ending: window.start,
            data: nil,
            calendar: environment.calendar,
            weeks: 1
        )
        // The samples of the month aren't read: the switch and the bars say values alone.
        return SleepMeasures(parts: try await chartDays(span(month)).parts)
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
    /// The moment when the time asleep reached a length.
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

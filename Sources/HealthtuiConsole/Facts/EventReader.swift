import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Reads samples that are events or ranges of time for a chart: categories, sleep and workouts.
struct EventReader: Sendable {
    let environment: ConsoleEnvironment
    let type: HKSampleType

    /// Whether the samples are sleep.
    private var isSleep: Bool { Self.dayOffset(type) != 0 }

    /// The offset of the type's day start from midnight.
    static func dayOffset(_ type: HKSampleType) -> TimeInterval {
        type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue ? SleepNight.dayOffset : 0
    }

    /// Whether a week shows nights side by side rather than bars.
    static func showsNights(_ type: HKSampleType) -> Bool { dayOffset(type) != 0 }

    /// The numbers of one day: when each value of a category was the case, or what began in each hour.
    ///
    /// - Parameter window: The day and its hours.
    /// - Returns: The numbers.
    /// - Throws: Errors from the store.
    func day(_ window: ChartWindow) async throws -> ChartData {
        let samples = try await samples(from: window.start, to: window.end)
        guard let category = type as? HKCategoryType else {
            return hours(samples, try await parts(of: samples, window), window)
        }
        var data = timeline(category, samples, try await sources(), window)
        if let timeline = data.timeline, let night = timeline.night {
            data.content = .timeline(try await surrounded(timeline, night, window))
        }
        return data
    }

    /// The nights of the days of a window, side by side.
    func nights(_ window: ChartWindow) async throws -> [ChartNight?] {
        let groups = grouped(try await samples(from: window.start, to: window.end), window)
        let sources = try await sources()
        return (0..<window.count).map { groups[$0].flatMap { SleepNight.night($0, sources) } }
    }

    /// The days of a window by each source alone, whatever other sources recorded at the same time.
    ///
    /// - Parameter window: The days.
    /// - Returns: The sources by bundle identifier.
    /// - Throws: Errors from the store.
    func days(bySource window: ChartWindow) async throws -> [String: ChartDays.Source] {
        let samples = try await samples(from: window.start, to: window.end)
        let clock = CivilClock(environment.calendar.timeZone)
        let offset = Self.dayOffset(type)
        return Dictionary(grouping: samples) { $0.sourceRevision.source }
            .reduce(into: [:]) { sources, own in
                var source = ChartDays.Source(name: own.key.name)
                source.samples = own.value.count
                let days = Dictionary(grouping: own.value.filter { window.index(of: place(of: $0)) != nil }) {
                    CalendarDay(place(of: $0).addingTimeInterval(-offset), on: clock)
                }
                source.days = days.compactMapValues { day($0) }
                sources[own.key.bundleIdentifier] = source
            }
    }

    /// What one source's samples of a day come to.
    private func day(_ samples: [HKSample]) -> MeasureDay? {
        if isSleep { return SleepNight(samples).map { MeasureDay($0.asleep) } }
        let moods = samples.compactMap { ($0 as? HKStateOfMind)?.valence }
        if !moods.isEmpty { return MeasureDay(moods.reduce(0, +) / Double(moods.count)) }
        let isTime = Measure(of: type)?.unit == .duration
        if isTime { return MeasureDay(samples.reduce(0) { $0 + Self.length($1) }) }
        let counted = samples.count { sample in
            guard let category = sample as? HKCategorySample else { return true }
            return EventValue.counts(category.value, of: category.categoryType.entry.values)
        }
        return counted > 0 ? MeasureDay(Double(counted)) : nil
    }

    /// What began in each hour: its length, its mood or how often it was.
    private func hours(_ samples: [HKSample], _ parts: WorkoutParts, _ window: ChartWindow) -> ChartData {
        let isMood = type is HKStateOfMindType
        var data = ChartData(
            isMood ? .ranges : .totals,
            window,
            (0..<window.count).compactMap(window.bar).map(ChartBar.init)
        )
        for (index, own) in grouped(samples, window) {
            data.bars[index].samples = own.count
            let moods = own.compactMap { ($0 as? HKStateOfMind)?.valence }
            guard !isMood else {
                let average = moods.reduce(0, +) / Double(max(1, moods.count))
                let range = ChartRange(minimum: moods.min(), maximum: moods.max(), average: average)
                data.bars[index].content = range.map { .range($0) } ?? .nothing
                continue
            }
            let total =
                type is HKWorkoutType
                ? own.reduce(0) { $0 + Self.length($1) * parts.counted($1.uuid) } : Double(own.count)
            data.bars[index].content = .sum(total, total: total)
        }
        return data
    }

    /// The samples that overlap a time, oldest first.
    func samples(from start: Date, to end: Date) async throws -> [HKSample] {
        let descriptor = HKSampleQueryDescriptor(
            predicates: [
                .sample(type: type, predicate: HKQuery.predicateForSamples(withStart: start, end: end, options: []))
            ],
            sortDescriptors: [SortDescriptor(\HKSample.startDate)]
        )
        return try await descriptor.result(for: environment.store)
    }

    /// The order of sources that the person set for sleep, and those left out; none for what isn't sleep.
    func sources() async throws -> SourcePriority {
        guard isSleep else { return SourcePriority(order: []) }
        let identifier = type.identifier
        return try await environment.ask { try $0.chosenSources(identifier) }.get()
    }

    /// The moment by which a sample belongs to a bar.
    private func place(of sample: HKSample) -> Date { isSleep ? sample.endDate : sample.startDate }

    /// What counts of workouts that several sources recorded (R7.27).
    private func parts(of samples: [HKSample], _ window: ChartWindow) async throws -> WorkoutParts {
        guard type is HKWorkoutType, !samples.isEmpty else { return .whole }
        let times = samples.map { WorkoutTime($0) }
        return
            try await environment.ask { try WorkoutCounting($0).parts(of: times, from: window.start, $0) }
            .get()
    }

    /// The night that belongs to a day; nil where nothing was recorded.
    ///
    /// - Parameter window: The day.
    /// - Returns: The data of the day's bar.
    /// - Throws: Errors from the store.
    func night(_ window: ChartWindow) async throws -> SleepNight? {
        let samples = try await samples(from: window.start, to: window.end)
        return SleepNight(samples.filter { window.index(of: $0.endDate) != nil }, try await sources())
    }

    private func grouped(_ samples: [HKSample], _ window: ChartWindow) -> [Int: [HKSample]] {
        var groups: [Int: [HKSample]] = [:]
        for sample in samples {
            guard let index = window.index(of: place(of: sample)) else { continue }
            groups[index, default: []].append(sample)
        }
        return groups
    }

    static func length(_ sample: HKSample) -> Double {
        if let workout = sample as? HKWorkout { return workout.duration }
        return sample.hasUndeterminedDuration ? 0 : sample.endDate.timeIntervalSince(sample.startDate)
    }

    private func timeline(
        _ type: HKCategoryType,
        _ samples: [HKSample],
        _ sources: SourcePriority,
        _ window: ChartWindow
    ) -> ChartData {
        var data = ChartData(.timeline, window, (0..<window.count).compactMap(window.bar).map(ChartBar.init))
        let categories = samples.compactMap { $0 as? HKCategorySample }
            .filter { !sources.excluded.contains($0.sourceRevision.source.bundleIdentifier) }
        var timeline = ChartTimeline()
        let bed = HKCategoryValueSleepAnalysis.inBed.rawValue
        // The stages of a night are one after the other, however many sources recorded it.
        timeline.segments = categories.filter { !isSleep || $0.value == bed }
            .map { sample in
                let end = sample.hasUndeterminedDuration ? window.end : sample.endDate
                return ChartSegment(value: sample.value, start: sample.startDate, end: end)
            }
        if isSleep { timeline.segments += SleepNight.stages(categories, sources) }
        let used = Set(timeline.segments.map(\.value))
        timeline.rows = used.sorted(by: SleepNight.isAbove)
            .map { ($0, type.enumeration?.case(value: $0)?.label ?? FactStrings.value($0)) }
        if type.entry.values == "HKCategoryValue" { timeline.rows = timeline.rows.map { ($0.value, type.entry.name) } }
        // A longer chart counts a sample on one day: what only reaches into this one is drawn, and not counted.
        let counted = categories.filter { window.index(of: place(of: $0)) != nil }
        if isSleep {
            timeline.total = SleepNight(counted, sources)?.asleep
            timeline.night = SleepNight.night(counted, sources)
        }
        for row in timeline.rows {
            timeline.durations[row.value] =
                isSleep && row.value != bed
                ? timeline.night?.durations[row.value] ?? 0
                : SleepNight.covered(counted.filter { $0.value == row.value })
        }
        data.content = .timeline(timeline)
        for sample in categories {
            guard let index = window.index(of: sample.startDate) else { continue }
            data.bars[index].samples += 1
        }
        return data
    }
}

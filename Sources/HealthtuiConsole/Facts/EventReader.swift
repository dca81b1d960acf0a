import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Reads samples that are events or ranges of time for a chart: categories, sleep and workouts.
struct EventReader: Sendable {
    let environment: ConsoleEnvironment
    let type: HKSampleType

    /// The numbers of one day: when each value of a category applied, or the events that began in each hour.
    ///
    /// - Parameter window: The day and its hours.
    /// - Returns: The numbers.
    /// - Throws: Errors from the store.
    func day(_ window: ChartWindow) async throws -> ChartData {
        let samples = try await samples(from: window.start, to: window.end)
        guard let category = type as? HKCategoryType else {
            return hours(samples, try await parts(of: samples, window), window)
        }
        return timeline(category, samples, window)
    }

    /// The days of a window by each source alone, whatever other sources recorded at the same time.
    ///
    /// - Parameter window: The days.
    /// - Returns: The sources by bundle identifier.
    /// - Throws: Errors from the store.
    func days(bySource window: ChartWindow) async throws -> [String: ChartDays.Source] {
        let samples = try await samples(from: window.start, to: window.end)
        let clock = CivilClock(environment.calendar.timeZone)
        return Dictionary(grouping: samples) { $0.sourceRevision.source }
            .reduce(into: [:]) { sources, own in
                var source = ChartDays.Source(name: own.key.name)
                source.samples = own.value.count
                let days = Dictionary(grouping: own.value.filter { window.index(of: $0.startDate) != nil }) {
                    CalendarDay($0.startDate, on: clock)
                }
                source.days = days.compactMapValues { day($0) }
                sources[own.key.bundleIdentifier] = source
            }
    }

    /// The value of one source's samples of a day.
    private func day(_ samples: [HKSample]) -> MeasureDay? {
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

    /// The events that began in each hour: their length, mood or number.
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

    /// The counted parts of workouts that several sources recorded (R7.27).
    private func parts(of samples: [HKSample], _ window: ChartWindow) async throws -> WorkoutParts {
        guard type is HKWorkoutType, !samples.isEmpty else { return .whole }
        let times = samples.map { WorkoutTime($0) }
        return
            try await environment.ask { try WorkoutCounting($0).parts(of: times, from: window.start, $0) }
            .get()
    }

    private func grouped(_ samples: [HKSample], _ window: ChartWindow) -> [Int: [HKSample]] {
        var groups: [Int: [HKSample]] = [:]
        for sample in samples {
            guard let index = window.index(of: sample.startDate) else { continue }
            groups[index, default: []].append(sample)
        }
        return groups
    }

    static func length(_ sample: HKSample) -> Double {
        if let workout = sample as? HKWorkout { return workout.duration }
        return sample.hasUndeterminedDuration ? 0 : sample.endDate.timeIntervalSince(sample.startDate)
    }

    private func timeline(_ type: HKCategoryType, _ samples: [HKSample], _ window: ChartWindow) -> ChartData {
        var data = ChartData(.timeline, window, (0..<window.count).compactMap(window.bar).map(ChartBar.init))
        let categories = samples.compactMap { $0 as? HKCategorySample }
        var timeline = ChartTimeline()
        timeline.segments = categories.map { sample in
            let end = sample.hasUndeterminedDuration ? window.end : sample.endDate
            return ChartSegment(value: sample.value, start: sample.startDate, end: end)
        }
        timeline.rows = Set(timeline.segments.map(\.value)).sorted()
            .map { ($0, type.enumeration?.case(value: $0)?.label ?? FactStrings.value($0)) }
        if type.entry.values == "HKCategoryValue" { timeline.rows = timeline.rows.map { ($0.value, type.entry.name) } }
        // A longer chart counts a sample on one day only: a sample that merely reaches into this day is drawn, but not
        // counted.
        let counted = categories.filter { window.index(of: $0.startDate) != nil }
        for row in timeline.rows {
            timeline.durations[row.value] = Self.covered(counted.filter { $0.value == row.value })
        }
        data.content = .timeline(timeline)
        for sample in counted {
            guard let index = window.index(of: sample.startDate) else { continue }
            data.bars[index].samples += 1
        }
        return data
    }

    /// The number of seconds that samples cover, each second counted once.
    ///
    /// - Parameter samples: The samples, in order of their starts; one without an end is ignored.
    /// - Returns: The seconds.
    private static func covered(_ samples: [HKCategorySample]) -> Double {
        var total = 0.0
        var reached = Date.distantPast
        for sample in samples where !sample.hasUndeterminedDuration && sample.endDate > reached {
            total += sample.endDate.timeIntervalSince(max(reached, sample.startDate))
            reached = sample.endDate
        }
        return total
    }
}

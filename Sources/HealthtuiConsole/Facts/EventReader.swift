import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Reads samples that are events or ranges of time for a chart: categories, sleep and workouts.
struct EventReader: Sendable {
    let environment: ConsoleEnvironment
    let type: HKSampleType

    /// The quantity summed over a bar's time.
    var measure: EventMeasure { EventMeasure(type) }

    /// The offset of the type's day start from midnight.
    static func dayOffset(_ type: HKSampleType) -> TimeInterval {
        type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue ? SleepNight.dayOffset : 0
    }

    /// Whether a week shows nights side by side rather than bars.
    static func showsNights(_ type: HKSampleType) -> Bool { dayOffset(type) != 0 }

    /// Whether longer bars show an average day.
    private var isAveraged: Bool { measure == .sleep }

    func chart(_ window: ChartWindow, separatesSources: Bool) async throws -> ChartData {
        let samples = try await samples(from: window.start, to: window.end)
        let sources = try await sources()
        if window.span == .day, let category = type as? HKCategoryType {
            var data = timeline(category, samples, sources, window)
            if let timeline = data.timeline, let night = timeline.night {
                data.content = .timeline(try await surrounded(timeline, night, window))
            }
            return data
        }
        var data = ChartData(.totals, window, (0..<window.count).compactMap(window.bar).map(ChartBar.init))
        data.averagesDays = isAveraged
        let parts = try await parts(of: samples, window)
        let totals = totals(of: samples, sources, parts, window)
        var bySource: [String: ChartData.SourceTotal] = [:]
        for (index, total) in totals.enumerated() {
            data.bars[index].content = total.map { .sum($0, total: $0) } ?? .nothing
        }
        for sample in samples {
            guard let index = window.index(of: place(of: sample)) else { continue }
            data.bars[index].samples += 1
            data.bars[index].latest = max(data.bars[index].latest ?? .distantPast, sample.endDate)
        }
        if separatesSources {
            for (source, own) in Dictionary(grouping: samples, by: { $0.sourceRevision.source }) {
                let values = self.totals(of: own, SourcePriority(order: []), .whole, window)
                for (index, value) in values.enumerated() { data.bars[index].sources[source.bundleIdentifier] = value }
                bySource[source.bundleIdentifier] = ChartData.SourceTotal(
                    bundle: source.bundleIdentifier,
                    name: source.name,
                    value: values.compactMap { $0 }.reduce(0, +)
                )
            }
        }
        data.sources = bySource.values.sorted { ($1.value, $0.name) < ($0.value, $1.name) }
        countDays(of: samples, in: &data)
        if measure == .sleep, window.span == .week {
            let groups = grouped(samples, window)
            data.nights = data.bars.indices.map { groups[$0].flatMap { SleepNight.night($0, sources) } }
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
        guard measure == .sleep else { return SourcePriority(order: []) }
        let identifier = type.identifier
        return try await environment.ask { try $0.chosenSources(identifier) }.get()
    }

    /// The moment by which a sample belongs to a bar.
    private func place(of sample: HKSample) -> Date { measure == .sleep ? sample.endDate : sample.startDate }

    /// What counts of workouts that several sources recorded (R7.27).
    private func parts(of samples: [HKSample], _ window: ChartWindow) async throws -> WorkoutParts {
        guard type is HKWorkoutType, !samples.isEmpty else { return .whole }
        let times = samples.map { WorkoutTime($0) }
        return
            try await environment.ask { try WorkoutCounting($0).parts(of: times, from: window.start, $0) }
            .get()
    }

    /// One total a bar; nil where there is nothing.
    private func totals(
        of samples: [HKSample],
        _ sources: SourcePriority,
        _ parts: WorkoutParts,
        _ window: ChartWindow
    ) -> [Double?] {
        var totals = [Double?](repeating: nil, count: window.count)
        for (index, group) in grouped(samples, window) { totals[index] = total(of: group, sources, parts) }
        return totals
    }

    /// The total of the samples of one bar, or of one day.
    private func total(
        of samples: [HKSample],
        _ sources: SourcePriority,
        _ parts: WorkoutParts = .whole
    ) -> Double? {
        guard !samples.isEmpty else { return nil }
        switch measure {
        case .sleep:
            // Night by night: what one source tells of a night says nothing of another.
            let offset = Self.dayOffset(type)
            let nights = Dictionary(grouping: samples) {
                environment.calendar.civilStartOfDay(for: $0.endDate.addingTimeInterval(-offset))
            }
            let asleep = nights.sorted { $0.key < $1.key }.compactMap { SleepNight($0.value, sources)?.asleep }
            return asleep.isEmpty ? nil : asleep.reduce(0, +)
        case .duration: return samples.reduce(0) { $0 + Self.length($1) * parts.counted($1.uuid) }
        case .events(let value):
            return Double(samples.count { value == nil || ($0 as? HKCategorySample)?.value == value })
        }
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

    private func countDays(of samples: [HKSample], in data: inout ChartData) {
        var days = [Set<Date>](repeating: [], count: data.bars.count)
        let offset = Self.dayOffset(type)
        for sample in samples {
            let place = place(of: sample)
            guard let index = data.window.index(of: place) else { continue }
            days[index].insert(environment.calendar.civilStartOfDay(for: place.addingTimeInterval(-offset)))
        }
        for index in data.bars.indices {
            data.bars[index].days = days[index].count
            guard let total = data.bars[index].total else { continue }
            let isAveraged = isAveraged && data.window.step.isAveragedByDay
            let shown = isAveraged ? total / Double(max(1, days[index].count)) : total
            data.bars[index].content = .sum(shown, total: total)
        }
        let totals = data.bars.compactMap(\.total)
        data.content = .totals(totals.isEmpty ? nil : totals.reduce(0, +))
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
        let isSleep = measure == .sleep
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
        timeline.total = total(of: counted, sources)
        if isSleep { timeline.night = SleepNight.night(counted, sources) }
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

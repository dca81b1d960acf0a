import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Reads samples that are events or ranges of time for a chart: categories and workouts.
struct EventReader: Sendable {
    let environment: ConsoleEnvironment
    let type: HKSampleType

    /// The quantity summed over a bar's time.
    var measure: EventMeasure { EventMeasure(type) }

    func chart(_ window: ChartWindow, separatesSources: Bool) async throws -> ChartData {
        let samples = try await samples(from: window.start, to: window.end)
        if window.span == .day, let category = type as? HKCategoryType { return timeline(category, samples, window) }
        var data = ChartData(.totals, window, (0..<window.count).compactMap(window.bar).map(ChartBar.init))
        data.averagesDays = false
        let parts = try await parts(of: samples, window)
        let totals = totals(of: samples, parts, window)
        var bySource: [String: ChartData.SourceTotal] = [:]
        for (index, total) in totals.enumerated() {
            data.bars[index].content = total.map { .sum($0, total: $0) } ?? .nothing
        }
        for sample in samples {
            guard let index = window.index(of: sample.startDate) else { continue }
            data.bars[index].samples += 1
        }
        if separatesSources {
            for (source, own) in Dictionary(grouping: samples, by: { $0.sourceRevision.source }) {
                let values = self.totals(of: own, .whole, window)
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
        _ parts: WorkoutParts,
        _ window: ChartWindow
    ) -> [Double?] {
        var totals = [Double?](repeating: nil, count: window.count)
        for (index, group) in grouped(samples, window) { totals[index] = total(of: group, parts) }
        return totals
    }

    /// The total of the samples of one bar, or of one day.
    private func total(
        of samples: [HKSample],
        _ parts: WorkoutParts = .whole
    ) -> Double? {
        guard !samples.isEmpty else { return nil }
        switch measure {
        case .sleep, .duration: return samples.reduce(0) { $0 + Self.length($1) * parts.counted($1.uuid) }
        case .events(let value):
            return Double(samples.count { value == nil || ($0 as? HKCategorySample)?.value == value })
        }
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

    private func countDays(of samples: [HKSample], in data: inout ChartData) {
        var days = [Set<Date>](repeating: [], count: data.bars.count)
        for sample in samples {
            guard let index = data.window.index(of: sample.startDate) else { continue }
            days[index].insert(environment.calendar.civilStartOfDay(for: sample.startDate))
        }
        for index in data.bars.indices { data.bars[index].days = days[index].count }
        let totals = data.bars.compactMap(\.total)
        data.content = .totals(totals.isEmpty ? nil : totals.reduce(0, +))
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
        // A longer chart counts a sample on one day: what only reaches into this one is drawn, and not counted.
        let counted = categories.filter { window.index(of: $0.startDate) != nil }
        timeline.total = total(of: counted)
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

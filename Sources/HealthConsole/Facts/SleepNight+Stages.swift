import Foundation
import HealthFacts
import HealthKit

extension SleepNight {
    /// The stages of a night, each moment once, however many sources recorded it.
    ///
    /// Where sources differ, what one tells as sleep is sleep, as in the time asleep; a stage goes before sleep without one,
    /// and among stages the source goes first that tells the most of the night. So they add up to the time asleep.
    ///
    /// - Parameter samples: The samples of sleep; time in bed is none of the stages.
    /// - Returns: The stages in their order; those that follow on each other with one value are one.
    static func stages(_ samples: [HKCategorySample]) -> [ChartSegment] {
        let known = samples.filter {
            $0.value != HKCategoryValueSleepAnalysis.inBed.rawValue && !$0.hasUndeterminedDuration
                && $0.endDate > $0.startDate
        }
        let order = sourceOrder(known)
        func comesBefore(_ left: HKCategorySample, _ right: HKCategorySample) -> Bool {
            func key(_ sample: HKCategorySample) -> (Int, Int, Date) {
                (rank(sample.value), order[bundle(sample)] ?? .max, sample.startDate)
            }
            let (first, second) = (key(left), key(right))
            return first == second ? left.uuid.uuidString < right.uuid.uuidString : first < second
        }
        let starts = known.sorted { $0.startDate < $1.startDate }
        let edges = Set(known.flatMap { [$0.startDate, $0.endDate] }).sorted()
        var segments: [ChartSegment] = []
        var active: [HKCategorySample] = []
        var next = 0
        for (from, to) in zip(edges, edges.dropFirst()) {
            active.removeAll { $0.endDate <= from }
            while next < starts.count, starts[next].startDate <= from {
                active.append(starts[next])
                next += 1
            }
            guard let sample = active.min(by: comesBefore) else { continue }
            if let last = segments.last, last.end == from, last.value == sample.value {
                segments[segments.count - 1].end = to
            } else {
                let source = sample.sourceRevision.source.name
                segments.append(ChartSegment(value: sample.value, start: from, end: to, source: source))
            }
        }
        return segments
    }

    private static func bundle(_ sample: HKCategorySample) -> String { sample.sourceRevision.source.bundleIdentifier }

    /// Stages, then sleep without a stage, then being awake.
    private static func rank(_ value: Int) -> Int {
        switch HKCategoryValueSleepAnalysis(rawValue: value) {
        case .asleepCore, .asleepREM, .asleepDeep: 0
        case .awake: 2
        default: 1
        }
    }

    /// The sources, by how much of the night they tell in stages.
    private static func sourceOrder(_ samples: [HKCategorySample]) -> [String: Int] {
        var reported: [String: Double] = [:]
        for sample in samples {
            let length = rank(sample.value) == 0 ? sample.endDate.timeIntervalSince(sample.startDate) : 0
            reported[bundle(sample), default: 0] += length
        }
        let sorted = reported.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return Dictionary(sorted.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// How long each value was the case, in segments.
    static func durations(_ segments: [ChartSegment]) -> [Int: Double] {
        segments.reduce(into: [:]) { $0[$1.value, default: 0] += $1.end.timeIntervalSince($1.start) }
    }

    /// A night among several.
    ///
    /// - Parameter samples: Its samples.
    /// - Returns: The night; nil where nothing was recorded that has a length.
    static func night(_ samples: [HKSample]) -> ChartNight? {
        let categories = samples.compactMap { $0 as? HKCategorySample }
            .filter { !$0.hasUndeterminedDuration && $0.endDate > $0.startDate }
        guard let start = categories.map(\.startDate).min(), let end = categories.map(\.endDate).max() else {
            return nil
        }
        let stages = stages(categories)
        let isAsleep = stages.contains { $0.value != HKCategoryValueSleepAnalysis.awake.rawValue }
        let bed = categories.filter { $0.value == HKCategoryValueSleepAnalysis.inBed.rawValue }
            .map { ChartSegment(value: $0.value, start: $0.startDate, end: $0.endDate) }
        return ChartNight(
            segments: isAsleep ? stages : bed + stages,
            interval: DateInterval(start: start, end: end),
            durations: durations(stages)
        )
    }
}

import Foundation
import HealthKit

/// The sleep of one night: each moment counts once, regardless of the number of sources that recorded it.
package struct SleepNight: Sendable, Hashable {
    /// Seconds asleep, excluding time awake in between; time in bed if no source records sleep.
    package let asleep: Double
    package let start: Date
    package let end: Date

    /// The offset from midnight at which the day of a night begins.
    package static let dayOffset: TimeInterval = -6 * 3_600

    /// The type of sleep.
    package static let type = HKCategoryType(.sleepAnalysis)

    /// Creates the night of some samples; nil if none of them has time asleep or in bed.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - sources: The person's order of sources for sleep, and the excluded ones.
    package init?(_ samples: [HKSample], _ sources: SourcePriority = SourcePriority(order: [])) {
        let categories = sources.counted(samples.compactMap { $0 as? HKCategorySample })
        let awake = HKCategoryValueSleepAnalysis.awake.rawValue
        let sleeping = Self.timeRanges(categories, sources).filter { $0.value != awake }
        if let first = sleeping.first, let last = sleeping.last {
            asleep = sleeping.reduce(0) { $0 + $1.end.timeIntervalSince($1.start) }
            (start, end) = (first.start, last.end)
            return
        }
        let bed = categories.filter { $0.value == HKCategoryValueSleepAnalysis.inBed.rawValue }
            .filter { !$0.hasUndeterminedDuration && $0.endDate > $0.startDate }
            .sorted { $0.startDate < $1.startDate }
        guard let first = bed.first, let last = bed.map(\.endDate).max() else { return nil }
        asleep = Self.covered(bed)
        (start, end) = (first.startDate, last)
    }

    /// A time span with one value.
    package struct TimeRange: Sendable, Hashable {
        package let value: Int
        package let start: Date
        package var end: Date
        /// The source that recorded it.
        package let source: String
    }

    /// The state at each moment of a night: a sleep stage, asleep or awake; time in bed is neither.
    ///
    /// If several sources have data, the first in the person's order counts, and another one where it has none. Sources
    /// without a place in the order come after the others, the one with the most time in stages first. Within a source,
    /// awake takes precedence over a stage, and a stage over unspecified sleep: if an app records the whole night as
    /// asleep, with stages and awake times on top, the overlaid values are the ones meant.
    ///
    /// - Parameters:
    ///   - samples: The samples of sleep.
    ///   - sources: The person's order of sources for sleep, and the excluded ones.
    /// - Returns: The ranges in order; adjacent ones with the same value are merged.
    package static func timeRanges(
        _ samples: [HKCategorySample],
        _ sources: SourcePriority = SourcePriority(order: [])
    ) -> [TimeRange] {
        let known = sources.counted(samples)
            .filter {
                $0.value != HKCategoryValueSleepAnalysis.inBed.rawValue && !$0.hasUndeterminedDuration
                    && $0.endDate > $0.startDate
            }
        let order = sourceOrder(known, sources.order)
        func comesBefore(_ left: HKCategorySample, _ right: HKCategorySample) -> Bool {
            func key(_ sample: HKCategorySample) -> (Int, Int, Date) {
                (order[bundle(sample)] ?? .max, rank(sample.value), sample.startDate)
            }
            let (first, second) = (key(left), key(right))
            return first == second ? left.uuid.uuidString < right.uuid.uuidString : first < second
        }
        let starts = known.sorted { $0.startDate < $1.startDate }
        let edges = Set(known.flatMap { [$0.startDate, $0.endDate] }).sorted()
        var timeRanges: [TimeRange] = []
        var active: [HKCategorySample] = []
        var next = 0
        for (from, to) in zip(edges, edges.dropFirst()) {
            active.removeAll { $0.endDate <= from }
            while next < starts.count, starts[next].startDate <= from {
                active.append(starts[next])
                next += 1
            }
            guard let sample = active.min(by: comesBefore) else { continue }
            if let last = timeRanges.last, last.end == from, last.value == sample.value {
                timeRanges[timeRanges.count - 1].end = to
            } else {
                let source = sample.sourceRevision.source.name
                timeRanges.append(TimeRange(value: sample.value, start: from, end: to, source: source))
            }
        }
        return timeRanges
    }

    private static func bundle(_ sample: HKCategorySample) -> String { sample.sourceRevision.source.bundleIdentifier }

    /// Awake, then stages, then unspecified sleep.
    private static func rank(_ value: Int) -> Int {
        switch HKCategoryValueSleepAnalysis(rawValue: value) {
        case .awake: 0
        case .asleepCore, .asleepREM, .asleepDeep: 1
        default: 2
        }
    }

    /// The rank of sources: as the person ordered them, then by their time in stages, then by their total time.
    private static func sourceOrder(_ samples: [HKCategorySample], _ chosen: [String]) -> [String: Int] {
        let ranks = Dictionary(chosen.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        let sources = Dictionary(grouping: samples.sorted { $0.startDate < $1.startDate }, by: bundle)
        let told = sources.mapValues { own in
            (inStages: covered(own.filter { rank($0.value) == 1 }), inAll: covered(own))
        }
        let sorted = told.sorted {
            let places = (ranks[$0.key] ?? .max, ranks[$1.key] ?? .max)
            if places.0 != places.1 { return places.0 < places.1 }
            return ($1.value.inStages, $1.value.inAll, $0.key) < ($0.value.inStages, $0.value.inAll, $1.key)
        }
        return Dictionary(sorted.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The number of seconds that samples cover, each second counted once.
    ///
    /// - Parameter samples: The samples, in order of their starts; one without an end is ignored.
    /// - Returns: The seconds.
    package static func covered(_ samples: [HKCategorySample]) -> Double {
        var total = 0.0
        var reached = Date.distantPast
        for sample in samples where !sample.hasUndeterminedDuration && sample.endDate > reached {
            total += sample.endDate.timeIntervalSince(max(reached, sample.startDate))
            reached = sample.endDate
        }
        return total
    }

    /// The order of stages from top to bottom, as the Health app draws them: in bed, awake, REM, core, deep.
    package static func isAbove(_ left: Int, _ right: Int) -> Bool {
        func rank(_ value: Int) -> Int {
            switch HKCategoryValueSleepAnalysis(rawValue: value) {
            case .inBed: 0
            case .awake: 1
            case .asleepREM: 2
            case .asleepCore: 3
            case .asleepDeep: 5
            default: 4
            }
        }
        return (rank(left), left) < (rank(right), right)
    }
}

extension SourcePriority {
    /// The samples whose sources aren't excluded.
    fileprivate func counted(_ samples: [HKCategorySample]) -> [HKCategorySample] {
        excluded.isEmpty ? samples : samples.filter { !excluded.contains($0.sourceRevision.source.bundleIdentifier) }
    }
}

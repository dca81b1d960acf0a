import Foundation
import HealthKit

/// What the samples of one night say: each moment counts once, however many sources recorded it.
package struct SleepNight: Sendable, Hashable {
    /// Seconds asleep, without those awake in between; in bed where no source tells sleep.
    package let asleep: Double
    package let start: Date
    package let end: Date

    /// How much earlier than at midnight the days begin to which nights belong.
    package static let dayOffset: TimeInterval = -6 * 3_600

    /// The type of sleep.
    package static let type = HKCategoryType(.sleepAnalysis)

    /// The night of some samples; nil where none of them has time asleep or in bed.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - sources: The order of sources that the person set for sleep, and those left out.
    package init?(_ samples: [HKSample], _ sources: SourcePriority = SourcePriority(order: [])) {
        let categories = sources.counted(samples.compactMap { $0 as? HKCategorySample })
        let awake = HKCategoryValueSleepAnalysis.awake.rawValue
        let sleeping = Self.stretches(categories, sources).filter { $0.value != awake }
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

    /// A time in which one value was the case.
    package struct Stretch: Sendable, Hashable {
        package let value: Int
        package let start: Date
        package var end: Date
        /// Which source says so.
        package let source: String
    }

    /// What the samples of a night say of each moment, asleep in which stage or awake; time in bed is neither.
    ///
    /// Where several sources say something, the one counts that is first in the person's order, and another where it says
    /// nothing. Those that are in no such order come after it, the one that tells the most of the night in stages first. Within a source being awake goes before a stage, and a stage before sleep without one: a program that
    /// records the whole night as asleep, and its stages and times awake over it, means what is over it.
    ///
    /// - Parameters:
    ///   - samples: The samples of sleep.
    ///   - sources: The order of sources that the person set for sleep, and those left out.
    /// - Returns: The stretches in their order; those that follow on each other with one value are one.
    package static func stretches(
        _ samples: [HKCategorySample],
        _ sources: SourcePriority = SourcePriority(order: [])
    ) -> [Stretch] {
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
        var stretches: [Stretch] = []
        var active: [HKCategorySample] = []
        var next = 0
        for (from, to) in zip(edges, edges.dropFirst()) {
            active.removeAll { $0.endDate <= from }
            while next < starts.count, starts[next].startDate <= from {
                active.append(starts[next])
                next += 1
            }
            guard let sample = active.min(by: comesBefore) else { continue }
            if let last = stretches.last, last.end == from, last.value == sample.value {
                stretches[stretches.count - 1].end = to
            } else {
                let source = sample.sourceRevision.source.name
                stretches.append(Stretch(value: sample.value, start: from, end: to, source: source))
            }
        }
        return stretches
    }

    private static func bundle(_ sample: HKCategorySample) -> String { sample.sourceRevision.source.bundleIdentifier }

    /// Being awake, then stages, then sleep without a stage.
    private static func rank(_ value: Int) -> Int {
        switch HKCategoryValueSleepAnalysis(rawValue: value) {
        case .awake: 0
        case .asleepCore, .asleepREM, .asleepDeep: 1
        default: 2
        }
    }

    /// The sources as the person ordered them, then by how much of the night they tell in stages, then by how much they tell
    /// of it.
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

    /// How many seconds samples cover, each second once.
    ///
    /// - Parameter samples: The samples, in order of their starts; one without an end counts for nothing.
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

    /// The order of stages from top to bottom: in bed, awake, REM, core, deep, as the Health app draws them.
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
    /// The samples whose sources aren't left out.
    fileprivate func counted(_ samples: [HKCategorySample]) -> [HKCategorySample] {
        excluded.isEmpty ? samples : samples.filter { !excluded.contains($0.sourceRevision.source.bundleIdentifier) }
    }
}

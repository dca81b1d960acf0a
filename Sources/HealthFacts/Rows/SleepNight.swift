import Foundation
import HealthKit

/// What the samples of one night say: time asleep counts once, however many sources recorded it.
package struct SleepNight: Sendable, Hashable {
    /// Seconds asleep; in bed where no source tells sleep.
    package let asleep: Double
    package let start: Date
    package let end: Date

    /// How much earlier than at midnight the days begin to which nights belong.
    package static let dayOffset: TimeInterval = -6 * 3_600

    /// The night of some samples; nil where none of them has time asleep or in bed.
    package init?(_ samples: [HKSample]) {
        let categories = samples.compactMap { $0 as? HKCategorySample }
        let sleeping = categories.filter {
            $0.value != HKCategoryValueSleepAnalysis.inBed.rawValue
                && $0.value != HKCategoryValueSleepAnalysis.awake.rawValue
        }
        let counted = (sleeping.isEmpty ? categories : sleeping)
            .filter { !$0.hasUndeterminedDuration && $0.endDate > $0.startDate }
            .sorted { $0.startDate < $1.startDate }
        guard let first = counted.first, let last = counted.map(\.endDate).max() else { return nil }
        asleep = Self.covered(counted)
        start = first.startDate
        end = last
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

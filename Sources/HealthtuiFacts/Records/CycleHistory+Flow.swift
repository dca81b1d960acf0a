import Foundation
import HealthKit

extension CycleHistory {
    /// The maximum number of days of one flow sample; a longer one is a mistake.
    private static let mostDays = 60

    /// The days with flow, from samples of menstrual flow.
    ///
    /// - Parameters:
    ///   - samples: The samples, in any order; those that say that there was none are left out.
    ///   - calendar: The person's calendar.
    /// - Returns: One entry for each day; a day begins a cycle if any of its samples says so.
    package static func flowDays(_ samples: [HKCategorySample], calendar: Calendar) -> [FlowDay] {
        var known: [Date: Bool?] = [:]
        for sample in samples where sample.value != HKCategoryValueVaginalBleeding.none.rawValue {
            let begins = sample.metadata?[HKMetadataKeyMenstrualCycleStart] as? Bool
            for (index, day) in days(of: sample, calendar).enumerated() {
                let isStart = index == 0 ? begins : false
                let before = known[day] ?? nil
                known[day] = before == true ? true : isStart ?? before
            }
        }
        return known.map { FlowDay(day: $0.key, isStart: $0.value) }
    }

    /// The days that a sample covers; one that ends at midnight doesn't touch the next.
    private static func days(of sample: HKCategorySample, _ calendar: Calendar) -> [Date] {
        let first = calendar.civilStartOfDay(for: sample.startDate)
        guard !sample.hasUndeterminedDuration, sample.endDate > sample.startDate else { return [first] }
        let last = calendar.civilStartOfDay(for: sample.endDate.addingTimeInterval(-1))
        let count = min(max(0, calendar.civilDays(from: first, to: last)), mostDays)
        return (0...count).map { calendar.civilDate(byAdding: .day, value: $0, to: first) }
    }
}

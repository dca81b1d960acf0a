import Foundation
import HealthKit

// One value for each menstrual cycle.
extension MeasureReader {
    /// The lengths of cycles, each on the last day before the next one begins, or those of periods, each on its last day
    /// with flow.
    ///
    /// The current cycle has no length, and its period none before a whole day has passed without flow.
    func cycleDays(_ part: Measure.CyclePart) throws -> [CalendarDay: MeasureDay] {
        var samples: [HKCategorySample] = []
        try visit(HKCategoryType(.menstrualFlow), from: nil, to: nil) { sample in
            if let flow = sample as? HKCategorySample { samples.append(flow) }
        }
        let history = CycleHistory(CycleHistory.flowDays(samples, calendar: calendar), calendar: calendar)
        var days: [CalendarDay: MeasureDay] = [:]
        for cycle in history.cycles {
            let start = CalendarDay(cycle.start, on: clock)
            switch part {
            case .length:
                guard let length = cycle.length else { continue }
                days[start.advanced(by: length - 1)] = MeasureDay(Double(length))
            case .period:
                let last = start.advanced(by: cycle.period - 1)
                guard cycle.length != nil || last.advanced(by: 1) < today else { continue }
                days[last] = MeasureDay(Double(cycle.period))
            }
        }
        return days
    }
}

import HealthKit
import HealthtuiFacts

extension Measure {
    static let pulse = Measure(.quantity(HKQuantityType(.restingHeartRate)))
    static let steps = Measure(.quantity(HKQuantityType(.stepCount)))
    static let night = Measure(.sleep(.night))
    static let bedtime = Measure(.sleep(.bedtime))
}

extension MeasureDays {
    /// Days of a measure, recorded from the first to the last of them.
    static func of(
        _ measure: Measure,
        _ days: [CalendarDay: MeasureDay],
        today: CalendarDay,
        firstWeekday: Int = 2
    ) -> MeasureDays {
        let recorded = days.keys.min().flatMap { first in days.keys.max().map { first...$0 } }
        let span = (recorded?.lowerBound ?? today)..<max(recorded?.lowerBound ?? today, today.advanced(by: 1))
        return MeasureDays(
            measure,
            in: span,
            days,
            recorded: recorded,
            today: today,
            firstWeekday: firstWeekday
        )
    }

    /// The same days seen on another day.
    func with(today: CalendarDay) -> MeasureDays {
        MeasureDays(measure, in: span, days, recorded: recorded, today: today, firstWeekday: firstWeekday)
    }
}

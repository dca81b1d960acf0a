import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

extension SummaryReader {
    /// Fills in the last day that has sleep, or time in bed where nothing else is known.
    func fill(_ row: inout SummaryRow, sleepUntil last: Date) async throws {
        let reader = SleepChartReader(environment: environment)
        let day = reader.day(of: last)
        // In the night's time zone it may be another day.
        let days = try await reader.days(day.advanced(by: -1)..<day.advanced(by: 2))
        guard let sleep = days.days.last, let length = sleep.asleep ?? sleep.inBed else { return }
        let interval = sleep.main.map { DateInterval(start: $0.start, end: $0.end) } ?? sleep.interval
        row.value = NumberText.duration(length)
        if sleep.asleep == nil { row.unit = NightStrings.inBed }
        row.numbers = SummaryRow.Numbers(
            value: length,
            unit: FactStrings.secondsUnit,
            date: sleep.sleeps.last?.end ?? interval.end
        )
        let dates = environment.dates
        let isToday = environment.calendar.civilDays(from: interval.end, to: environment.now) == 0
        row.note = isToday ? dates.time(interval.start) + " – " + dates.time(interval.end) : dayName(interval.end)
        row.shorterNotes = isToday ? [SummaryStrings.until(dates.time(interval.end)), dayName(interval.end)] : []
    }
}

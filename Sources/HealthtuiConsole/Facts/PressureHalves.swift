import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// The readings of blood pressure by when on a day they were taken.
struct PressureHalves: Sendable {
    /// The readings before noon, and those from noon on: every reading is in one of them.
    var early: MeasureDays
    var late: MeasureDays
    /// The readings of the morning and of the evening, as filters mean them.
    var morning: MeasureDays
    var evening: MeasureDays

    /// Whether a day has readings of both halves.
    var isOfBoth: Bool { early.days.keys.contains { late.days[$0] != nil } }
}

extension ChartSource {
    /// Reads the halves of the days of a window.
    ///
    /// - Parameter window: The days.
    /// - Returns: The halves.
    /// - Throws: Errors from the store.
    func halves(_ window: ChartWindow) async throws -> PressureHalves {
        let (calendar, now) = (environment.calendar, environment.now)
        let span = window.days(on: CivilClock(calendar.timeZone))
        let noon = 43_200
        let spans = [
            ClockSpan(start: 0, end: noon), ClockSpan(start: noon, end: 86_400),
            ClockPhrase.span("morning") ?? ClockSpan(start: 0, end: noon),
            ClockPhrase.span("evening") ?? ClockSpan(start: noon, end: 86_400),
        ]
        let days =
            try await environment.ask { person in
                try spans.map { time in
                    var reader = MeasureReader(.person(person), calendar: calendar, now: now)
                    reader.condition = .checked(.timeOfDay(time))
                    return try reader.days(of: Measure(.bloodPressure), in: span)
                }
            }
            .get()
        return PressureHalves(early: days[0], late: days[1], morning: days[2], evening: days[3])
    }
}

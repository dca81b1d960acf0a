import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

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
        var halves = PressureHalves(early: days[0], late: days[1], morning: days[2], evening: days[3])
        halves.fall = PressureFall(try await readings(window), .atHome)
        return halves
    }

    /// The readings that begin in a window.
    private func readings(_ window: ChartWindow) async throws -> [BloodPressure] {
        let query = SampleListQuery(type: type, from: window.start, to: window.end)
        let samples = try await environment.ask { try $0.samples(query, limit: Self.mostReadings) }.get()
        return
            samples
            .filter { $0.startDate >= window.start && $0.startDate < window.end }
            .compactMap { $0 as? HKCorrelation }
            .compactMap { BloodPressure($0) }
    }

    /// More than a month and a half has of the most eager cuff.
    private static var mostReadings: Int { 10_000 }
}

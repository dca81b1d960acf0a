import Foundation

extension CalendarDay {
    /// The day of a moment, on the clocks of a zone.
    package init(_ date: Date, on clock: CivilClock) {
        self.init(number: Int(exactly: clock.day(date.timeIntervalSinceReferenceDate)) ?? 0)
    }

    /// The first moment of the day, on the clocks of a zone.
    package func start(on clock: CivilClock) -> Date {
        Date(timeIntervalSinceReferenceDate: clock.start(ofDay: Double(number)))
    }
}

import Foundation

/// The doses of each day: those taken, and how many of those due were taken.
package struct DoseDays: Sendable {
    /// The doses of a day.
    package struct Day: Sendable, Hashable {
        /// The number of doses taken on the day, scheduled or not.
        package fileprivate(set) var taken = 0
        /// The number scheduled for the day whose time is over.
        package fileprivate(set) var due = 0
        /// How many of those due were taken, whenever that was.
        package fileprivate(set) var takenOfDue = 0
    }

    /// The days that have doses.
    package private(set) var days: [CalendarDay: Day] = [:]
    private let clock: CivilClock
    private let now: Date

    /// No doses.
    ///
    /// - Parameters:
    ///   - clock: The clocks that say when a day begins.
    ///   - now: The current time: a dose scheduled for later isn't due.
    package init(on clock: CivilClock, now: Date) {
        self.clock = clock
        self.now = now
    }

    /// Adds a dose.
    ///
    /// - Parameters:
    ///   - isTaken: Whether it was taken.
    ///   - scheduled: When it was due; `nil` for one taken as needed.
    ///   - logged: When it was taken, skipped or logged.
    package mutating func add(isTaken: Bool, scheduled: Date?, logged: Date) {
        if isTaken { days[CalendarDay(logged, on: clock), default: Day()].taken += 1 }
        guard let scheduled, scheduled <= now else { return }
        let day = CalendarDay(scheduled, on: clock)
        days[day, default: Day()].due += 1
        if isTaken { days[day, default: Day()].takenOfDue += 1 }
    }
}

import Foundation

/// Streaks of days on which rings were closed.
///
/// Days on which the rings were paused neither count nor break a streak, and neither does today before its ring is closed.
package struct RingStreaks: Sendable, Hashable {
    /// The streaks of one ring, or of all of them.
    package struct Streak: Sendable, Hashable {
        /// Days up to today.
        package fileprivate(set) var current = 0
        package fileprivate(set) var longest = 0
        /// The last day of the longest streak; if there are several, of the latest.
        package fileprivate(set) var longestEnd: Date?
        /// The last day on which it was closed.
        package fileprivate(set) var last: Date?

        fileprivate mutating func add(_ day: Date, isClosed: Bool, isToday: Bool) {
            guard isClosed else {
                if !isToday { current = 0 }
                return
            }
            current += 1
            last = day
            if current >= longest { (longest, longestEnd) = (current, day) }
        }
    }

    /// How often a ring was closed on one weekday.
    package struct Weekday: Sendable, Hashable {
        package fileprivate(set) var closed = 0
        /// The number of days counted.
        package fileprivate(set) var days = 0
    }

    private var rings: [ActivityRings.Kind: Streak] = [:]
    /// Days on which every ring was closed.
    package private(set) var all = Streak()
    /// How often the move ring was closed in the last ``weeks`` weeks, by the calendar's weekday number.
    package private(set) var weekdays: [Int: Weekday] = [:]

    /// The number of weeks covered by the weekdays.
    package static let weeks = 12

    /// The streaks of a period.
    ///
    /// - Parameters:
    ///   - days: The rings by day; a day without an entry closed none.
    ///   - first: The first day.
    ///   - today: The last day.
    ///   - calendar: The person's calendar.
    package init(_ days: [CalendarDay: ActivityRings], from first: Date, through today: Date, calendar: Calendar) {
        let recent = calendar.civilDate(byAdding: .day, value: -7 * Self.weeks + 1, to: today)
        var day = calendar.civilStartOfDay(for: first)
        while day <= today {
            defer { day = calendar.civilStartOfDay(for: calendar.civilDate(byAdding: .day, value: 1, to: day)) }
            let found = days[CalendarDay(day, in: calendar)]
            if found?.isPaused == true { continue }
            let isToday = calendar.isDate(day, inSameDayAs: today)
            for kind in ActivityRings.Kind.allCases {
                let isClosed = found?[kind].isClosed ?? false
                rings[kind, default: Streak()].add(day, isClosed: isClosed, isToday: isToday)
            }
            let areAllClosed = found.map { rings in ActivityRings.Kind.allCases.allSatisfy { rings[$0].isClosed } }
            all.add(day, isClosed: areAllClosed ?? false, isToday: isToday)
            guard day >= recent, let found else { continue }
            let weekday = calendar.component(.weekday, from: day)
            weekdays[weekday, default: Weekday()].days += 1
            if found.move.isClosed { weekdays[weekday, default: Weekday()].closed += 1 }
        }
    }

    package subscript(kind: ActivityRings.Kind) -> Streak { rings[kind] ?? Streak() }
}

import Foundation

/// A moment as the days of an assistant count it.
package struct AssistantMoment: Sendable, Hashable {
    /// The day in the zone of the grant.
    package let today: CalendarDay
    /// The last full hour of the day, 0 to 23.
    package let hour: Int
    /// The start of that hour: samples that ended later aren't included yet.
    package let end: Date
    /// The first day that may be included.
    package let first: CalendarDay

    /// A moment.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - grant: The decisions about the assistant; `nil` is returned for a zone that the machine doesn't know.
    package init?(_ now: Date, _ grant: AssistantGrant) {
        guard let zone = grant.timeZone else { return nil }
        let clock = CivilClock(zone)
        let time = now.timeIntervalSinceReferenceDate
        guard abs(time) < 1e11 else { return nil }
        let local = clock.counted(time)
        let day = (local / 86_400).rounded(.down)
        today = CalendarDay(now, on: clock)
        hour = min(max(Int((local - day * 86_400) / 3_600), 0), 23)
        let full = clock.moment(day * 86_400 + Double(hour) * 3_600)
        end = Date(timeIntervalSinceReferenceDate: min(full, time))
        first = today.advanced(by: 1 - grant.pastDays)
    }

    /// Whether an assistant is still answered.
    ///
    /// - Parameter grant: The decisions about it.
    /// - Returns: Whether it is.
    package func isCovered(by grant: AssistantGrant) -> Bool { today <= grant.until }

    /// The first moment that may be included.
    ///
    /// - Parameter grant: The decisions about the assistant.
    /// - Returns: The moment.
    package func start(_ grant: AssistantGrant) -> Date {
        grant.timeZone.map { first.start(on: CivilClock($0)) } ?? .distantFuture
    }
}

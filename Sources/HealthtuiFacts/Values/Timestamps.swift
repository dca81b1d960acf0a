import Foundation
import HealthKit

/// Formats times in a time zone: ISO 8601 with offset for programs, shorter for people.
package struct Timestamps: Sendable {
    package let timeZone: TimeZone

    package init(timeZone: TimeZone) { self.timeZone = timeZone }

    /// ISO 8601 with the offset from UTC, and milliseconds if there are any: `2026-11-21T14:20:00+01:00`.
    ///
    /// - Parameter date: Any date.
    /// - Returns: The text; `nil` for a date outside the years 1 to 9999, and for an open end.
    package func iso(_ date: Date) -> String? {
        guard date != .distantFuture, let parts = Parts(date, timeZone) else { return nil }
        let milliseconds = parts.milliseconds > 0 ? "." + Self.padded(parts.milliseconds, 3) : ""
        let offset = abs(parts.offsetMinutes)
        let sign = parts.offsetMinutes < 0 ? "-" : "+"
        return
            "\(parts.day)T\(parts.clock)\(milliseconds)\(sign)\(Self.padded(offset / 60, 2)):\(Self.padded(offset % 60, 2))"
    }

    /// ISO 8601 as a JSON value, or null if there is no such text.
    package func json(_ date: Date) -> JSONValue { .text(iso(date)) }

    /// Day and time to the minute, for a table: `2026-11-21 14:20`.
    package func minute(_ date: Date) -> String {
        guard date != .distantFuture, let parts = Parts(date, timeZone) else { return "–" }
        return "\(parts.day) \(parts.clock.prefix(5))"
    }

    /// The day, for a table: `2026-11-21`.
    package func day(_ date: Date) -> String {
        guard date != .distantFuture, let parts = Parts(date, timeZone) else { return "–" }
        return parts.day
    }

    /// The numbers below a hundred with two digits.
    private static let pairs = (0..<100).map { String($0 / 10) + String($0 % 10) }

    private static func padded(_ number: Int, _ width: Int) -> String {
        if width == 2, 0..<100 ~= number { return pairs[number] }
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// The components of a time; fast, because lists have millions of times.
    private struct Parts {
        let day: String
        let clock: String
        let milliseconds: Int
        let offsetMinutes: Int

        init?(_ date: Date, _ timeZone: TimeZone) {
            let time = date.timeIntervalSince1970
            guard time > -62_135_500_000, time < 253_402_200_000 else { return nil }
            // Historical zones have offsets with odd seconds, which ISO 8601 can't express.
            offsetMinutes = timeZone.secondsFromGMT(for: date) / 60
            let total = Int((time * 1_000).rounded()) + offsetMinutes * 60_000
            let days = total.flooredQuotient(86_400_000)
            let rest = total - days * 86_400_000
            milliseconds = rest % 1_000
            let seconds = rest / 1_000
            clock = "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
            day = Self.gregorian(days)
        }

        /// The date of a day counted from 1970-01-01, in the Gregorian calendar.
        private static func gregorian(_ days: Int) -> String {
            // From 1970-01-01 to 2001-01-01 there are 11,323 days.
            let date = GregorianDate(number: days - 11_323)
            return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
        }
    }
}

extension Int {
    /// The quotient rounded down, for a positive divisor.
    fileprivate func flooredQuotient(_ divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}

import Foundation
import HealthKit

/// A day of the calendar, by its number; day 0 is 1 January 2001, as the store's own clock counts.
package struct StudyDay: Hashable, Comparable, Sendable {
    package let number: Int

    package init(number: Int) { self.number = number }

    /// A day written as 2026-11-24; `nil` for a text that is none.
    package init?(_ text: String) { self.init(bytes: ArraySlice(text.utf8)) }

    /// A day written as 2026-11-24; `nil` for anything else.
    package init?(bytes: ArraySlice<UInt8>) {
        guard bytes.count == 10 else { return nil }
        let start = bytes.startIndex
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[(start + range.lowerBound)..<(start + range.upperBound)] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-"),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            (1...12).contains(month), (1...31).contains(day), year >= 1800
        else { return nil }
        let date = GregorianDate(year: year, month: month, day: day)
        self.init(number: date.number)
        guard GregorianDate(number: self.number) == date else { return nil }
    }

    /// As 2026-11-24.
    package var text: String { GregorianDate(number: number).text }

    /// The month as 2026-11.
    package var month: String { String(text.prefix(7)) }

    package static func < (left: StudyDay, right: StudyDay) -> Bool { left.number < right.number }

    /// The day so many days later.
    package func adding(_ days: Int) -> StudyDay { StudyDay(number: number + days) }

    /// The day of a moment in UTC.
    package init(utc date: Date) {
        number = Int((date.timeIntervalSinceReferenceDate / 86_400).rounded(.down))
    }
}

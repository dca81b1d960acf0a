import Foundation

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
        self.init(number: Self.number(year, month, day))
        guard parts == (year, month, day) else { return nil }
    }

    /// The number of a day, counted in years of 400 that begin in March.
    private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let ofEra = year - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let days = ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear
        // From 1 March of the year 0 to 1 January 2001.
        return era * 146_097 + days - 730_791
    }

    /// Year, month and day.
    package var parts: (year: Int, month: Int, day: Int) {
        let days = number + 730_791
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let ofEra = days - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * ofYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * shifted + 2) / 5 + 1)
    }

    /// As 2026-11-24.
    package var text: String {
        let (year, month, day) = parts
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    }

    /// The month as 2026-11.
    package var month: String { String(text.prefix(7)) }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    package static func < (left: StudyDay, right: StudyDay) -> Bool { left.number < right.number }

    /// The day so many days later.
    package func adding(_ days: Int) -> StudyDay { StudyDay(number: number + days) }

    /// The day of a moment in UTC.
    package init(utc date: Date) {
        number = Int((date.timeIntervalSinceReferenceDate / 86_400).rounded(.down))
    }
}

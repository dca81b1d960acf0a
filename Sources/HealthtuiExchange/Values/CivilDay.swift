import HealthKit

/// A day of the Gregorian calendar, without a time zone.
package struct CivilDay: Hashable, Sendable {
    /// The year, 1 to 9999.
    package let year: Int

    /// The month, 1 to 12.
    package let month: Int

    /// The day of the month, from 1.
    package let day: Int

    /// Creates a day, if it exists.
    ///
    /// - Parameters:
    ///   - year: The year, 1 to 9999.
    ///   - month: The month, 1 to 12.
    ///   - day: The day of the month.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month) else { return nil }
        guard day >= 1, day <= GregorianDate.length(ofMonth: month, year: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `yyyy-MM-dd`.
    ///
    /// - Parameter bytes: The whole text.
    package init?(_ bytes: ByteSlice) {
        guard bytes.count == 10, bytes[4] == Byte.minus, bytes[7] == Byte.minus else { return nil }
        guard
            let century = bytes.twoDigits(at: 0), let yearOfCentury = bytes.twoDigits(at: 2),
            let month = bytes.twoDigits(at: 5), let day = bytes.twoDigits(at: 8)
        else { return nil }
        self.init(year: century * 100 + yearOfCentury, month: month, day: day)
    }

    /// Days since 2001-01-01, the day of the reference date.
    package var daysSinceReferenceDate: Int { GregorianDate(year: year, month: month, day: day).number }

    /// Creates the day in UTC of a point in time, if its year is 1 to 9999.
    ///
    /// - Parameter time: Seconds since the reference date.
    package init?(atReferenceDate time: Double) {
        let days = (time / 86_400).rounded(.down)
        guard let whole = Int(exactly: days), (-730_791...2_921_939).contains(whole) else { return nil }
        let date = GregorianDate(number: whole)
        self.init(year: date.year, month: date.month, day: date.day)
    }
}

extension ByteSlice {
    /// The number formed by two digits, or `nil` if they aren't digits or don't exist.
    @inline(__always)
    func twoDigits(at position: Int) -> Int? {
        guard position &+ 1 < count else { return nil }
        let tens = Byte.digit(start[position])
        let ones = Byte.digit(start[position &+ 1])
        guard tens <= 9, ones <= 9 else { return nil }
        return Int(tens) &* 10 &+ Int(ones)
    }
}

import Foundation

/// A date as FHIR writes it: a year, a month, a day or a moment.
///
/// The other readers of dates read other formats: ``ExportDateParser`` reads those of exports, millions at a time; the
/// GPX reader those of its points; the table reader dates that people and programs write in any order.
package struct FHIRDate: Hashable, Sendable {
    /// The precision of a text.
    package enum Precision: Sendable {
        case year
        case month
        case day
        case moment
    }

    /// The start of the year, the month or the day, or the moment itself.
    package let date: Date
    package let precision: Precision

    /// Reads a date; `nil` if the text isn't one.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - zone: The time zone of days, and of times without one.
    package init?(_ text: String, in zone: TimeZone) {
        let halves = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = halves[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.digits)
        guard (1...3).contains(numbers.count), halves[0].prefix(while: { $0 != "-" }).count == 4, let year = numbers[0],
            let month = numbers.count > 1 ? numbers[1] : 1, let day = numbers.count > 2 ? numbers[2] : 1,
            CivilDay(year: year, month: month, day: day) != nil
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var parts = DateComponents(year: year, month: month, day: day)
        guard halves.count == 2 else {
            guard let date = calendar.date(from: parts) else { return nil }
            self.init(date: date, precision: [.year, .month, .day][numbers.count - 1])
            return
        }
        guard let (clock, offset) = Self.clock(halves[1]) else { return nil }
        if let offset { calendar.timeZone = offset }
        let time = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard numbers.count == 3, (2...3).contains(time.count), let hour = Self.digits(time[0]), hour < 24,
            let minute = Self.digits(time[1]), minute < 60
        else { return nil }
        (parts.hour, parts.minute) = (hour, minute)
        var seconds = 0.0
        if time.count == 3 {
            guard let number = Double(time[2]), time[2].first?.isNumber == true, number < 61 else { return nil }
            seconds = number
        }
        guard let date = calendar.date(from: parts) else { return nil }
        self.init(date: date.addingTimeInterval(seconds), precision: .moment)
    }

    private init(date: Date, precision: Precision) { (self.date, self.precision) = (date, precision) }

    /// The clock time, and the offset of its zone; the outer `nil` means an invalid zone.
    private static func clock(_ text: Substring) -> (clock: Substring, offset: TimeZone?)? {
        if text.last == "Z" { return (text.dropLast(), .gmt) }
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (text, nil) }
        let zone = text[sign...].dropFirst().split(separator: ":", omittingEmptySubsequences: false).map(digits)
        guard zone.count == 2, let hours = zone[0], hours < 24, let minutes = zone[1], minutes < 60 else { return nil }
        let seconds = (hours * 60 + minutes) * 60 * (text[sign] == "-" ? -1 : 1)
        return TimeZone(secondsFromGMT: seconds).map { (text[..<sign], $0) }
    }

    /// A number of at most four digits.
    private static func digits(_ text: Substring) -> Int? {
        (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }
}

import Foundation

extension CalendarDay {
    /// Reads `yyyy-MM-dd`; `nil` if the text isn't a day.
    package init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day as `yyyy-MM-dd`, so that texts sort like days.
    package var text: String { GregorianDate(year: year, month: month, day: day).text }

    /// The day that contains a time in the calendar's time zone.
    package init(_ date: Date, in calendar: Calendar) {
        let parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
        self.init(era: parts.era ?? 1, year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1)
    }

    /// The day's components in any calendar.
    package func components(in calendar: Calendar) -> DateComponents {
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = .gmt
        var other = calendar
        other.timeZone = .gmt
        let noon = DateComponents(era: era, year: year, month: month, day: day, hour: 12)
        guard let date = gregorian.date(from: noon) else { return DateComponents(calendar: calendar) }
        var result = other.dateComponents([.era, .year, .month, .day], from: date)
        result.calendar = calendar
        return result
    }
}

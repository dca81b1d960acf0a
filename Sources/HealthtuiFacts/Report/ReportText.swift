import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry

/// Formats numbers and dates for a report's language.
struct ReportText: Sendable {
    let strings: ReportStrings
    let language: ReportLanguage
    let calendar: Calendar
    private let numbers: NumberStyle
    private let dateOrder: RegionFormat.DateOrder
    private let hasTwelveHours: Bool

    init(_ request: ReportRequest) {
        language = request.language
        strings = language.strings
        let own = NumberStyle(
            decimalSeparator: Character(strings.decimalSeparator),
            groupSeparator: Character(strings.groupSeparator)
        )
        numbers = request.region?.numbers ?? own
        dateOrder = request.region?.dateOrder ?? .dayMonthYear
        hasTwelveHours = request.region?.hasTwelveHours ?? false
        calendar = request.calendar
    }

    // MARK: Numbers

    /// A number in English format, converted to this language's separators and a true minus sign.
    func localized(_ english: String) -> String {
        numbers.text(english.replacing(",", with: "")).replacing("-", with: "−")
    }

    func number(_ value: Double, decimals: Int = 0) -> String {
        localized(NumberText.text(value, decimals: decimals))
    }

    func number(_ count: Int) -> String { localized(NumberText.text(count)) }

    func exact(_ value: Double) -> String { localized(NumberText.exact(value)) }

    func unit(_ label: String) -> String { strings.units[label] ?? label }

    private func signed(_ text: String, _ value: Double) -> String {
        value > 0 && text.contains { ("1"..."9").contains($0) } ? "+" + text : text
    }

    /// `7 h 12 min`.
    func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e9 else { return "–" }
        let minutes = Int((abs(seconds) / 60).rounded())
        let sign = seconds < 0 && minutes > 0 ? "−" : ""
        if minutes < 60 { return sign + strings.minutes(number(minutes)) }
        let hours = number(minutes / 60)
        return sign
            + (minutes % 60 == 0 ? strings.hours(hours) : strings.hoursAndMinutes(hours, number(minutes % 60)))
    }

    func percent(_ part: Int, of whole: Int) -> String {
        strings.percent(number(Double(part) / Double(max(1, whole)) * 100))
    }

    // MARK: Rows

    /// A value and its unit.
    func value(_ value: ReportFacts.Value, _ measure: ReportFacts.Measure) -> (number: String, unit: String) {
        switch (value, measure) {
        case (.number(let number), .quantity(let unit, _)): (localized(unit.text(number)), self.unit(unit.label))
        case (.number(let seconds), .duration): (duration(seconds), "")
        case (.number(let count), _): (strings.times(Int(count), number(count)), "")
        case (.pair(let upper, let lower), _): (number(upper) + "/" + number(lower), "mmHg")
        case (.words(let words), _): (strings.values[words] ?? words, "")
        }
    }

    /// A formatted average; sums are per day.
    func mean(_ value: ReportFacts.Value, _ measure: ReportFacts.Measure) -> String {
        let text = self.value(value, measure)
        let whole = text.unit.isEmpty || isPair(value) ? text.number : text.number + " " + text.unit
        if case .quantity(_, isDaily: true) = measure { return strings.aDay(whole) }
        return whole
    }

    /// A difference, with its sign.
    func change(_ value: ReportFacts.Value, _ measure: ReportFacts.Measure) -> String {
        switch value {
        case .pair(let upper, let lower): signed(number(upper), upper) + "/" + signed(number(lower), lower)
        case .number(let number): signed(mean(value, measure), number)
        case .words(let words): words
        }
    }

    private func isPair(_ value: ReportFacts.Value) -> Bool {
        if case .pair = value { return true }
        return false
    }

    // MARK: Dates

    private func parts(_ date: Date) -> DateComponents {
        calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute], from: date)
    }

    /// `22 Nov`.
    func dayAndMonth(_ date: Date) -> String {
        let parts = parts(date)
        let index = (parts.month ?? 1) - 1
        return dayAndMonth(parts.day ?? 0, strings.months.indices.contains(index) ? strings.months[index] : "")
    }

    private func dayAndMonth(_ day: Int, _ month: String) -> String {
        dateOrder == .dayMonthYear ? "\(day)\(strings.dayMark) \(month)" : "\(month) \(day)"
    }

    private func whole(_ dayAndMonth: String, _ year: Int) -> String {
        switch dateOrder {
        case .dayMonthYear: dayAndMonth + " \(year)"
        case .monthDayYear: dayAndMonth + ", \(year)"
        case .yearMonthDay: "\(year) " + dayAndMonth
        }
    }

    /// `Sun 22 Nov`, with its year if that isn't the report's own.
    func shortDay(_ date: Date, than other: Date) -> String {
        let parts = parts(date)
        let index = (parts.weekday ?? 1) - 1
        let weekday = strings.weekdays.indices.contains(index) ? strings.weekdays[index] : ""
        return parts.year == self.parts(other).year
            ? weekday + (dateOrder == .monthDayYear ? ", " : " ") + dayAndMonth(date) : day(date)
    }

    /// `22 Nov 2026`.
    func day(_ date: Date) -> String { whole(dayAndMonth(date), parts(date).year ?? 0) }

    /// `4 May 1980`.
    func day(_ day: CalendarDay) -> String {
        let month = strings.months.indices.contains(day.month - 1) ? strings.months[day.month - 1] : ""
        return whole(dayAndMonth(day.day, month), day.year)
    }

    /// `07:22`.
    func time(_ date: Date) -> String {
        let parts = parts(date)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hour, minute) = (parts.hour ?? 0, two(parts.minute ?? 0))
        guard hasTwelveHours else { return two(hour) + ":" + minute }
        return "\((hour + 11) % 12 + 1):" + minute + " " + (hour < 12 ? strings.beforeNoon : strings.afterNoon)
    }

    /// `31 Aug – 22 Nov 2026`, the last day included.
    func period(_ period: ReportPeriod) -> String {
        let last = period.end.addingTimeInterval(-1)
        guard period.days > 1 else { return day(period.start) }
        let isOneYear = parts(period.start).year == parts(last).year
        return (isOneYear ? dayAndMonth(period.start) : day(period.start)) + " – " + day(last)
    }

    /// `12 weeks`, or days if they aren't whole weeks.
    func length(_ days: Int) -> String {
        days % 7 == 0 ? strings.weeks(days / 7, number(days / 7)) : strings.days(days, number(days))
    }
}

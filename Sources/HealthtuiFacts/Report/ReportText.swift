import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry

/// Formats numbers and dates for a report; a page is drawn ``during(_:)`` its language.
struct ReportText: Sendable {
    private let locale: TextLocale
    private let dates: DateText

    init(_ request: ReportRequest) {
        locale = request.textLocale
        dates = DateText(calendar: request.calendar, now: request.now)
    }

    /// Draws in the report's language and region.
    func during<T>(_ work: () throws -> T) rethrows -> T { try locale.during(work) }

    // MARK: Numbers

    /// A true minus sign: a report is print.
    private func printed(_ number: String) -> String { number.replacing("-", with: "−") }

    func number(_ value: Double, decimals: Int = 0) -> String { printed(NumberText.text(value, decimals: decimals)) }

    func number(_ count: Int) -> String { printed(NumberText.text(count)) }

    func exact(_ value: Double) -> String { printed(NumberText.exact(value)) }

    private func signed(_ text: String, _ value: Double) -> String {
        value > 0 && text.contains { ("1"..."9").contains($0) } ? "+" + text : text
    }

    /// `7 h 12 min`.
    func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e9 else { return "–" }
        let minutes = Int((abs(seconds) / 60).rounded())
        let sign = seconds < 0 && minutes > 0 ? "−" : ""
        if minutes < 60 { return sign + ReportStrings.minutes(number(minutes)) }
        let hours = number(minutes / 60)
        return sign
            + (minutes % 60 == 0
                ? ReportStrings.hours(hours) : ReportStrings.hours(hours, minutes: number(minutes % 60)))
    }

    func percent(_ part: Int, of whole: Int) -> String {
        ReportStrings.percent(number(Double(part) / Double(max(1, whole)) * 100))
    }

    // MARK: Rows

    /// A value and its unit.
    func value(_ value: ReportFacts.Value, _ measure: ReportFacts.Measure) -> (number: String, unit: String) {
        switch (value, measure) {
        case (.number(let number), .quantity(let unit, _)):
            (printed(unit.text(number)), ReportStrings.unit(unit.label))
        case (.number(let seconds), .duration): (duration(seconds), "")
        case (.number(let count), _): (ReportStrings.times(Int(count), number(count)), "")
        case (.pair(let upper, let lower), _): (number(upper) + "/" + number(lower), "mmHg")
        case (.words(let words), _): (words, "")
        }
    }

    /// A formatted average; sums are per day.
    func mean(_ value: ReportFacts.Value, _ measure: ReportFacts.Measure) -> String {
        let text = self.value(value, measure)
        let whole = text.unit.isEmpty || isPair(value) ? text.number : text.number + " " + text.unit
        if case .quantity(_, isDaily: true) = measure { return ReportStrings.aDay(whole) }
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

    /// `22 Nov`.
    func dayAndMonth(_ date: Date) -> String { dates.dayAndMonth(date) }

    /// `Sun 22 Nov`, with its year if that isn't the report's own.
    func shortDay(_ date: Date, than other: Date) -> String {
        dates.year(date) == dates.year(other) ? dates.shortDay(date) : day(date)
    }

    /// `22 Nov 2026`.
    func day(_ date: Date) -> String { dates.dayMonthAndYear(date) }

    /// `4 May 1980`.
    func day(_ day: CalendarDay) -> String {
        DateText.day(DateComponents(year: day.year, month: day.month, day: day.day)) ?? ""
    }

    /// `07:22`.
    func time(_ date: Date) -> String { dates.time(date) }

    /// `31 Aug – 22 Nov 2026`, the last day included.
    func period(_ period: ReportPeriod) -> String {
        let last = period.end.addingTimeInterval(-1)
        guard period.days > 1 else { return day(period.start) }
        let isOneYear = dates.year(period.start) == dates.year(last)
        return (isOneYear ? dayAndMonth(period.start) : day(period.start)) + " – " + day(last)
    }

    /// `12 weeks`, or days if they aren't whole weeks.
    func length(_ days: Int) -> String {
        days % 7 == 0 ? ReportStrings.weeks(days / 7, number(days / 7)) : ReportStrings.days(days, number(days))
    }
}

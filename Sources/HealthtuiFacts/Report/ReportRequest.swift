import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry

/// The days that a report covers.
package struct ReportPeriod: Sendable {
    /// The start of the first day.
    package let start: Date
    /// The start of the day after the last one.
    package let end: Date
    /// The number of days.
    package let days: Int
    let calendar: Calendar

    /// The number of weeks that a report covers by default: the same as for medications.
    package static let usualWeeks = MedicationPlan.weekCount

    /// Creates a period of the whole days that a span touches; nil for an empty span.
    ///
    /// - Parameters:
    ///   - from: The start of the span; nil for twelve weeks that end with the last day.
    ///   - to: Its end; nil for the end of today.
    ///   - now: The current time, which defines today.
    ///   - calendar: The person's calendar.
    package init?(from: Date?, to: Date?, now: Date, calendar: Calendar) {
        func dayAfter(_ date: Date) -> Date {
            calendar.civilDate(byAdding: .day, value: 1, to: calendar.civilStartOfDay(for: date))
        }
        let end = to.map { calendar.civilStartOfDay(for: $0) == $0 ? $0 : dayAfter($0) } ?? dayAfter(now)
        let usual = calendar.civilDate(byAdding: .day, value: -7 * Self.usualWeeks, to: end)
        let start = calendar.civilStartOfDay(for: from ?? usual)
        if let from, from >= (to ?? end) { return nil }
        guard start < end else { return nil }
        self.start = start
        self.end = end
        self.calendar = calendar
        days = max(1, calendar.civilDays(from: start, to: end))
    }

    /// The number of last days whose average is compared with that of the days before, or nil if the period is too
    /// short to divide.
    var recentDays: Int? { days < 3 ? nil : min(28, days / 3) }

    /// The start of the last days, or of a period that isn't divided.
    var recentStart: Date {
        recentDays.map { calendar.civilDate(byAdding: .day, value: -$0, to: end) } ?? start
    }

    /// The number of days per point of a trend: few enough points for a small picture.
    var step: Int {
        switch days {
        case ...31: 1
        case ...200: 7
        case ...1_100: 28
        default: max(91, days / 60)
        }
    }

    /// The days between two midnights.
    func span(from start: Date, to end: Date) -> Range<CalendarDay> {
        let clock = CivilClock(calendar.timeZone)
        let first = CalendarDay(start, on: clock)
        return first..<max(first, CalendarDay(end, on: clock))
    }

    /// The position of a moment in the period, from 0 to 1.
    func share(_ date: Date) -> Double {
        min(max(0, date.timeIntervalSince(start) / max(1, end.timeIntervalSince(start))), 1)
    }
}

/// The contents and format of a report.
package struct ReportRequest: Sendable {
    /// The paper size of a page.
    package enum Paper: String, CaseIterable, Sendable {
        case a4
        case letter

        /// The usual paper size in a region.
        package static func usual(_ locale: Locale) -> Paper {
            ["US", "CA", "MX", "PH", "CL", "CO", "VE", "GT", "CR", "PA", "PR"]
                .contains(locale.region?.identifier ?? "") ? .letter : .a4
        }
    }

    /// The types that the person chose: nothing else is in the report.
    package let types: [HKObjectType]
    package let period: ReportPeriod
    package let now: Date
    package var language = ReportLanguage.english
    /// The format of numbers and dates, or nil for the language's own.
    package private(set) var region: RegionFormat?
    /// The name to put on the report, as the person writes it; HealthKit knows no names.
    package var name = ""
    /// Whether to include date of birth, sex and blood type.
    package var isAboutYou = true
    /// The paper size of a page that isn't printed by a browser, which has its own setting.
    package var paper: Paper?
    /// The person's locale, for units.
    package var locale = Locale(identifier: "en_001")
    /// The units that the person chose, by the identifier of the type.
    package var units: [String: HKUnit] = [:]

    /// A request.
    ///
    /// - Parameters:
    ///   - types: The types, each once; a type that has no samples and isn't the list of medications is skipped.
    ///   - period: The days.
    ///   - now: The report's creation time.
    package init(types: [HKObjectType], period: ReportPeriod, now: Date) {
        var seen: Set<String> = []
        self.types = types.filter { Self.canHold($0) && seen.insert(Self.key($0)).inserted }
        self.period = period
        self.now = now
    }

    /// Whether a type can be in a report: one with samples, or the list of medications.
    package static func canHold(_ type: HKObjectType) -> Bool {
        type is HKSampleType || type is HKUserAnnotatedMedicationType
    }

    /// Medications and their doses are one section.
    private static func key(_ type: HKObjectType) -> String {
        type is HKMedicationDoseEventType
            ? HKObjectType.userAnnotatedMedicationType().identifier : type.identifier
    }

    var calendar: Calendar { period.calendar }

    /// Uses the person's regional formats for numbers and dates if the region's language is the report's: a page in
    /// another language is for another reader.
    ///
    /// - Parameters:
    ///   - region: The person's formats for numbers and dates.
    ///   - place: The region, from `LC_TIME`.
    package mutating func write(as region: RegionFormat, in place: Locale) {
        let spoken = language.code.prefix { $0 != "_" }
        self.region = place.language.languageCode?.identifier == String(spoken) ? region : nil
    }

    /// The language of the report's texts, and the format of its numbers and dates.
    var textLocale: TextLocale { TextLocale(language.catalogue, region: region ?? language.region) }

    func unit(_ type: HKQuantityType) -> ValueUnit {
        ValueUnit(type, locale: locale, chosen: units[type.identifier])
    }
}

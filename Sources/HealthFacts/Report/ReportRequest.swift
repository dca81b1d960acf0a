import Foundation
import HealthEntry
import HealthKit
import Localization

/// The days that a report is of.
package struct ReportPeriod: Sendable {
    /// Where the first day begins.
    package let start: Date
    /// Where the day after the last one begins.
    package let end: Date
    /// How many days there are.
    package let days: Int
    let calendar: Calendar

    /// How many weeks a report is of unless the person says otherwise: as many as medications are counted over.
    package static let usualWeeks = MedicationPlan.weekCount

    /// The whole days that a span touches; nil for a span that has no time.
    ///
    /// - Parameters:
    ///   - from: Where the span begins; nil for twelve weeks that end with the last day.
    ///   - to: Where it ends; nil for the end of today.
    ///   - now: The moment that today is of.
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

    /// The last days, whose average is compared with that of the days before; nil of a period too short to be divided.
    var recentDays: Int? { days < 3 ? nil : min(28, days / 3) }

    /// Where the last days begin; the beginning of a period that isn't divided.
    var recentStart: Date {
        recentDays.map { calendar.civilDate(byAdding: .day, value: -$0, to: end) } ?? start
    }

    /// How many days each point of a trend is of: few enough points for a small picture.
    var step: Int {
        switch days {
        case ...31: 1
        case ...200: 7
        case ...1_100: 28
        default: max(91, days / 60)
        }
    }

    /// How far into the period a moment is, from 0 to 1.
    func share(_ date: Date) -> Double {
        min(max(0, date.timeIntervalSince(start) / max(1, end.timeIntervalSince(start))), 1)
    }
}

/// What a report is of, and how it is written.
package struct ReportRequest: Sendable {
    /// The paper that a page is for.
    package enum Paper: String, CaseIterable, Sendable {
        case a4
        case letter

        /// The paper that people print on in a place.
        package static func usual(_ locale: Locale) -> Paper {
            ["US", "CA", "MX", "PH", "CL", "CO", "VE", "GT", "CR", "PA", "PR"]
                .contains(locale.region?.identifier ?? "") ? .letter : .a4
        }
    }

    /// The types that the person chose: nothing of any other is in the report.
    package let types: [HKObjectType]
    package let period: ReportPeriod
    package let now: Date
    package var language = ReportLanguage.english
    /// How numbers and dates are written; nil for the way of the language.
    package private(set) var region: RegionFormat?
    /// Who the report is of, as the person writes it; HealthKit knows no names.
    package var name = ""
    /// Whether date of birth, sex and blood type are in it.
    package var isAboutYou = true
    /// The paper of a page that is not printed by a browser, which knows its own.
    package var paper: Paper?
    /// Where the person is, for units.
    package var locale = Locale(identifier: "en_001")
    /// The units that the person chose, by the identifier of the type.
    package var units: [String: HKUnit] = [:]

    /// A request.
    ///
    /// - Parameters:
    ///   - types: The types, each once; what has no samples but is no list of medications is passed over.
    ///   - period: The days.
    ///   - now: When the report is made.
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

    /// Lets numbers and dates be written as in the person's region, where its people speak the report's language: a page in
    /// another language is for somebody else.
    ///
    /// - Parameters:
    ///   - region: How the person writes numbers and dates.
    ///   - place: Where that is, by `LC_TIME`.
    package mutating func write(as region: RegionFormat, in place: Locale) {
        self.region = place.language.languageCode?.identifier == language.rawValue ? region : nil
    }

    func unit(_ type: HKQuantityType) -> ValueUnit {
        ValueUnit(type, locale: locale, chosen: units[type.identifier])
    }
}

extension ReportLanguage {
    /// The person's language, as the console chooses it, where reports are written in it; else English.
    ///
    /// - Parameters:
    ///   - setting: What the person set; it goes before the environment.
    ///   - environment: The variables of the process.
    /// - Returns: The language.
    package static func person(
        setting: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ReportLanguage {
        let codes = LanguageChoice.codes(setting: setting, environment: environment)
        return codes.lazy.compactMap { ReportLanguage(rawValue: $0) }.first ?? .english
    }

    /// What a type is called, as in the console of the language.
    package func name(of type: HKObjectType) -> String {
        if let name = strings.types[type.entry.shortName] { return name }
        return Self.texts[self]?.during { type.entry.name } ?? type.entry.englishName
    }

    private static let texts: [ReportLanguage: TextLocale] = {
        let found = allCases.compactMap { language in
            MessageCatalogue.builtIn(language.rawValue).map { (language, TextLocale($0)) }
        }
        return Dictionary(uniqueKeysWithValues: found)
    }()
}

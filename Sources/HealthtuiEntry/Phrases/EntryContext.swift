import Foundation
import HealthKit
import HealthKitLocalization

/// The context for parsing entries: the time, the locale and the user's units.
package struct EntryContext: Sendable {
    /// The meaning of `now`.
    package var now: Date
    /// The time zone of clock times and days.
    package var timeZone: TimeZone
    /// The user's number style.
    package var numbers: NumberStyle
    /// The user's locale, for units.
    package var unitLocale: Locale
    /// The units that the person chose, by type identifier.
    package var preferredUnits: [String: HKUnit]

    package init(
        now: Date,
        timeZone: TimeZone = .current,
        numbers: NumberStyle = NumberStyle(typedIn: .person(category: "LC_NUMERIC")),
        unitLocale: Locale = .person(),
        preferredUnits: [String: HKUnit] = [:]
    ) {
        self.now = now
        self.timeZone = timeZone
        self.numbers = numbers
        self.unitLocale = unitLocale
        self.preferredUnits = preferredUnits
    }

    /// The unit of a number without one: what the person chose, else what people use at the place.
    package func unit(for type: HKQuantityType) -> HKUnit {
        if let chosen = preferredUnits[type.identifier], type.is(compatibleWith: chosen) { return chosen }
        return LocaleUnits.defaultUnit(for: type, locale: unitLocale)
    }

    /// The reader of times.
    package var times: TimePhrase { TimePhrase(now: now, timeZone: timeZone) }
}

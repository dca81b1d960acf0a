import Foundation
import HealthKit

/// One thing that a person may say of themselves, as it is shown and typed.
package struct CharacteristicField: Sendable {
    /// The name in commands: `bloodType`.
    package let key: String
    package let label: String
    private let kind: Kind

    private typealias Path<Value> = any WritableKeyPath<CharacteristicValues, Value?> & Sendable

    private enum Kind: Sendable {
        /// `yyyy-MM-dd`.
        case day(Path<String>)
        /// The raw value of an enumeration's case.
        case choice(Path<Int>, of: String)
    }

    private init(_ key: String, _ label: String, _ kind: Kind) {
        self.key = key
        self.label = label
        self.kind = kind
    }

    /// All of them, in the order in which they are shown.
    package static var all: [CharacteristicField] {
        [
            CharacteristicField("dateOfBirth", EntryStrings.dateOfBirth, .day(\.dateOfBirth)),
            CharacteristicField("biologicalSex", EntryStrings.sex, .choice(\.biologicalSex, of: "HKBiologicalSex")),
            CharacteristicField(
                "referenceSex",
                EntryStrings.referenceSex,
                .choice(\.referenceSex, of: "HKReferenceSex")
            ),
            CharacteristicField("bloodType", EntryStrings.bloodType, .choice(\.bloodType, of: "HKBloodType")),
            CharacteristicField(
                "fitzpatrickSkinType",
                EntryStrings.skinType,
                .choice(\.fitzpatrickSkinType, of: "HKFitzpatrickSkinType")
            ),
            CharacteristicField(
                "wheelchairUse",
                EntryStrings.wheelchair,
                .choice(\.wheelchairUse, of: "HKWheelchairUse")
            ),
            CharacteristicField(
                "activityMoveMode",
                EntryStrings.moveGoal,
                .choice(\.activityMoveMode, of: "HKActivityMoveMode")
            ),
        ]
    }

    /// The available choices; empty for a date, which is typed.
    package var choices: [Enumeration.Case] {
        guard case .choice(_, let name) = kind else { return [] }
        return (TypeCatalogue.shared.enumeration(name)?.cases ?? []).filter { $0.name != "notSet" }
    }

    private func choice(_ values: CharacteristicValues) -> Enumeration.Case? {
        guard case .choice(let path, _) = kind, let value = values[keyPath: path] else { return nil }
        return choices.first { $0.value == value }
    }

    /// The value for programs; nil when it is not set.
    package func name(_ values: CharacteristicValues) -> String? {
        guard case .day(let path) = kind else { return choice(values)?.name }
        return values[keyPath: path]
    }

    /// The value for people; nil when it is not set.
    package func text(_ values: CharacteristicValues) -> String? {
        guard case .day(let path) = kind else { return choice(values)?.label }
        return values[keyPath: path]
            .map { day in
                CalendarDay(text: day).map { DateStrings.typed($0.year, $0.month, $0.day) } ?? day
            }
    }

    /// Sets the value as a person typed it: a day, the name or label of a choice, or `none`.
    ///
    /// - Throws: ``EntryError`` for a text that is none of it.
    package func set(_ text: String, _ values: inout CharacteristicValues) throws {
        let isNone = text.isEmpty || text.lowercased() == "none"
        switch kind {
        case .day(let path): values[keyPath: path] = isNone ? nil : try Self.birthday(text)
        case .choice(let path, let name):
            guard !isNone else {
                values[keyPath: path] = nil
                return
            }
            let enumeration = TypeCatalogue.shared.enumeration(name)
            // Keyboards have no key for the sign of “A−”.
            let found =
                enumeration?.case(named: text) ?? enumeration?.case(named: text.replacing("-", with: "\u{2212}"))
            guard let found, found.name != "notSet" else {
                let names = choices.map(\.name).joined(separator: ", ")
                throw EntryError(EntryStrings.isNone(text, names))
            }
            values[keyPath: path] = found.value
        }
    }

    private static func birthday(_ text: String) throws -> String {
        let utc = TimeZone(secondsFromGMT: 0) ?? .current
        // Any invalid input isn't a date of birth.
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = utc
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isISO = text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
        guard isISO || DatePhrase(now: Date(), calendar: calendar).wholeDate(words) != nil,
            let date = try? TimePhrase(now: Date(), timeZone: utc).date(text),
            date < Date().addingTimeInterval(86_400)
        else { throw EntryError(EntryStrings.isNoBirthday(text)) }
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let day = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
        guard day >= "1880" else { throw EntryError(EntryStrings.isNoBirthday(text)) }
        return day
    }
}

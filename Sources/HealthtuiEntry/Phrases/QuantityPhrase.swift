import Foundation
import HealthKit
import HealthKitLocalization

/// Reads amounts as people type them: `70`, `70 kg`, `154.3lb`, `5 ft 11 in`, `98 %`.
package struct QuantityPhrase: Sendable {
    /// The type that is measured.
    package let type: HKQuantityType
    /// The unit of a number without one.
    package let defaultUnit: HKUnit
    /// The person's locale, for the decimal separator.
    package let style: NumberStyle

    package init(type: HKQuantityType, defaultUnit: HKUnit, style: NumberStyle) {
        self.type = type
        self.defaultUnit = defaultUnit
        self.style = style
    }

    /// The quantity that a text and a unit beside it name.
    ///
    /// Percentages are read as people write them: 98 % is 0.98 in HealthKit's unit `%`.
    ///
    /// - Parameters:
    ///   - text: One number, or numbers each with a unit.
    ///   - unitText: The unit of a number without one; empty for the default.
    /// - Returns: The quantity, in the unit that was typed.
    /// - Throws: ``EntryError`` that says what was not understood.
    package func quantity(_ text: String, unit unitText: String = "") throws -> HKQuantity {
        let parts = try parts(text)
        let explicit = unitText.allSatisfy(\.isWhitespace) ? nil : try UnitPhrase.unit(unitText, for: type)
        guard parts.count > 1 else {
            return try single(parts[0].number, parts[0].unit ?? explicit, text)
        }
        var total: HKQuantity?
        for part in parts {
            guard let unit = part.unit else { throw EntryError(EntryStrings.hasNoUnit(text)) }
            let value = try checked(part.number, unit, text)
            guard let sum = total else {
                total = HKQuantity(unit: unit, doubleValue: value)
                continue
            }
            guard !isTemperature else { throw EntryError(EntryStrings.isMoreThanOneTemperature(text)) }
            let added = try HKQuantity(unit: unit, doubleValue: value).doubleValue(validating: sum.unit)
            total = HKQuantity(unit: sum.unit, doubleValue: sum.value + added)
        }
        guard let total, total.value.isFinite else { throw EntryError(EntryStrings.isTooLarge(text)) }
        return total
    }

    private func single(_ number: Double, _ unit: HKUnit?, _ text: String) throws -> HKQuantity {
        let meant = unit ?? defaultUnit
        if unit == nil, meant == HKUnit.percent(), number > 0, number <= 1 {
            let number = NumberText.exact(number)
            throw EntryError(EntryStrings.mayBeFraction(text, number))
        }
        return HKQuantity(unit: meant, doubleValue: try checked(number, meant, text))
    }

    /// The number in HealthKit's sense, which for percentages is a fraction.
    private func checked(_ number: Double, _ unit: HKUnit, _ text: String) throws -> Double {
        guard number >= 0 || isTemperature else { throw EntryError(EntryStrings.cannotBeNegative(type.entry.name)) }
        return unit == HKUnit.percent() ? number / 100 : number
    }

    private var isTemperature: Bool { type.is(compatibleWith: .degreeCelsius()) }

    /// The numbers of a text, each with the unit behind it; at least one.
    private func parts(_ text: String) throws -> [(number: Double, unit: HKUnit?)] {
        var rest = text.trimmingCharacters(in: .whitespacesAndNewlines)[...]
        guard !rest.isEmpty else { throw EntryError(EntryStrings.valueIsMissing) }
        var parts: [(number: Double, unit: HKUnit?)] = []
        while !rest.isEmpty {
            let number = NumberPhrase.prefix(of: rest)
            guard number.contains(where: \.isNumber) else { throw EntryError(EntryStrings.isNoNumber(text)) }
            rest = rest.dropFirst(number.count)
            let unit = unitPrefix(rest)
            rest = rest.dropFirst(unit.count).drop(while: \.isWhitespace)
            let name = unit.trimmingCharacters(in: .whitespaces)
            parts.append(
                (
                    number: try NumberPhrase.number(String(number), style: style),
                    unit: name.isEmpty ? nil : try UnitPhrase.unit(name, for: type)
                )
            )
        }
        return parts
    }

    /// The unit at the beginning of a text: up to the next number, which stands after a blank or a sign of feet.
    private func unitPrefix(_ text: Substring) -> Substring {
        var end = text.startIndex
        var mayBegin = false
        while end < text.endIndex {
            let character = text[end]
            if mayBegin, character.isNumber { break }
            mayBegin = character.isWhitespace || "'′’".contains(character)
            end = text.index(after: end)
        }
        return text[text.startIndex..<end]
    }
}

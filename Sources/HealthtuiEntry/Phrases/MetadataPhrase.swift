import Foundation
import HealthKit

/// Reads metadata as a person types it: a key by any of its names, a value by the key's class.
package struct MetadataPhrase: Sendable {
    /// The context for parsing dates and numbers.
    package let context: EntryContext

    package init(context: EntryContext) { self.context = context }

    /// The raw key that a text names; a key that HealthKit does not know stays as it is.
    ///
    /// - Parameter text: A raw key, its constant, or its name with or without prefixes.
    /// - Returns: The raw key.
    package static func key(_ text: String) -> String {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let known = TypeCatalogue.shared.metadataKeys
        if known[trimmed] != nil { return trimmed }
        let folded = fold(trimmed)
        let match = known.values.filter { entry in
            [entry.key, entry.constant, entry.label].contains { fold($0) == folded }
        }
        return match.count == 1 ? match.first?.key ?? trimmed : trimmed
    }

    /// The value of a key, of the class that HealthKit expects; a text for a key that it does not know.
    ///
    /// - Parameters:
    ///   - text: The user's text.
    ///   - key: A raw key.
    ///   - isAsked: Whether samples are looked for by the key; then it may be one of Apple's own, which nobody adds.
    /// - Returns: A `String`, `NSNumber`, `Date` or `HKQuantity`.
    /// - Throws: ``EntryError`` that says what fits.
    package func value(_ text: String, for key: String, isAsked: Bool = false) throws -> Any {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard isAsked || !Metadata.isHidden(key), !key.isEmpty else {
            throw EntryError(EntryStrings.isNoKey(key))
        }
        guard let entry = TypeCatalogue.shared.metadataKeys[key] else { return text }
        guard !trimmed.isEmpty else { throw EntryError(EntryStrings.isMissing(entry.label, Self.expectation(entry))) }
        switch entry.valueType {
        case .text: return trimmed
        case .flag: return NSNumber(value: try flag(trimmed, entry))
        case .number: return try number(trimmed)
        case .date: return try context.times.date(trimmed)
        case .quantity: return try quantity(trimmed, entry)
        case .enumeration: return NSNumber(value: try choice(trimmed, entry))
        }
    }

    /// The accepted values, for a message; empty when any value is accepted.
    package static func expectation(_ entry: MetadataKeyEntry) -> String {
        switch entry.valueType {
        case .flag: return EntryStrings.expectedFlag
        case .enumeration:
            let labels = EntryRules.choices(entry).map(\.label)
            return labels.isEmpty ? "" : EntryStrings.expectedChoice(labels.prefix(12).joined(separator: ", "))
        case .date: return EntryStrings.expectedTime
        case .quantity: return entry.unit.map { EntryStrings.expectedQuantity($0) } ?? ""
        case .number, .text: return ""
        }
    }

    private func flag(_ text: String, _ entry: MetadataKeyEntry) throws -> Bool {
        switch text.lowercased() {
        case "1", "yes", "y", "true", "on": return true
        case "0", "no", "n", "false", "off": return false
        default: throw EntryError(EntryStrings.isNoAnswer(text, entry.label, Self.expectation(entry)))
        }
    }

    private func number(_ text: String) throws -> NSNumber {
        if let whole = Int(text) { return NSNumber(value: whole) }
        return NSNumber(value: try NumberPhrase.number(text, style: context.numbers))
    }

    private func choice(_ text: String, _ entry: MetadataKeyEntry) throws -> Int {
        guard let values = entry.values.flatMap({ TypeCatalogue.shared.enumerations[$0] }) else {
            guard let number = Int(text) else { throw EntryError(EntryStrings.isNoNumber(text)) }
            return number
        }
        guard let choice = values.case(named: text) else {
            throw EntryError(EntryStrings.isNoValue(text, entry.label, Self.expectation(entry)))
        }
        return choice.value
    }

    private func quantity(_ text: String, _ entry: MetadataKeyEntry) throws -> HKQuantity {
        let digits = NumberPhrase.prefix(of: text[...])
        let number = try NumberPhrase.number(String(digits), style: context.numbers)
        let name = text.dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
        let expected = entry.unit.flatMap(HKUnit.named)
        guard let unit = name.isEmpty ? expected : HKUnit.named(name), expected?.isCompatible(with: unit) ?? true else {
            throw EntryError(EntryStrings.isNoValue(text, entry.label, Self.expectation(entry)))
        }
        return HKQuantity(unit: unit, doubleValue: unit == HKUnit.percent() ? number / 100 : number)
    }

    private static func fold(_ text: String) -> String {
        var folded = text.lowercased().filter { $0.isLetter || $0.isNumber }
        for prefix in ["hkmetadatakey", "hk"] where folded.hasPrefix(prefix) {
            folded.removeFirst(prefix.count)
            break
        }
        return folded
    }
}

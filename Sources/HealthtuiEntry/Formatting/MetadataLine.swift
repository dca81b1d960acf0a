import Foundation
import HealthKit

/// A row of a sample's metadata, in words.
package struct MetadataLine: Sendable, Hashable {
    package let label: String
    package let value: String
    /// The raw key and value, where the words are not the same.
    package let raw: String?

    /// Every row of an object's metadata, by label.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - dates: The date formatter.
    /// - Returns: One row a key; unknown keys stand under their raw names.
    package static func rows(_ object: HKObject, dates: DateText) -> [MetadataLine] {
        rows(object.metadataValues, dates: dates)
    }

    /// Every row of metadata, by label.
    ///
    /// - Parameters:
    ///   - metadata: The metadata; `nil` for none.
    ///   - dates: The date formatter.
    /// - Returns: One row a key; unknown keys stand under their raw names.
    package static func rows(_ metadata: Metadata?, dates: DateText) -> [MetadataLine] {
        (metadata?.named ?? [])
            .map { row($0.key, $0.value, dates) }
            .sorted { ($0.label, $0.raw ?? "") < ($1.label, $1.raw ?? "") }
    }

    private static func row(_ key: String, _ value: MetadataValue, _ dates: DateText) -> MetadataLine {
        let known = TypeCatalogue.shared.metadataKey(key)
        let plain = text(value, dates)
        let words = known.flatMap { Self.words(value, $0) } ?? plain
        let raw = known == nil ? nil : words == plain ? key : "\(key) = \(plain)"
        return MetadataLine(label: known?.label ?? key, value: words, raw: raw)
    }

    /// The name of an enumeration's case, or yes and no.
    private static func words(_ value: MetadataValue, _ key: MetadataKeyEntry) -> String? {
        guard let number = value.number, number.isFinite, abs(number) < 1e15 else { return nil }
        switch key.valueType {
        case .flag: return number == 0 ? ValueStrings.no : ValueStrings.yes
        case .enumeration:
            return key.values.flatMap { TypeCatalogue.shared.enumeration($0)?.case(value: Int(number))?.label }
        default: return nil
        }
    }

    private static func text(_ value: MetadataValue, _ dates: DateText) -> String {
        switch value {
        case .text(let text): text
        case .flag(let flag): flag ? "1" : "0"
        case .integer(let number): String(number)
        case .decimal(let number): NumberText.exact(number)
        case .date(let date): dates.full(date)
        case .quantity(let number, let unit): NumberText.exact(number) + " " + unit.unitString
        }
    }
}

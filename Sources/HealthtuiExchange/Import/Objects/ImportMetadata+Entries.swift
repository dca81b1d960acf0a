import Foundation
import HealthKit

extension ImportMetadata {
    /// The metadata of entries, or `nil` if there are none.
    ///
    /// If two entries have the same key, the first one counts.
    static func make(_ entries: [ImportedMetadataEntry], adding extra: [Metadata.Entry] = []) -> Metadata? {
        let known = entries.map { Metadata.Entry(key: Metadata.stored($0.key), value: value($0.value, key: $0.key)) }
        let all = known + extra
        return all.isEmpty ? nil : Metadata(all)
    }

    /// Metadata with types, or `nil` if there is none.
    static func make(_ values: [String: MetadataValue]) -> Metadata? {
        values.isEmpty ? nil : Metadata(entries(values))
    }

    /// Metadata with types as entries, in order of their keys.
    static func entries(_ values: [String: MetadataValue]) -> [Metadata.Entry] {
        values.sorted { $0.key < $1.key }.map { Metadata.Entry(key: Metadata.stored($0.key), value: $0.value) }
    }

    /// The value of an entry, typed by HealthKit's definition of its key; a text if the value doesn't fit or the key is
    /// unknown.
    private static func value(_ text: String, key: String) -> MetadataValue {
        guard let known = TypeCatalogue.shared.metadataKeys[key] else { return .text(text) }
        let read = MetadataText(text)
        switch (known.valueType, read) {
        case (.flag, .number(let number)) where number == 0 || number == 1:
            return .flag(number == 1)
        case (.number, .number(let number)), (.enumeration, .number(let number)):
            return Int(exactly: number).map { .integer($0) } ?? .decimal(number)
        case (.date, .date(let seconds)):
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case (.quantity, .quantity(let number, let unit)):
            return quantity(number, unit) ?? .text(text)
        default:
            return .text(text)
        }
    }

    /// The quantity of a number and its unit.
    ///
    /// Exports write percentages a hundred times too large: `4600 %` is the quantity `46 %`.
    private static func quantity(_ number: Double, _ unit: String) -> MetadataValue? {
        HKUnit.named(unit).map { .quantity(unit == "%" ? number / 100 : number, $0) }
    }
}

import Foundation
import HealthKit

/// Metadata of an export as the store keeps it.
enum ImportMetadata {
    /// Where the beats of a heart rate variability sample are kept: `bpm@time`, divided by semicolons.
    static let beatsKey = Metadata.privatePrefix + "InstantaneousBeatsPerMinute"
    /// Where the value of a record of an unknown type is kept when it is no number.
    static let valueKey = UnknownSample.valueKey
    /// Where the least of the samples that a record sums up is kept.
    static let minimumKey = Metadata.privatePrefix + "Minimum"
    /// Where the greatest of the samples that a record sums up is kept.
    static let maximumKey = Metadata.privatePrefix + "Maximum"
    /// Where the number of the samples that a record sums up is kept.
    static let countKey = Metadata.privatePrefix + "RecordCount"

    /// The attributes of a record that sums up several samples, and under which keys their texts are kept.
    static let summedAttributes: [(key: String, name: AttributeName)] = [
        (minimumKey, .min), (maximumKey, .max), (countKey, .recordCount),
    ]

    /// What a sample keeps of the samples that it sums up, as attributes of a record; empty for other samples.
    static func summed(_ metadata: Metadata?) -> [(name: String, text: String)] {
        guard let metadata else { return [] }
        return summedAttributes.compactMap { key, name in
            guard case .text(let text)? = metadata[key] else { return nil }
            return (name.text, text)
        }
    }

    /// Where the words of an electrocardiogram's classification are kept, in the language of the phone.
    static let classificationKey = Metadata.privatePrefix + "Classification"
    /// Where the words of the symptoms with an electrocardiogram are kept, in the language of the phone.
    static let symptomsKey = Metadata.privatePrefix + "Symptoms"
    /// Where the name of an electrocardiogram's lead is kept, in the language of the phone.
    static let leadKey = Metadata.privatePrefix + "Lead"
    /// Where the version of FHIR is kept that is no version.
    static let fhirVersionKey = Metadata.privatePrefix + "FHIRVersion"

    /// What an electrocardiogram says in words; `nil` for nothing.
    static func ofElectrocardiogram(_ reading: ECGReader.Reading) -> Metadata? {
        let texts = [
            (classificationKey, reading.classification), (symptomsKey, reading.symptoms), (leadKey, reading.lead),
        ]
        let entries = texts.filter { !$0.1.isEmpty }.map { Metadata.Entry(key: $0.0, value: .text($0.1)) }
        return entries.isEmpty ? nil : Metadata(entries)
    }

    /// The metadata of entries; `nil` for none.
    ///
    /// Of two entries with one key the first counts.
    static func make(_ entries: [ImportedMetadataEntry], adding extra: [Metadata.Entry] = []) -> Metadata? {
        let known = entries.map { Metadata.Entry(key: $0.key, value: value($0.value, key: $0.key)) }
        let all = known + extra
        return all.isEmpty ? nil : Metadata(all)
    }

    /// The value of an entry, by what HealthKit knows of its key; text where that does not fit or nothing is known.
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

    /// Exports write percentages a hundred times too large: `4600 %` is the quantity `46 %`.
    private static func quantity(_ number: Double, _ unit: String) -> MetadataValue? {
        HKUnit.named(unit).map { .quantity(unit == "%" ? number / 100 : number, $0) }
    }
}

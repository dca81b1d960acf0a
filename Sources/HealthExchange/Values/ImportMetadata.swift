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
}

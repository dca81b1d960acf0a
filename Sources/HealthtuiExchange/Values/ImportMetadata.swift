import Foundation
import HealthKit

/// Metadata of an export as the store keeps it.
enum ImportMetadata {
    /// A record's data about the samples it summarizes.
    struct Summed {
        /// Whether the record's value is their average; otherwise it is their sum.
        var isAverage: Bool
        /// The attributes of the record.
        var attributes: [(name: String, text: String)]
    }

    /// The attributes of a record that summarizes several samples, with the keys under which their texts are kept.
    static func summedAttributes(ofAverage isAverage: Bool) -> [(key: OwnMetadataKey, name: AttributeName)] {
        isAverage
            ? [(.minimum, .min), (.maximum, .max), (.recordCount, .recordCount)]
            : [(.sumMinimum, .min), (.sumMaximum, .max), (.sumRecordCount, .recordCount)]
    }

    /// A sample's data about the samples it summarizes, or `nil` for other samples.
    static func summed(_ metadata: Metadata?) -> Summed? {
        guard let metadata else { return nil }
        for isAverage in [true, false] {
            let attributes = summedAttributes(ofAverage: isAverage)
                .compactMap { key, name -> (name: String, text: String)? in
                    guard case .text(let text)? = metadata[own: key] else { return nil }
                    return (name.text, text)
                }
            if !attributes.isEmpty { return Summed(isAverage: isAverage, attributes: attributes) }
        }
        return nil
    }
}

import Foundation
import HealthKit

/// Metadata of an export as the store keeps it.
enum ImportMetadata {
    /// What a record says of the samples that it sums up.
    struct Summed {
        /// Whether the value of the record is their average, and else their sum.
        var isAverage: Bool
        /// The attributes of the record.
        var attributes: [(name: String, text: String)]
    }

    /// The attributes of a record that sums up several samples, and under which keys their texts are kept.
    static func summedAttributes(ofAverage isAverage: Bool) -> [(key: OwnMetadataKey, name: AttributeName)] {
        isAverage
            ? [(.minimum, .min), (.maximum, .max), (.recordCount, .recordCount)]
            : [(.sumMinimum, .min), (.sumMaximum, .max), (.sumRecordCount, .recordCount)]
    }

    /// What a sample keeps of the samples that it sums up; `nil` for other samples.
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

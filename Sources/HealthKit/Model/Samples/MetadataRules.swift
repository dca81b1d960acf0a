import Foundation

/// The rules for metadata keys: the class and unit of their values, and the types that require them (R2.12, R2.13).
package enum MetadataRules {
    /// Checks the value of a known key; any value is valid for other keys.
    ///
    /// - Throws: `errorInvalidArgument` with Apple's text.
    package static func check(_ entry: Metadata.Entry) throws {
        guard let known = TypeCatalogue.shared.metadataKeys[entry.key] else { return }
        switch (known.valueType, entry.value) {
        case (.text, .text), (.date, .date): return
        case (.flag, _) where entry.value.number != nil: return
        case (.number, _) where entry.value.number != nil: return
        case (.enumeration, _) where entry.value.number != nil: return
        case (.quantity, .quantity(_, let unit)):
            guard let expected = known.unit.flatMap({ HKUnit.named($0) }), !expected.isCompatible(with: unit) else {
                return
            }
            throw HKError.invalid(
                "Invalid unit \(unit.unitString) for metadata key: \(entry.key). Expected one compatible with \(expected.unitString)"
            )
        default:
            throw HKError.invalid(
                "Invalid class \(entry.value.className) for metadata key: \(entry.key). Expected \(known.valueType.className)."
            )
        }
    }

    /// The keys that samples of a type must have.
    package static func requiredKeys(_ type: HKSampleType) -> [String] { type.entry.requiredMetadata }
}

extension MetadataValue {
    /// The name of the class of the app's value.
    fileprivate var className: String {
        switch self {
        case .text: "NSString"
        case .flag, .integer, .decimal: "NSNumber"
        case .date: "NSDate"
        case .quantity: "HKQuantity"
        }
    }
}

extension MetadataKeyEntry.ValueType {
    /// The name of the class that an app should give.
    fileprivate var className: String {
        switch self {
        case .text: "NSString"
        case .flag, .number, .enumeration: "NSNumber"
        case .date: "NSDate"
        case .quantity: "HKQuantity"
        }
    }
}

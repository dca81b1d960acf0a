import HealthKitLocalization

/// A catalogue entry for one of HealthKit's metadata keys.
package struct MetadataKeyEntry: Sendable {
    /// The class of the values.
    package enum ValueType: String, Sendable {
        /// A number that is 0 or 1.
        case flag
        case number
        case text
        case date
        case quantity
        /// A number that is a raw value of an enumeration.
        case enumeration
    }

    /// The constant in Swift: `HKMetadataKeyTimeZone`.
    package let constant: String
    /// The raw key, as in exports: `HKTimeZone`.
    package let key: String
    /// The display name in English: `Time Zone`.
    package let englishLabel: String
    package let valueType: ValueType
    /// The unit that quantities must be compatible with; nil for any.
    package let unit: String?
    /// The name of the enumeration of the values.
    package let values: String?
    /// The identifiers of the types that the key is intended for; nil for all.
    package let types: [String]?
    /// The identifiers of the types whose samples must have the key.
    package let requiredFor: [String]?

    /// The display name, in the person's language.
    package var label: String { localizedName(englishLabel, context: "metadata") }

    init(_ scanner: inout CatalogueScanner) throws {
        var texts: [String: String] = [:]
        var lists: [String: [String]] = [:]
        var valueType: ValueType?
        try scanner.object { key, scanner in
            switch key {
            case "valueType": valueType = try scanner.named(ValueType.self)
            case "constant", "key", "label", "unit", "values": texts[key] = try scanner.string()
            case "types", "requiredFor": lists[key] = try scanner.strings()
            default: throw scanner.fault("a metadata key has no \(key)")
            }
        }
        guard let constant = texts["constant"], let key = texts["key"], let label = texts["label"], let valueType else {
            throw scanner.fault("a metadata key lacks what each has")
        }
        self.constant = constant
        self.key = key
        englishLabel = label
        self.valueType = valueType
        unit = texts["unit"]
        values = texts["values"]
        types = lists["types"]
        requiredFor = lists["requiredFor"]
    }
}

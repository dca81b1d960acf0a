/// What HealthKit knows about one of its metadata keys.
package struct MetadataKeyEntry: Decodable, Sendable {
    /// The class of the values.
    package enum ValueType: String, Decodable, Sendable {
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
    /// The name for people: `Time Zone`.
    package let label: String
    package let valueType: ValueType
    /// The unit that quantities must be compatible with; nil when any will do.
    package let unit: String?
    /// The name of the enumeration of the values.
    package let values: String?
    /// The identifiers of the types that the key is meant for; nil for all.
    package let types: [String]?
    /// The identifiers of the types whose samples must have the key.
    package let requiredFor: [String]?
}

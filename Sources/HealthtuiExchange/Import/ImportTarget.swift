/// Receives the definitions that an import meets for the first time, each with the number that its samples will refer
/// to.
///
/// A number is defined before anything uses it, and numbers of one kind count up from zero. Two numbers may have the
/// same meaning: the importer forgets rarely used ones to keep its memory use flat. An error thrown by the target ends
/// the import.
package protocol ImportTarget: ~Copyable {
    /// A type and the unit its values come in.
    ///
    /// - Parameters:
    ///   - number: The number of the pair.
    ///   - type: The type's identifier, as the export has it.
    ///   - unit: The unit, as the export has it.
    /// - Throws: Any error that should end the import.
    mutating func define(series number: UInt32, type: String, unit: String?) throws

    /// A source and its version.
    ///
    /// - Parameters:
    ///   - number: The number of the pair.
    ///   - name: The source's name; empty where the export gives none.
    ///   - version: The source's version.
    /// - Throws: Any error that should end the import.
    mutating func define(sourceRevision number: UInt32, name: String, version: String?) throws

    /// A device.
    ///
    /// - Parameters:
    ///   - number: The number of the device.
    ///   - text: The device as the export has it, to be read by `DeviceText`.
    /// - Throws: Any error that should end the import.
    mutating func define(device number: UInt32, text: String) throws

    /// A set of metadata entries, in their original order.
    ///
    /// - Parameters:
    ///   - number: The number of the set.
    ///   - entries: Keys and values as the export has them; a key may come twice.
    /// - Throws: Any error that should end the import.
    mutating func define(metadata number: UInt32, entries: [ImportedMetadataEntry]) throws

    /// A value that isn't numeric: the name of a category's case.
    ///
    /// - Parameters:
    ///   - number: The number of the name.
    ///   - text: The name, as the export has it.
    /// - Throws: Any error that should end the import.
    mutating func define(caseName number: UInt32, text: String) throws
}

/// A metadata entry as the export has it.
package struct ImportedMetadataEntry: Hashable, Sendable {
    /// The key.
    package let key: String

    /// The value.
    package let value: String

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

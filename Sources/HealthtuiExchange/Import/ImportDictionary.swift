/// Numbers the types, sources, devices and metadata of an export, so that each text is made into a string once.
///
/// Works on the raw bytes of attributes. The target defines anything new before its number is returned.
package struct ImportDictionary: ~Copyable {
    private var series = ByteInterner()
    private var sourceRevisions = ByteInterner()
    private var devices = ByteInterner()
    private var metadataSets = ByteInterner()
    private var caseNames = ByteInterner()

    /// The buffer in which keys of several parts are joined.
    private var key = JoinedKey()

    /// The last pairs asked for, which neighboring records mostly repeat.
    private var lastSeries = LastPair()
    private var lastSourceRevision = LastPair()

    /// A key of two parts and its number.
    private struct LastPair: ~Copyable {
        var key = JoinedKey()
        var number: UInt32?

        @inline(__always)
        mutating func set(_ first: ByteSlice?, _ second: ByteSlice?) {
            key.removeAll()
            key.append(first)
            key.append(second)
        }
    }

    /// Makes an empty dictionary.
    package init() {}

    /// The number of a type and unit.
    ///
    /// - Parameters:
    ///   - type: The raw type.
    ///   - unit: The raw unit.
    ///   - target: The target that defines a new pair.
    /// - Returns: The number of the pair.
    /// - Throws: Any error that the target throws.
    package mutating func series<Target: ImportTarget & ~Copyable>(
        type: ByteSlice,
        unit: ByteSlice?,
        in target: inout Target
    ) throws -> UInt32 {
        if let number = lastSeries.number, lastSeries.key.consists(of: type, unit) { return number }
        lastSeries.set(type, unit)
        let (number, isNew) = series.number(of: lastSeries.key.slice)
        lastSeries.number = number
        if isNew { try target.define(series: number, type: type.text, unit: unit?.text) }
        return number
    }

    /// The number of a source and version.
    ///
    /// - Parameters:
    ///   - name: The raw name.
    ///   - version: The raw version.
    ///   - target: The target that defines a new pair.
    /// - Returns: The number of the pair.
    /// - Throws: Any error that the target throws.
    package mutating func sourceRevision<Target: ImportTarget & ~Copyable>(
        name: ByteSlice?,
        version: ByteSlice?,
        in target: inout Target
    ) throws -> UInt32 {
        if let number = lastSourceRevision.number, lastSourceRevision.key.consists(of: name, version) { return number }
        lastSourceRevision.set(name, version)
        let (number, isNew) = sourceRevisions.number(of: lastSourceRevision.key.slice)
        lastSourceRevision.number = number
        if isNew { try target.define(sourceRevision: number, name: name?.text ?? "", version: version?.text) }
        return number
    }

    /// The number of a device, regardless of the address it is written with.
    ///
    /// - Parameters:
    ///   - device: The raw attribute.
    ///   - target: The target that defines a new device.
    /// - Returns: The number of the device.
    /// - Throws: Any error that the target throws.
    package mutating func device<Target: ImportTarget & ~Copyable>(
        _ device: ByteSlice,
        in target: inout Target
    ) throws -> UInt32 {
        let (number, isNew) = devices.number(of: DeviceText.identity(of: device))
        if isNew { try target.define(device: number, text: device.text) }
        return number
    }

    /// The number of a set of metadata entries.
    ///
    /// - Parameters:
    ///   - entries: The entries, in order.
    ///   - target: The target that defines a new set.
    /// - Returns: The number of the set, or `nil` when there are no entries.
    /// - Throws: Any error that the target throws.
    package mutating func metadata<Target: ImportTarget & ~Copyable>(
        _ entries: ExportChildren<ExportMetadataEntry>,
        in target: inout Target
    ) throws -> UInt32? {
        key.removeAll()
        for entry in entries {
            key.append(entry.key)
            key.append(entry.value)
        }
        guard !key.slice.isEmpty else { return nil }
        let (number, isNew) = metadataSets.number(of: key.slice)
        if isNew {
            let definition = entries.map { entry in
                ImportedMetadataEntry(key: entry.key?.text ?? "", value: entry.value?.text ?? "")
            }
            try target.define(metadata: number, entries: definition)
        }
        return number
    }

    /// The number of a value that isn't numeric.
    ///
    /// - Parameters:
    ///   - name: The raw value.
    ///   - target: The target that defines a new name.
    /// - Returns: The number of the name.
    /// - Throws: Any error that the target throws.
    package mutating func caseName<Target: ImportTarget & ~Copyable>(
        _ name: ByteSlice,
        in target: inout Target
    ) throws -> UInt32 {
        let (number, isNew) = caseNames.number(of: name)
        if isNew { try target.define(caseName: number, text: name.text) }
        return number
    }
}

import Foundation
import HealthKit

/// How many numbers of each kind an import has assigned.
struct ImportNumbering {
    var series: UInt32 = 0
    var revisions: UInt32 = 0
    var devices: UInt32 = 0
    var metadata: UInt32 = 0
    var owners: UInt32 = 0

    /// Counts the definitions of a chunk.
    mutating func add(_ new: ImportChunk.Definitions, owners: UInt32) {
        series += UInt32(new.series.count)
        revisions += UInt32(new.revisions.count)
        devices += UInt32(new.devices.count)
        metadata += UInt32(new.metadata.count)
        self.owners = owners
    }
}

/// Collects the definitions that an import meets for the first time, until a chunk takes them to the writer.
///
/// Its own numbers count from zero; their places in the import follow those of earlier files.
struct ImportDefinitions: ImportTarget {
    /// The numbering before it.
    private let before: ImportNumbering
    /// The definitions for the next chunk.
    private(set) var new = ImportChunk.Definitions()
    /// The total length of the new definitions' texts.
    private(set) var newTextLength = 0
    private(set) var series: [ImportSeries] = []
    /// The traits of a series that each record needs, by the series' number.
    private var traits: [Traits] = []
    private var caseNames: [String] = []
    private var caseValues: [UInt64: Double?] = [:]
    /// The position of a metadata set by its number.
    private var metadataPlaces: [ImportNumber.MetadataSet] = []
    private var metadataCount: UInt32 = 0

    private struct Traits {
        let isQuantity: Bool
        var isMet = false
    }

    /// Begins the definitions of a file.
    ///
    /// - Parameter before: What the files before it numbered.
    init(after before: ImportNumbering = ImportNumbering()) { self.before = before }

    /// Whether the values of a series are quantities.
    @inline(__always)
    func isQuantity(series number: UInt32) -> Bool { traits[Int(number)].isQuantity }

    /// Notes that a record of a series is at the top level.
    @inline(__always)
    mutating func meet(series number: UInt32) { traits[Int(number)].isMet = true }

    /// The types among the records so far.
    var typesMet: Set<String> { Set(zip(series, traits).filter(\.1.isMet).map(\.0.type)) }

    /// The place of a series.
    @inline(__always)
    func place(series number: UInt32) -> ImportNumber.Series { ImportNumber.Series(before.series + number) }

    /// The place of a source.
    @inline(__always)
    func place(revision number: UInt32) -> ImportNumber.Revision { ImportNumber.Revision(before.revisions + number) }

    /// The place of a device; the first of all stands for none.
    func place(device number: UInt32) -> ImportNumber.Device { ImportNumber.Device(before.devices + number + 1) }

    /// Returns the new definitions and clears them.
    mutating func takeNew() -> ImportChunk.Definitions {
        defer { (new, newTextLength) = (ImportChunk.Definitions(), 0) }
        return new
    }

    mutating func define(series number: UInt32, type: String, unit: String?) {
        newTextLength += type.utf8.count
        let made = ImportSeries(type: type, unit: unit)
        series.append(made)
        if case .quantity = made.kind {
            traits.append(Traits(isQuantity: true))
        } else {
            traits.append(Traits(isQuantity: false))
        }
        new.series.append(ImportedSeries(type: made.type, unit: made.unit))
    }

    mutating func define(sourceRevision number: UInt32, name: String, version: String?) {
        newTextLength += name.utf8.count + (version?.utf8.count ?? 0)
        add(Self.revision(name: name, version: version))
    }

    mutating func define(device number: UInt32, text: String) {
        newTextLength += text.utf8.count
        add(Self.device(text))
    }

    /// Adds a source, which has the next number.
    mutating func add(_ revision: HKSourceRevision) { new.revisions.append(revision) }

    /// Adds a device, which has the next number.
    mutating func add(_ device: HKDevice) { new.devices.append(device) }

    mutating func define(metadata number: UInt32, entries: [ImportedMetadataEntry]) {
        metadataPlaces.append(add(ImportMetadata.make(entries)))
    }

    mutating func define(caseName number: UInt32, text: String) { caseNames.append(text) }

    /// The position of a metadata set by its number.
    func place(metadata number: UInt32) -> ImportNumber.MetadataSet { metadataPlaces[Int(number)] }

    /// Adds a set that no other record shares.
    mutating func add(_ metadata: Metadata?) -> ImportNumber.MetadataSet {
        guard let metadata else { return .none }
        newTextLength += metadata.textLength
        new.metadata.append(metadata)
        metadataCount += 1
        return ImportNumber.MetadataSet(before.metadata + metadataCount)
    }

    /// The number for a value that is a name, or `nil` if the type has no such value.
    mutating func value(series number: UInt32, caseName: UInt32) -> Double? {
        let key = UInt64(number) << 32 | UInt64(caseName)
        if let known = caseValues[key] { return known }
        let value = series[Int(number)].value(named: caseNames[Int(caseName)])
        caseValues[key] = .some(value)
        return value
    }

    /// The revision of a source: an export names sources without bundle identifiers, so the name replaces it.
    static func revision(name: String, version: String?) -> HKSourceRevision {
        let bundle = HKSource.importBundleIdentifier(of: name)
        return HKSourceRevision(source: HKSource(name: name, bundleIdentifier: bundle), version: version)
    }

    /// The revision for values that another app relays for a source.
    ///
    /// It is a separate source: its values count only where the source itself has none.
    static func relayed(name: String) -> HKSourceRevision {
        HKSourceRevision(source: HKSource(name: name, bundleIdentifier: HKSource.relayPrefix + name), version: nil)
    }

    /// The device of a text; a text that isn't a device description becomes the device's name, so that nothing is lost.
    static func device(_ text: String) -> HKDevice {
        guard let fields = DeviceText(text) else { return HKDevice(fields: [text]) }
        return HKDevice(fields: [
            fields[.name], fields[.manufacturer], fields[.model], fields[.hardware], fields[.firmware],
            fields[.software], fields[.localIdentifier], fields[.udiDeviceIdentifier],
        ])
    }
}

extension Metadata {
    /// The length of keys and texts, roughly in bytes.
    fileprivate var textLength: Int {
        entries.reduce(0) { sum, entry in
            var length = entry.key.utf8.count
            if case .text(let text) = entry.value { length += text.utf8.count }
            return sum + length
        }
    }
}

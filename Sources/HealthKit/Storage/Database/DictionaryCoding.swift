import Foundation

/// Encodes HealthKit's values as the bytes of the store's dictionaries, and decodes them.
package enum DictionaryCoding {
    package static func bytes(fields: [String?]) -> [UInt8] {
        var writer = ByteWriter()
        writer.varint(UInt64(fields.count))
        for field in fields { writer.text(field) }
        return writer.bytes
    }

    /// Decodes fields; `nil` if the bytes don't contain fields.
    package static func fields(_ bytes: [UInt8]) -> [String?]? {
        var reader = ByteReader(bytes)
        guard let count = reader.varint(), count <= UInt64(reader.remaining) else { return nil }
        var fields: [String?] = []
        for _ in 0..<count {
            guard let field = reader.text() else { return nil }
            fields.append(field)
        }
        return fields
    }

    package static func bytes(type identifier: String) -> [UInt8] { Array(identifier.utf8) }

    package static func bytes(unit: String) -> [UInt8] { Array(unit.utf8) }

    package static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    package static func bytes(source: HKSource) -> [UInt8] {
        bytes(fields: [source.bundleIdentifier, source.name])
    }

    package static func source(_ bytes: [UInt8]) -> HKSource? {
        guard let fields = fields(bytes), fields.count >= 2, let bundle = fields[0], let name = fields[1] else {
            return nil
        }
        return HKSource(name: name, bundleIdentifier: bundle)
    }

    package static func bytes(revision: HKSourceRevision) -> [UInt8] {
        let system = revision.operatingSystemVersion
        let isKnown = !system.isSame(as: HKSourceRevisionAnyOperatingSystem)
        return bytes(fields: [
            revision.source.bundleIdentifier, revision.source.name, revision.version, revision.productType,
            isKnown ? "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)" : nil,
        ])
    }

    package static func revision(_ bytes: [UInt8]) -> HKSourceRevision? {
        guard let fields = fields(bytes), fields.count >= 5, let bundle = fields[0], let name = fields[1] else {
            return nil
        }
        let numbers = (fields[4] ?? "").split(separator: ".").compactMap { Int($0) }
        return HKSourceRevision(
            source: HKSource(name: name, bundleIdentifier: bundle),
            version: fields[2],
            productType: fields[3],
            operatingSystemVersion: numbers.count == 3
                ? OperatingSystemVersion(majorVersion: numbers[0], minorVersion: numbers[1], patchVersion: numbers[2])
                : HKSourceRevisionAnyOperatingSystem
        )
    }

    package static func bytes(device: HKDevice) -> [UInt8] { bytes(fields: device.fields) }

    package static func device(_ bytes: [UInt8]) -> HKDevice? { fields(bytes).map { HKDevice(fields: $0) } }
}

import Foundation

/// Samples as bytes: columns, and dictionaries of shared entries.
///
/// The page <doc:CallCoding> describes them. Calls and answers carry their samples in this form.
package enum SampleBatch {
    /// The version of the bytes, which is the first of them.
    ///
    /// A keyed archive begins with `b`.
    package static let version: UInt8 = 1

    /// The maximum number of samples in a piece of an answer.
    static let pieceLength = 4_096

    /// The additional content of a sample.
    enum Form: UInt64 {
        /// A value in a unit.
        case quantity = 1
        case category
        /// A value in a unit, and the quantities.
        case series
        /// Its members, as a batch.
        case correlation
        /// Its content, as the store keeps it.
        case workout, record
        /// With the data that only a dedicated query reads.
        case recordWithData
        /// A document that may be read, without and with its data.
        case openRecord, openRecordWithData

        /// Whether a sample of the form has an entry in the column of values.
        var hasValue: Bool { rawValue <= Self.series.rawValue }
        /// Whether a sample of the form has an entry in the column of contents.
        var hasContent: Bool { rawValue >= Self.series.rawValue }
    }
}

/// Fields of which some may be missing: a count, and for each its length plus 1 and its text, or 0.
enum OptionalTexts {
    static func bytes(_ fields: [String?]) -> [UInt8] {
        var writer = CallByteWriter()
        writer.varint(UInt64(fields.count))
        for field in fields {
            writer.byte(field == nil ? 0 : 1)
            if let field { writer.text(field) }
        }
        return writer.bytes
    }

    static func fields(_ bytes: ArraySlice<UInt8>, count: Int) throws -> [String?] {
        var reader = CallByteReader(Array(bytes))
        guard try reader.varint() == UInt64(count) else { throw CallCodingError.damaged("not \(count) fields") }
        var fields: [String?] = []
        for _ in 0..<count {
            switch try reader.byte() {
            case 0: fields.append(nil)
            case 1: fields.append(try reader.text())
            default: throw CallCodingError.damaged("a field that is neither there nor missing")
            }
        }
        try reader.checkEnd()
        return fields
    }
}

extension HKSourceRevision {
    /// The fields of the source, in a fixed order.
    var fieldTexts: [String?] {
        let system = operatingSystemVersion
        let isKnown = !system.isSame(as: HKSourceRevisionAnyOperatingSystem)
        return [
            source.bundleIdentifier, source.name, version, productType,
            isKnown ? "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)" : nil,
        ]
    }

    /// Decodes ``fieldTexts``.
    ///
    /// - Throws: ``CallCodingError/damaged(_:)``.
    static func revision(_ fields: [String?]) throws -> HKSourceRevision {
        guard fields.count == 5, let bundle = fields[0], let name = fields[1] else {
            throw CallCodingError.damaged("a source without name")
        }
        var system = HKSourceRevisionAnyOperatingSystem
        if let text = fields[4] {
            let numbers = text.split(separator: ".", omittingEmptySubsequences: false).compactMap { Int($0) }
            guard numbers.count == 3 else { throw CallCodingError.damaged("no operating system “\(text.prefix(64))”") }
            system = OperatingSystemVersion(
                majorVersion: numbers[0],
                minorVersion: numbers[1],
                patchVersion: numbers[2]
            )
        }
        return HKSourceRevision(
            source: HKSource(name: name, bundleIdentifier: bundle),
            version: fields[2],
            productType: fields[3],
            operatingSystemVersion: system
        )
    }
}

import Foundation
import HealthtuiExchange

/// Files of watches, which are damaged inside their sums.
extension FuzzSeeds {
    /// The records of the first part of each of some files.
    ///
    /// - Parameter fixtures: The folder of the tests' fixtures.
    /// - Returns: The records.
    /// - Throws: An error if the fixtures can't be read.
    static func fit(_ fixtures: URL) throws -> [[UInt8]] {
        try ["run", "run-big-endian", "compressed", "developer", "types", "packed", "days", "redefined", "wide"]
            .map { name in
                let file = [UInt8](try Data(contentsOf: fixtures.appendingPathComponent("fit/\(name).fit")))
                return Array(file.dropFirst(14).dropLast(2))
            }
    }

    /// A part around records, with its size and its sum.
    static func fitPart(_ records: [UInt8]) -> [UInt8] {
        func little(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
        }
        let head: [UInt8] = [14, 0x20, 0x54, 0x08] + little(UInt32(records.count), 4) + Array(".FIT".utf8)
        let part = head + [0, 0] + records
        return part + little(UInt32(part.withUnsafeBytes { FITChecksum.sum($0) }), 2)
    }
}

extension FuzzFormat {
    /// Reads every value of every message.
    static func readFIT(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            var decoder = FITDecoder(bytes)
            while let message = try decoder.next() {
                for field in message.definition.fields { read(field, of: message) }
                for field in message.definition.developerFields {
                    read(field.layout, of: message)
                    _ = message.number(field)
                    _ = field.description?.name
                    _ = field.description?.unit
                }
                for type in FITProfile.messages { read(type, of: message) }
            }
        }
    }

    private static func read(_ field: FITFieldLayout, of message: FITMessage) {
        for index in -1...field.count { _ = message.raw(field, index) }
        _ = message.text(field)
        _ = message.bytes(field).reduce(0) { $0 ^ $1 }
    }

    private static func read<Field: FITMessageField>(_ type: Field.Type, of message: FITMessage) {
        guard Field.message.number == message.number else { return }
        for field in type.allCases {
            _ = message.number(field)
            _ = message.integer(field)
            _ = message.degrees(field)
            _ = message.numbers(field)
            _ = message.text(field)
        }
    }
}

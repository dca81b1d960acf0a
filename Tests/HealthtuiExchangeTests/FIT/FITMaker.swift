@testable import HealthtuiExchange

/// Makes parts of FIT files byte by byte, right or wrong.
struct FITMaker {
    private(set) var body: [UInt8] = []
    var isBigEndian = false

    /// A definition; a field is its number, its size and its type's code.
    mutating func define(
        _ local: UInt8,
        _ number: UInt16,
        _ fields: [(UInt8, UInt8, FITBaseType)],
        developer: [(number: UInt8, size: UInt8, application: UInt8)] = []
    ) {
        body += [0x40 | (developer.isEmpty ? 0 : 0x20) | local, 0, isBigEndian ? 1 : 0]
        body += bytes(number)
        body.append(UInt8(fields.count))
        for (number, size, type) in fields { body += [number, size, type.rawValue] }
        guard !developer.isEmpty else { return }
        body.append(UInt8(developer.count))
        for field in developer { body += [field.number, field.size, field.application] }
    }

    /// A message with these fields.
    mutating func message(_ local: UInt8, _ fields: [UInt8]...) { add([local] + fields.joined()) }

    /// Bytes as they are.
    mutating func add(_ bytes: [UInt8]) { body += bytes }

    /// The bytes of a number, in the part's order.
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { Array($0) }
    }

    /// The part with its header and its sum.
    func part() -> [UInt8] { Self.part(body) }

    /// A part that wraps records, whose header may have a wrong size.
    static func part(_ body: [UInt8], size: Int? = nil) -> [UInt8] {
        let little = { (number: UInt32) in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
        var part: [UInt8] = [14, 0x20, 0x54, 0x08] + little(UInt32(truncatingIfNeeded: size ?? body.count))
        part += ".FIT".utf8
        part += little(UInt32(sum(part))).prefix(2)
        part += body
        return part + little(UInt32(sum(part))).prefix(2)
    }

    static func sum(_ bytes: [UInt8]) -> UInt16 { bytes.withUnsafeBytes { FITChecksum.sum($0) } }
}

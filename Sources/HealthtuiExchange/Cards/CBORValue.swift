/// A value of CBOR (RFC 8949), as far as signed certificates use it.
indirect enum CBORValue: Hashable, Sendable {
    case integer(Int)
    case bytes([UInt8])
    case text(String)
    case list([CBORValue])
    /// The pairs in their original order.
    case map([[CBORValue]])
    case tagged(Int, CBORValue)
    case number(Double)
    case flag(Bool)
    /// Null, undefined, and simple values of other kinds.
    case nothing

    /// The maximum nesting depth of values.
    private static let deepest = 32

    /// Decodes bytes that encode exactly one value; returns `nil` for invalid or truncated CBOR, trailing bytes, or
    /// nesting that is too deep.
    ///
    /// - Parameter bytes: The whole encoding.
    init?(_ bytes: [UInt8]) {
        var reader = CBORBytes(bytes: bytes[...])
        guard let value = reader.value(Self.deepest), reader.bytes.isEmpty else { return nil }
        self = value
    }

    /// The map's value for an integer key.
    subscript(key: Int) -> CBORValue? { self[.integer(key)] }

    /// The map's value for a text key.
    subscript(key: String) -> CBORValue? { self[.text(key)] }

    private subscript(key: CBORValue) -> CBORValue? {
        guard case .map(let pairs) = self else { return nil }
        return pairs.first { $0[0] == key }?[1]
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var list: [CBORValue]? { if case .list(let list) = self { list } else { nil } }
    var integer: Int? { if case .integer(let number) = self { number } else { nil } }

    /// The number, whole or not.
    var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// The value without the tags around it.
    var untagged: CBORValue { if case .tagged(_, let value) = self { value.untagged } else { self } }

    /// A text or bytes with its CBOR header.
    static func encoded(_ bytes: [UInt8], isText: Bool = false) -> [UInt8] {
        let kind: UInt8 = isText ? 0x60 : 0x40
        switch bytes.count {
        case ..<24: return [kind | UInt8(bytes.count)] + bytes
        case ..<0x100: return [kind | 24, UInt8(bytes.count)] + bytes
        case ..<0x1_0000: return [kind | 25, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
        default: return [kind | 26] + (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) } + bytes
        }
    }
}

/// Reads CBOR from the front of bytes.
private struct CBORBytes {
    var bytes: ArraySlice<UInt8>

    private enum Kind: UInt8 {
        case unsigned, negative, bytes, text, list, map, tag, simple
    }

    /// The byte that ends a value of indefinite length.
    private static let end: UInt8 = 0xFF

    mutating func value(_ depth: Int) -> CBORValue? {
        guard depth > 0, let first = bytes.popFirst(), let kind = Kind(rawValue: first >> 5) else { return nil }
        let low = first & 0x1F
        if kind == .simple { return simple(low) }
        guard low != 31 else { return unbounded(kind, depth) }
        guard let argument = argument(low) else { return nil }
        switch kind {
        case .unsigned: return .integer(argument)
        case .negative: return .integer(-1 - argument)
        case .bytes: return take(argument).map { .bytes($0) }
        case .text: return take(argument).flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
        case .list: return values(argument, depth).map { .list($0) }
        case .map:
            guard argument <= bytes.count else { return nil }
            return values(2 * argument, depth).map(Self.map)
        case .tag: return value(depth - 1).map { .tagged(argument, $0) }
        case .simple: return nil
        }
    }

    /// The number in the first byte or in those after it, or `nil` if it doesn't fit in an `Int`.
    private mutating func argument(_ low: UInt8) -> Int? {
        if low < 24 { return Int(low) }
        guard low < 28, let number = take(1 << Int(low - 24)) else { return nil }
        return Int(exactly: number.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private mutating func take(_ count: Int) -> [UInt8]? {
        guard count <= bytes.count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    private mutating func values(_ count: Int, _ depth: Int) -> [CBORValue]? {
        // Each value takes at least a byte.
        guard count <= bytes.count else { return nil }
        var values: [CBORValue] = []
        for _ in 0..<count {
            guard let value = value(depth - 1) else { return nil }
            values.append(value)
        }
        return values
    }

    private static func map(_ values: [CBORValue]) -> CBORValue {
        .map(stride(from: 0, to: values.count, by: 2).map { [values[$0], values[$0 + 1]] })
    }

    private mutating func unbounded(_ kind: Kind, _ depth: Int) -> CBORValue? {
        var values: [CBORValue] = []
        while let next = bytes.first, next != Self.end {
            guard let value = value(depth - 1) else { return nil }
            values.append(value)
        }
        guard bytes.popFirst() != nil else { return nil }
        switch kind {
        case .list: return .list(values)
        case .map: return values.count % 2 == 0 ? Self.map(values) : nil
        case .bytes:
            let parts = values.compactMap(\.bytes)
            return parts.count == values.count ? .bytes(Array(parts.joined())) : nil
        case .text:
            let parts = values.compactMap(\.text)
            return parts.count == values.count ? .text(parts.joined()) : nil
        default: return nil
        }
    }

    private mutating func simple(_ low: UInt8) -> CBORValue? {
        switch low {
        case 20: return .flag(false)
        case 21: return .flag(true)
        case 25:
            return take(2).map { .number(Double(Float16(bitPattern: UInt16($0[0]) << 8 | UInt16($0[1])))) }
        case 26:
            return take(4).map { .number(Double(Float(bitPattern: $0.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }))) }
        case 27:
            return take(8).map { .number(Double(bitPattern: $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })) }
        case ..<24: return .nothing
        case 24: return take(1).map { _ in .nothing }
        default: return nil
        }
    }
}

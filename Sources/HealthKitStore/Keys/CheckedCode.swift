/// Random bits as a person writes them down: groups of four signs and a sign that checks them.
///
/// Ambiguous letters aren't in it, and are read as the ones they look like.
package enum CheckedCode {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The number of bytes in a number of groups, which must be even, as two groups are five bytes.
    package static func size(groups: Int) -> Int { groups * 5 / 2 }

    /// The text that a person writes down: `7ZK4M-…`.
    package static func text(_ key: SecretBytes) -> String {
        let texts = key.withBytes { bytes in
            (0..<bytes.count * 2 / 5)
                .map { group in
                    let values = Self.values(bytes, group)
                    return String(decoding: (values + [check(values, group)]).map { alphabet[$0] }, as: UTF8.self)
                }
        }
        return texts.joined(separator: "-")
    }

    /// Reads a typed code: upper or lower case, with or without dashes and spaces.
    ///
    /// - Parameters:
    ///   - text: The bytes of the text.
    ///   - groups: How many groups there are.
    ///   - name: What it is called in errors.
    /// - Returns: The bits.
    /// - Throws: ``StoreError`` with code `invalidArgument` that names the group in which something is mistyped.
    package static func parse(_ text: SecretBytes, groups: Int, name: String) throws -> SecretBytes {
        func mistyped(_ what: String, isThis: Bool = false) -> StoreError {
            StoreError(.invalidArgument, "\(isThis ? "The" : "A") \(name) \(what).")
        }
        return try text.withBytes { bytes in
            guard bytes.count <= 400 else { throw mistyped("has \(groups) groups of 5 signs") }
            var values: [Int] = []
            defer { for place in values.indices { values[place] = 0 } }
            for byte in bytes where ![32, 45, 10, 13, 9].contains(byte) {
                guard let value = value(of: byte) else {
                    throw mistyped("has a sign in group \(values.count / 5 + 1) that none has")
                }
                values.append(value)
            }
            guard values.count == groups * 5 else { throw mistyped("has \(groups) groups of 5 signs") }
            for group in 0..<groups {
                let part = Array(values[group * 5..<group * 5 + 4])
                guard check(part, group) == values[group * 5 + 4] else {
                    throw mistyped("is mistyped in group \(group + 1)", isThis: true)
                }
            }
            return try SecretBytes(count: size(groups: groups)) { target in
                for group in 0..<groups {
                    let bits = values[group * 5..<group * 5 + 4].reduce(0) { $0 << 5 | $1 }
                    // Two groups are five bytes.
                    for nibble in 0..<5 {
                        let (place, shift) = (group * 5 + nibble, 16 - nibble * 4)
                        let old = place % 2 == 0 ? 0 : target[place / 2]
                        target[place / 2] = old | UInt8((bits >> shift & 15) << (place % 2 == 0 ? 4 : 0))
                    }
                }
            }
        }
    }

    /// The four values of a group.
    private static func values(_ bytes: UnsafeRawBufferPointer, _ group: Int) -> [Int] {
        var bits = 0
        for nibble in group * 5..<group * 5 + 5 {
            bits = bits << 4 | Int(bytes[nibble / 2] >> (nibble % 2 == 0 ? 4 : 0)) & 15
        }
        return [15, 10, 5, 0].map { bits >> $0 & 31 }
    }

    private static func value(of byte: UInt8) -> Int? {
        let upper = (97...122).contains(byte) ? byte - 32 : byte
        switch upper {
        case 79: return 0
        case 73, 76: return 1
        default: return alphabet.firstIndex(of: upper)
        }
    }

    /// The sign that checks a group: a sum in the field of 32 elements, which shows every single wrong sign, any two that
    /// changed places, and a group that stands for another.
    private static func check(_ values: [Int], _ group: Int) -> Int {
        zip(values, [2, 4, 8, 16]).reduce(group + 1) { $0 ^ product($1.0, $1.1) }
    }

    private static func product(_ left: Int, _ right: Int) -> Int {
        var (sum, factor) = (0, left)
        for bit in 0..<5 {
            if right >> bit & 1 == 1 { sum ^= factor }
            factor <<= 1
            if factor & 32 != 0 { factor ^= 0b100101 }
        }
        return sum
    }
}

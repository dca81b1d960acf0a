/// Random numbers that a seed gives again: splitmix64.
struct FuzzGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Damages bytes as disks, transfers and attackers do.
struct ByteMutator {
    /// What is put in whole: the edges of numbers, texts and structures of the formats.
    private static let pieces: [[UInt8]] =
        [
            "\u{0}", "<", ">", "\"", "'", "&", "]]>", "<!--", "<![CDATA[", "<!DOCTYPE x [", "&#x110000;", "&#0;",
            "&amp",
            "</Record>", "<Record ", "/>", "value=\"", "{", "}", "[", "]", ",", ":", "\\u", "\\uD800", "null", "true",
            "1e999", "-1e999", "NaN", "-0", "9223372036854775808", "18446744073709551616", "0.00000000000000000000001",
            "99999999999999999999999999999999", "1970-01-01 00:00:00 +0000", "9999-12-31 23:59:59 -9999", "T24:60:61Z",
            "\r", "\n", "\r\n", "\t", ";", "\u{FEFF}", "\u{202E}", "\u{1F1E6}",
        ]
        .map { Array($0.utf8) }
        + [
            [0xFF], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF, 0xFE],
            [0x7F, 0xFF, 0xFF, 0xFF],
            [0xFF, 0xFF, 0xFF, 0xFF], [0x9F], [0xBF], [0xBB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x78, 0x9C],
            [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x01, 0x02], [0x50, 0x4B, 0x05, 0x06], [0x50, 0x4B, 0x06, 0x06],
        ]

    var random: FuzzGenerator

    /// A damaged copy.
    ///
    /// - Parameters:
    ///   - bytes: What was whole.
    ///   - others: What parts of may be put into it.
    /// - Returns: The damaged bytes.
    mutating func damaged(_ bytes: [UInt8], others: [[UInt8]]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, place + length())
            switch Int.random(in: 0..<9, using: &random) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
            case 4: bytes.removeLast(bytes.count - place)
            case 5: bytes.insert(contentsOf: part(of: others), at: place)
            case 6:
                for _ in 0..<length() {
                    bytes.insert(bytes.isEmpty ? 0x28 : bytes[min(place, bytes.count - 1)], at: place)
                }
            default:
                bytes.replaceSubrange(
                    place..<min(bytes.count, place + 4),
                    with: Self.pieces.randomElement(using: &random)!
                )
            }
        }
        return bytes
    }

    /// Mostly short, sometimes long.
    private mutating func length() -> Int {
        Int.random(in: 0..<(1 << Int.random(in: 1...9, using: &random)), using: &random)
    }

    private mutating func part(of others: [[UInt8]]) -> [UInt8] {
        guard let other = others.randomElement(using: &random), !other.isEmpty else { return [] }
        let start = Int.random(in: 0..<other.count, using: &random)
        return Array(other[start..<min(other.count, start + length())])
    }
}

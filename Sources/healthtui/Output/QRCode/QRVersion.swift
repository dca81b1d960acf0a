/// A size of code, and how its bytes are split at error correction level M (tables 1, 7, 9 and E.1 of the standard).
struct QRVersion: Hashable, Sendable {
    let number: Int
    /// Bytes of data and of error correction together.
    let total: Int
    /// Bytes of error correction in each block.
    let correction: Int
    let blocks: Int
    /// The rows, and columns, of the centres of alignment patterns.
    let alignment: [Int]

    /// The number of modules per side.
    var size: Int { 17 + 4 * number }
    /// Bytes of data.
    var data: Int { total - correction * blocks }
    /// The number of bits of the length field.
    var countBits: Int { number < 10 ? 8 : 16 }

    static let all = [
        QRVersion(number: 1, total: 26, correction: 10, blocks: 1, alignment: []),
        QRVersion(number: 2, total: 44, correction: 16, blocks: 1, alignment: [6, 18]),
        QRVersion(number: 3, total: 70, correction: 26, blocks: 1, alignment: [6, 22]),
        QRVersion(number: 4, total: 100, correction: 18, blocks: 2, alignment: [6, 26]),
        QRVersion(number: 5, total: 134, correction: 24, blocks: 2, alignment: [6, 30]),
        QRVersion(number: 6, total: 172, correction: 16, blocks: 4, alignment: [6, 34]),
        QRVersion(number: 7, total: 196, correction: 18, blocks: 4, alignment: [6, 22, 38]),
        QRVersion(number: 8, total: 242, correction: 22, blocks: 4, alignment: [6, 24, 42]),
        QRVersion(number: 9, total: 292, correction: 22, blocks: 5, alignment: [6, 26, 46]),
        QRVersion(number: 10, total: 346, correction: 26, blocks: 5, alignment: [6, 28, 50]),
    ]

    /// The smallest version that has room for a number of bytes.
    static func smallest(for count: Int) -> QRVersion? {
        all.first { 4 + $0.countBits + 8 * count <= 8 * $0.data }
    }
}

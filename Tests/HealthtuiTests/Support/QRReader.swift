@testable import healthtui

/// Reads QR codes as a phone does once it has straightened the picture; written apart from what makes them.
struct QRReader {
    struct Unreadable: Error { let reason: String }

    private let size: Int
    private let version: Int
    private let isDark: (Int, Int) -> Bool
    private let mask: Int

    /// Finds out the version, level and mask.
    init(_ code: QRCode) throws {
        size = code.size
        version = (code.size - 17) / 4
        isDark = { code[$0, $1] }
        // Fifteen bits around the first finder pattern, most significant first.
        let along: [(Int, Int)] =
            (0...5).map { ($0, 8) } + [(7, 8), (8, 8), (8, 7)] + (0...5).reversed().map { (8, $0) }
        let format = along.reduce(0) { $0 << 1 | (code[$1.0, $1.1] ? 1 : 0) } ^ 0b101_0100_0001_0010
        guard format >> 13 == 0 else { throw Unreadable(reason: "not of level M") }
        mask = format >> 10 & 7
        let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
        for (left, top) in [(0, 0), (size - 7, 0), (0, size - 7)] {
            for (row, line) in finder.enumerated() {
                for (column, letter) in line.enumerated() where code[left + column, top + row] != (letter == "1") {
                    throw Unreadable(reason: "a finder pattern is wrong")
                }
            }
        }
    }

    /// Whether a module is part of a pattern.
    private func isPattern(_ x: Int, _ y: Int) -> Bool {
        if x == 6 || y == 6 { return true }
        if x < 9, y < 9 || y >= size - 8 { return true }
        if x >= size - 8, y < 9 { return true }
        if version >= 7, (x < 6 && y >= size - 11) || (y < 6 && x >= size - 11) { return true }
        let centres: [Int] = version == 1 ? [] : version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7]
        let corners = [[6, 6], [6, size - 7], [size - 7, 6]]
        return centres.contains { a in
            centres.contains { b in !corners.contains([a, b]) && abs(x - a) <= 2 && abs(y - b) <= 2 }
        }
    }

    private func flips(_ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: return (y + x) % 2 == 0
        case 1: return y % 2 == 0
        case 2: return x % 3 == 0
        case 3: return (y + x) % 3 == 0
        case 4: return (y / 2 + x / 3) % 2 == 0
        case 5: return (y * x) % 2 + (y * x) % 3 == 0
        case 6: return ((y * x) % 2 + (y * x) % 3) % 2 == 0
        default: return ((y + x) % 2 + (y * x) % 3) % 2 == 0
        }
    }

    private func codewords() -> [UInt8] {
        var bits: [Bool] = []
        for (turn, right) in (stride(from: size - 1, to: 6, by: -2).map(\.self) + [5, 3, 1]).enumerated() {
            for step in 0..<size {
                let y = turn % 2 == 0 ? size - 1 - step : step
                for x in [right, right - 1] where !isPattern(x, y) { bits.append(isDark(x, y) != flips(x, y)) }
            }
        }
        return (0..<(bits.count / 8))
            .map { index in
                bits[(8 * index)..<(8 * index + 8)].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
            }
    }

    /// The text of the code; every block must be free of errors.
    func bytes() throws -> [UInt8] {
        // Blocks of the version as pairs of all bytes and of data, from the standard's table 9.
        let table: [[(Int, Int)]] = [
            [(26, 16)], [(44, 28)], [(70, 44)], [(50, 32), (50, 32)], [(67, 43), (67, 43)],
            .init(repeating: (43, 27), count: 4), .init(repeating: (49, 31), count: 4),
            [(60, 38), (60, 38), (61, 39), (61, 39)],
            [(58, 36), (58, 36), (58, 36), (59, 37), (59, 37)],
            [(69, 43), (69, 43), (69, 43), (69, 43), (70, 44)],
        ]
        let shape = table[version - 1]
        var rest = codewords()[...]
        var blocks = [[UInt8]](repeating: [], count: shape.count)
        for index in 0..<(shape.map(\.1).max() ?? 0) {
            for (block, kind) in shape.enumerated() where index < kind.1 { blocks[block].append(rest.removeFirst()) }
        }
        for _ in 0..<(shape[0].0 - shape[0].1) {
            for block in shape.indices { blocks[block].append(rest.removeFirst()) }
        }
        for (block, kind) in zip(blocks, shape) where !Self.isWhole(block, corrections: kind.0 - kind.1) {
            throw Unreadable(reason: "a block has errors")
        }
        let data = zip(blocks, shape).flatMap { $0.prefix($1.1) }
        let bits = data.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        func number(_ begin: Int, _ count: Int) -> Int { bits[begin..<(begin + count)].reduce(0) { $0 << 1 | Int($1) } }
        guard number(0, 4) == 4 else { throw Unreadable(reason: "not in byte mode") }
        let width = version < 10 ? 8 : 16
        return (0..<number(4, width)).map { UInt8(number(4 + width + 8 * $0, 8)) }
    }

    /// Whether the block, as a polynomial, is zero at each root of the generator.
    private static func isWhole(_ block: [UInt8], corrections: Int) -> Bool {
        var powers = [1]
        while powers.count < 255 {
            let next = (powers.last ?? 1) * 2
            powers.append(next < 256 ? next : next ^ 0x11D)
        }
        var logarithms = [Int](repeating: 0, count: 256)
        for (exponent, value) in powers.enumerated() { logarithms[value] = exponent }
        for root in 0..<corrections {
            var sum = 0
            for byte in block {
                if sum != 0 { sum = powers[(logarithms[sum] + root) % 255] }
                sum ^= Int(byte)
            }
            if sum != 0 { return false }
        }
        return true
    }
}

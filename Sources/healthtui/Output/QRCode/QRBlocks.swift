/// The bytes of a QR code: data, padding and error correction, in the order in which they are placed.
enum QRBlocks {
    /// The bytes of a text in a version's order.
    ///
    /// - Parameters:
    ///   - bytes: What the code says; no more than the version has room for.
    ///   - version: The version.
    /// - Returns: Data and error correction.
    static func interleaved(_ bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
        let data = padded(bytes, version)
        // The last blocks have a byte more where the bytes can't be split evenly.
        let short = data.count / version.blocks
        let firstLong = version.blocks - data.count % version.blocks
        var blocks: [[UInt8]] = []
        var begin = 0
        for index in 0..<version.blocks {
            let count = short + (index < firstLong ? 0 : 1)
            blocks.append(Array(data[begin..<(begin + count)]))
            begin += count
        }
        let corrections = blocks.map { correction($0, count: version.correction) }
        return (0...short).flatMap { index in blocks.compactMap { index < $0.count ? $0[index] : nil } }
            + (0..<version.correction).flatMap { index in corrections.map { $0[index] } }
    }

    /// The bytes of data: mode, count, the bytes, a terminator, and padding.
    static func padded(_ bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            for bit in stride(from: count - 1, through: 0, by: -1) { bits.append(value >> bit & 1 == 1) }
        }
        append(0b0100, 4)
        append(bytes.count, version.countBits)
        for byte in bytes { append(Int(byte), 8) }
        append(0, min(4, 8 * version.data - bits.count))
        while bits.count % 8 != 0 { bits.append(false) }
        var data = stride(from: 0, to: bits.count, by: 8)
            .map { begin in bits[begin..<(begin + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) } }
        var isFirst = true
        while data.count < version.data {
            data.append(isFirst ? 0xEC : 0x11)
            isFirst.toggle()
        }
        return data
    }

    /// The bytes of error correction of a block: the remainder of its division by the generator polynomial.
    static func correction(_ data: [UInt8], count: Int) -> [UInt8] {
        var generator: [UInt8] = [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            var next = generator + [0]
            for (index, factor) in generator.enumerated() { next[index + 1] ^= product(factor, root) }
            generator = next
            root = product(root, 2)
        }
        var rest = data + [UInt8](repeating: 0, count: count)
        for index in data.indices {
            let lead = rest[index]
            for (offset, factor) in generator.enumerated() { rest[index + offset] ^= product(factor, lead) }
        }
        return Array(rest.suffix(count))
    }

    /// The product in the field of 256 elements with the polynomial 0x11D.
    static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product = 0
        for bit in stride(from: 7, through: 0, by: -1) {
            product = product << 1 ^ (product >> 7) * 0x11D
            if right >> bit & 1 == 1 { product ^= Int(left) }
        }
        return UInt8(product)
    }
}

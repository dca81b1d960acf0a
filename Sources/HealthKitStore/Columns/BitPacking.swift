/// Integers in as few bits each as a block of them needs, in blocks of 128 with their own base and width.
///
/// A block is one byte of width, its base as a distance from the column's smallest value, and the bits. Widths above 56
/// are written as 64, so that one unaligned load always holds a whole value; the eight bytes of checksum behind every
/// batch let that load run past the last block.
enum BitPacking {
    static let blockSize = 128

    /// A plan for packing some values: worked out once, to choose a form and then to write it.
    struct Plan {
        fileprivate var base: Int64 = 0
        fileprivate var lows: [Int64] = []
        fileprivate var widths: [Int] = []

        /// The bytes that packing would write.
        private(set) var size = 0

        init(_ values: UnsafePointer<Int64>, count: Int) {
            let blocks = (count + blockSize - 1) / blockSize
            lows.reserveCapacity(blocks)
            widths.reserveCapacity(blocks)
            var first = 0
            while first < count {
                let (low, width) = extent(values + first, count: min(blockSize, count - first))
                base = first == 0 ? low : min(base, low)
                lows.append(low)
                widths.append(width)
                first += blockSize
            }
            size = 8
            for block in 0..<blocks {
                let length = min(blockSize, count - block * blockSize)
                let distance = UInt64(bitPattern: lows[block] &- base)
                size += 1 + ByteBuffer.varintSize(distance) + (length * widths[block] + 7) >> 3
            }
        }
    }

    /// Writes values, as their plan says.
    static func pack(_ values: UnsafePointer<Int64>, count: Int, _ plan: Plan, into out: ByteBuffer) {
        out.append(plan.base)
        for block in 0..<plan.lows.count {
            let first = block * blockSize
            let (low, width) = (plan.lows[block], plan.widths[block])
            out.append(UInt8(width))
            out.append(varint: UInt64(bitPattern: low &- plan.base))
            packBlock(values + first, count: min(blockSize, count - first), low: low, width: width, into: out)
        }
    }

    /// Fills `out` with `count` values.
    /// - Throws: ``StoreError/Code/damaged`` when the bytes can't be such a column.
    static func unpack(_ reader: inout ByteCursor, count: Int, into out: UnsafeMutablePointer<Int64>) throws {
        let base = try reader.int64()
        var first = 0
        while first < count {
            let length = min(blockSize, count - first)
            let width = Int(try reader.byte())
            if width > 56, width != 64 { throw StoreError.damaged("a column has a width of \(width) bits") }
            let low = base &+ Int64(bitPattern: try reader.varint())
            let bits = try reader.skip((length * width + 7) >> 3)
            unpackBlock(bits, count: length, low: low, width: width, into: out + first)
            first += length
        }
    }

    private static func extent(_ values: UnsafePointer<Int64>, count: Int) -> (low: Int64, width: Int) {
        var low = values[0]
        var high = values[0]
        for index in 1..<max(count, 1) {
            let value = values[index]
            low = min(low, value)
            high = max(high, value)
        }
        let width = 64 - UInt64(bitPattern: high &- low).leadingZeroBitCount
        return (low, width > 56 ? 64 : width)
    }

    private static func packBlock(
        _ values: UnsafePointer<Int64>,
        count: Int,
        low: Int64,
        width: Int,
        into out: ByteBuffer
    ) {
        if width == 0 { return }
        let size = (count * width + 7) >> 3
        let words = (size + 7) >> 3
        out.reserve(words * 8)
        let target = out.extend(by: size)
        var pending: UInt64 = 0
        var used = 0
        var word = 0
        for index in 0..<count {
            let value = UInt64(bitPattern: values[index] &- low)
            pending |= value &<< UInt64(used)
            used &+= width
            if used >= 64 {
                target.storeBytes(of: pending.littleEndian, toByteOffset: word &* 8, as: UInt64.self)
                word &+= 1
                used &-= 64
                pending = used == 0 ? 0 : value &>> UInt64(width &- used)
            }
        }
        var offset = word &* 8
        while offset < size {
            target.storeBytes(of: UInt8(truncatingIfNeeded: pending), toByteOffset: offset, as: UInt8.self)
            pending &>>= 8
            offset &+= 1
        }
    }

    private static func unpackBlock(
        _ bits: UnsafeRawPointer,
        count: Int,
        low: Int64,
        width: Int,
        into out: UnsafeMutablePointer<Int64>
    ) {
        if width == 0 {
            for index in 0..<count { out[index] = low }
            return
        }
        if width == 64 {
            for index in 0..<count {
                let word = bits.loadUnaligned(fromByteOffset: index &* 8, as: Int64.self)
                out[index] = low &+ Int64(littleEndian: word)
            }
            return
        }
        let mask = (UInt64(1) &<< UInt64(width)) &- 1
        var bit = 0
        for index in 0..<count {
            let word = UInt64(littleEndian: bits.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
            out[index] = low &+ Int64(bitPattern: (word &>> UInt64(bit & 7)) & mask)
            bit &+= width
        }
    }
}

/// A growing buffer of bytes, little-endian, kept for use after use and wiped at the end.
final class ByteBuffer {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0
    /// The most bytes that there were before the buffer was last emptied: with them, what to wipe.
    private var used = 0

    init(capacity: Int = 4096) {
        self.capacity = max(capacity, 64)
        base = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { base.wipeAndDeallocate(used: max(used, count)) }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    func removeAll() {
        used = max(used, count)
        count = 0
    }

    func reserve(_ additional: Int) {
        let needed = count + additional
        if needed <= capacity { return }
        let grown = max(needed, capacity * 2)
        let new = UnsafeMutableRawPointer.allocate(byteCount: grown, alignment: 16)
        new.copyMemory(from: base, byteCount: count)
        base.wipeAndDeallocate(used: max(used, count))
        used = 0
        base = new
        capacity = grown
    }

    func append(_ byte: UInt8) {
        reserve(1)
        base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    func append(_ word: UInt32) {
        reserve(4)
        base.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt32.self)
        count += 4
    }

    func append(_ word: UInt64) {
        reserve(8)
        base.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
        count += 8
    }

    func append(_ word: Int64) { append(UInt64(bitPattern: word)) }

    func append(_ number: Double) { append(number.bitPattern) }

    /// Seven bits a byte, the low ones first.
    func append(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    func append(contentsOf bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (base + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    /// Writes a word into reserved space.
    func overwrite(_ word: UInt32, at offset: Int) {
        precondition(offset >= 0 && offset + 4 <= count)
        base.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt32.self)
    }

    /// Makes room for `size` bytes that the caller fills.
    func extend(by size: Int) -> UnsafeMutableRawPointer {
        reserve(size)
        let start = base + count
        count += size
        return start
    }

    static func varintSize(_ value: UInt64) -> Int {
        max(1, (64 - value.leadingZeroBitCount + 6) / 7)
    }
}

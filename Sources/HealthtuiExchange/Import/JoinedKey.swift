import Glibc

/// A key joined from several runs of bytes, in memory that is reused for the next key.
struct JoinedKey: ~Copyable {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity = 1_024
    private var count = 0

    init() {
        bytes = .allocate(capacity: capacity)
    }

    deinit {
        bytes.deallocate()
    }

    /// The key so far, valid until it changes.
    @inline(__always)
    var slice: ByteSlice { ByteSlice(start: bytes, count: count) }

    /// Begins a new key.
    @inline(__always)
    mutating func removeAll() {
        count = 0
    }

    /// Adds a part after its length, so that no two lists of parts look alike.
    ///
    /// - Parameter part: The part; a missing one differs from an empty one.
    @inline(__always)
    mutating func append(_ part: ByteSlice?) {
        let partCount = part?.count ?? 0
        let needed = count &+ 4 &+ partCount
        if needed > capacity { grow(to: needed) }
        let length = part == nil ? UInt32.max : UInt32(truncatingIfNeeded: partCount)
        UnsafeMutableRawPointer(bytes + count).storeBytes(of: length, as: UInt32.self)
        if let part { (bytes + count + 4).update(from: part.start, count: partCount) }
        count = needed
    }

    /// Whether the key consists of exactly these two parts.
    ///
    /// - Parameters:
    ///   - first: The first part.
    ///   - second: The second part.
    /// - Returns: Whether it does.
    @inline(__always)
    func consists(of first: ByteSlice?, _ second: ByteSlice?) -> Bool {
        guard count == 8 &+ (first?.count ?? 0) &+ (second?.count ?? 0) else { return false }
        return holds(first, at: 0) && holds(second, at: 4 &+ (first?.count ?? 0))
    }

    @inline(__always)
    private func holds(_ part: ByteSlice?, at offset: Int) -> Bool {
        let length = UnsafeRawPointer(bytes + offset).loadUnaligned(as: UInt32.self)
        guard let part else { return length == UInt32.max }
        return length == UInt32(truncatingIfNeeded: part.count)
            && memcmp(bytes + offset + 4, part.start, part.count) == 0
    }

    @inline(never)
    private mutating func grow(to needed: Int) {
        let size = max(needed, capacity * 2)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        (bytes, capacity) = (larger, size)
    }
}

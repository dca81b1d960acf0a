import Glibc

/// Numbers different runs of bytes, the same number for the same bytes.
///
/// Holds the bytes it has seen up to a limit; past it, it forgets them all and numbers on. A run seen again after that
/// gets a new number, so callers that keep the numbers must allow for two with the same meaning.
package struct ByteInterner: ~Copyable {
    private var slots: UnsafeMutablePointer<Slot>
    private var slotMask: Int
    private var bytes: UnsafeMutablePointer<UInt8>
    private var byteCapacity: Int
    private var byteCount = 0
    private var entryCount = 0
    private var nextNumber: UInt32 = 0
    private let byteLimit: Int

    /// The last run asked for: neighboring records mostly repeat it.
    private var lastOffset = 0
    private var lastCount = -1
    private var lastNumber: UInt32 = 0

    private struct Slot {
        var hash: UInt32
        var number: UInt32
        var offset: UInt32
        /// One more than the number of bytes; zero marks an empty slot.
        var countPlusOne: UInt32
    }

    /// Makes an empty interner.
    ///
    /// - Parameter byteLimit: How many bytes it keeps.
    package init(byteLimit: Int = 1 << 20) {
        self.byteLimit = min(max(byteLimit, 1), 1 << 30)
        slotMask = 255
        slots = .allocate(capacity: slotMask + 1)
        byteCapacity = 4_096
        bytes = .allocate(capacity: byteCapacity)
        clear()
    }

    deinit {
        slots.deallocate()
        bytes.deallocate()
    }

    /// The number of a run of bytes.
    ///
    /// - Parameter run: The bytes.
    /// - Returns: Its number, counted from zero, and whether the number is new.
    @inline(__always)
    package mutating func number(of run: ByteSlice) -> (number: UInt32, isNew: Bool) {
        if run.count == lastCount, memcmp(bytes + lastOffset, run.start, run.count) == 0 {
            return (lastNumber, false)
        }
        return search(run)
    }

    @inline(never)
    private mutating func search(_ run: ByteSlice) -> (number: UInt32, isNew: Bool) {
        let hash = ByteInterner.hash(run)
        var index = Int(hash) & slotMask
        while slots[index].countPlusOne != 0 {
            let slot = slots[index]
            if slot.hash == hash, Int(slot.countPlusOne) == run.count + 1,
                memcmp(bytes + Int(slot.offset), run.start, run.count) == 0
            {
                (lastOffset, lastCount, lastNumber) = (Int(slot.offset), run.count, slot.number)
                return (slot.number, false)
            }
            index = (index &+ 1) & slotMask
        }
        return (insert(run, hash), true)
    }

    private mutating func insert(_ run: ByteSlice, _ hash: UInt32) -> UInt32 {
        if byteCount + run.count > byteLimit || entryCount >= byteLimit / 32 { clear() }
        if byteCount + run.count > byteCapacity { growBytes(to: byteCount + run.count) }
        if entryCount * 2 > slotMask { growSlots() }
        let number = nextNumber
        nextNumber &+= 1
        (bytes + byteCount).update(from: run.start, count: run.count)
        place(
            Slot(
                hash: hash,
                number: number,
                offset: UInt32(truncatingIfNeeded: byteCount),
                countPlusOne: UInt32(truncatingIfNeeded: run.count &+ 1)
            )
        )
        (lastOffset, lastCount, lastNumber) = (byteCount, run.count, number)
        byteCount += run.count
        entryCount += 1
        return number
    }

    private func place(_ slot: Slot) {
        var index = Int(slot.hash) & slotMask
        while slots[index].countPlusOne != 0 { index = (index &+ 1) & slotMask }
        slots[index] = slot
    }

    private mutating func clear() {
        slots.initialize(repeating: Slot(hash: 0, number: 0, offset: 0, countPlusOne: 0), count: slotMask + 1)
        byteCount = 0
        entryCount = 0
        lastCount = -1
    }

    private mutating func growSlots() {
        let old = slots
        let oldCount = slotMask + 1
        slotMask = oldCount * 2 - 1
        slots = .allocate(capacity: slotMask + 1)
        slots.initialize(repeating: Slot(hash: 0, number: 0, offset: 0, countPlusOne: 0), count: slotMask + 1)
        for index in 0..<oldCount where old[index].countPlusOne != 0 { place(old[index]) }
        old.deallocate()
    }

    private mutating func growBytes(to needed: Int) {
        let capacity = max(byteCapacity * 2, needed)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: bytes, count: byteCount)
        bytes.deallocate()
        (bytes, byteCapacity) = (larger, capacity)
    }

    /// Mixes eight bytes at a time by a full multiplication, folding its upper half into its lower.
    private static func hash(_ run: ByteSlice) -> UInt32 {
        var state = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: run.count)
        var position = 0
        while position &+ 8 <= run.count {
            state = mix(state ^ ByteSearch.load(run.start + position))
            position &+= 8
        }
        var rest: UInt64 = 0
        while position < run.count {
            rest = rest << 8 | UInt64(run[position])
            position &+= 1
        }
        state = mix(state ^ rest)
        return UInt32(truncatingIfNeeded: state ^ (state >> 32))
    }

    @inline(__always)
    private static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}

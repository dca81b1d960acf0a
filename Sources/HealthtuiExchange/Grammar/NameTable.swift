import Glibc

/// Finds a known name by its bytes.
///
/// Open addressing over a table a few times larger than the grammar; a name is hashed by its length and three of its bytes.
struct NameTable: ~Copyable {
    private let slots: UnsafeMutablePointer<Slot>
    private let names: UnsafeMutablePointer<UInt8>
    private static let mask = 0xFF

    private struct Slot {
        var offset: UInt32
        var count: UInt16
        var value: UInt8
    }

    /// Builds the table.
    ///
    /// - Parameter entries: Fewer than 200 different names, none empty, each with a value other than zero.
    init(_ entries: [(name: String, value: UInt8)]) {
        slots = .allocate(capacity: NameTable.mask + 1)
        slots.initialize(repeating: Slot(offset: 0, count: 0, value: 0), count: NameTable.mask + 1)
        names = .allocate(capacity: entries.reduce(1) { $0 + $1.name.utf8.count })
        var offset = 0
        for entry in entries {
            let count = entry.name.utf8.count
            for (position, byte) in entry.name.utf8.enumerated() { names[offset + position] = byte }
            var index = NameTable.index(names + offset, count)
            while slots[index].value != 0 { index = (index + 1) & NameTable.mask }
            slots[index] = Slot(offset: UInt32(offset), count: UInt16(count), value: entry.value)
            offset += count
        }
    }

    deinit {
        slots.deallocate()
        names.deallocate()
    }

    /// The value of a name.
    ///
    /// - Parameters:
    ///   - start: The first byte of the name.
    ///   - count: The number of bytes.
    /// - Returns: The name's value, or zero when the name is not known.
    @inline(__always)
    func value(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt8 {
        guard count > 0 else { return 0 }
        var index = NameTable.index(start, count)
        while true {
            let slot = slots[index]
            if slot.value == 0 { return 0 }
            if Int(slot.count) == count, memcmp(names + Int(slot.offset), start, count) == 0 { return slot.value }
            index = (index &+ 1) & NameTable.mask
        }
    }

    @inline(__always)
    private static func index(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let first = Int(start[0])
        let middle = Int(start[count / 2])
        let last = Int(start[count - 1])
        return (count &* 37 &+ first &* 7 &+ middle &* 13 &+ last &* 3) & mask
    }
}

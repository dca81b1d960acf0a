/// Room for the intermediate integers of encoding and decoding, kept for use after use and wiped at the end.
final class ColumnScratch {
    /// The most distinct integers that a column listing them may have, whatever its length.
    static let mostDistinct = 64

    private(set) var capacity = 0
    /// The number of integers of each buffer that may have been written: only these are wiped, since wiping all would take longer
    /// than a save.
    private var used = 0
    private(set) var integers: UnsafeMutablePointer<Int64>
    private(set) var first: UnsafeMutablePointer<Int64>
    private(set) var second: UnsafeMutablePointer<Int64>
    private(set) var starts: UnsafeMutablePointer<Int64>
    private(set) var ends: UnsafeMutablePointer<Int64>

    init(capacity: Int = 2048) {
        self.capacity = capacity
        integers = .allocate(capacity: capacity)
        first = .allocate(capacity: capacity)
        second = .allocate(capacity: capacity)
        starts = .allocate(capacity: capacity)
        ends = .allocate(capacity: capacity)
    }

    deinit { release() }

    /// Makes room for `count` integers; the previous content is lost.
    func require(_ count: Int) {
        defer { noteUse(of: count) }
        if count <= capacity { return }
        release()
        used = 0
        capacity = max(count, capacity * 2)
        integers = .allocate(capacity: capacity)
        first = .allocate(capacity: capacity)
        second = .allocate(capacity: capacity)
        starts = .allocate(capacity: capacity)
        ends = .allocate(capacity: capacity)
    }

    /// Records that a column with this number of integers is about to be processed.
    func noteUse(of count: Int) {
        used = max(used, min(max(count, Self.mostDistinct), capacity))
    }

    private func release() {
        integers.wipeAndDeallocate(used: used)
        first.wipeAndDeallocate(used: used)
        second.wipeAndDeallocate(used: used)
        starts.wipeAndDeallocate(used: used)
        ends.wipeAndDeallocate(used: used)
    }
}

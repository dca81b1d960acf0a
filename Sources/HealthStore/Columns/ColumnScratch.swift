/// Room for the intermediate integers of encoding and decoding, kept for use after use and wiped at the end.
final class ColumnScratch {
    private(set) var capacity = 0
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

    /// Makes room for `count` integers; what stood there is lost.
    func require(_ count: Int) {
        if count <= capacity { return }
        release()
        capacity = max(count, capacity * 2)
        integers = .allocate(capacity: capacity)
        first = .allocate(capacity: capacity)
        second = .allocate(capacity: capacity)
        starts = .allocate(capacity: capacity)
        ends = .allocate(capacity: capacity)
    }

    private func release() {
        integers.wipeAndDeallocate(capacity: capacity)
        first.wipeAndDeallocate(capacity: capacity)
        second.wipeAndDeallocate(capacity: capacity)
        starts.wipeAndDeallocate(capacity: capacity)
        ends.wipeAndDeallocate(capacity: capacity)
    }
}

/// Places in the order of changes, as ranges that neither touch nor overlap.
package struct AnchorRanges: Sendable, Hashable {
    /// The ranges in order.
    package private(set) var ranges: [ClosedRange<Int64>] = []

    /// Creates no ranges.
    package init() {}

    package var isEmpty: Bool { ranges.isEmpty }

    /// The first and the last place; nil when there is none.
    package var bounds: ClosedRange<Int64>? {
        guard let first = ranges.first, let last = ranges.last else { return nil }
        return first.lowerBound...last.upperBound
    }

    /// Whether a place is among them.
    package func contains(_ anchor: Int64) -> Bool {
        let index = firstIndex(endingAtOrAfter: anchor)
        return index < ranges.count && ranges[index].lowerBound <= anchor
    }

    /// Whether some place of a range is among them.
    package func overlaps(_ range: ClosedRange<Int64>) -> Bool {
        let index = firstIndex(endingAtOrAfter: range.lowerBound)
        return index < ranges.count && ranges[index].lowerBound <= range.upperBound
    }

    /// Adds change numbers, mostly after all existing ones.
    package mutating func insert(_ range: ClosedRange<Int64>) {
        if let last = ranges.last, range.lowerBound <= last.upperBound {
            // Ranges that the new one touches become one with it.
            let first = firstIndex(endingAtOrAfter: range.lowerBound &- 1)
            var end = first
            var merged = range
            while end < ranges.count, ranges[end].lowerBound <= range.upperBound &+ 1 {
                merged = min(merged.lowerBound, ranges[end].lowerBound)...max(merged.upperBound, ranges[end].upperBound)
                end += 1
            }
            ranges.replaceSubrange(first..<end, with: [merged])
        } else if let last = ranges.last, range.lowerBound == last.upperBound &+ 1 {
            ranges[ranges.count - 1] = last.lowerBound...range.upperBound
        } else {
            ranges.append(range)
        }
    }

    private func firstIndex(endingAtOrAfter anchor: Int64) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < anchor { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension AnchorRanges {
    /// The ranges as bytes: the distance from the range before, and the length of each.
    package var bytes: [UInt8] {
        let out = ByteBuffer(capacity: 16 * ranges.count)
        var last: Int64 = 0
        for range in ranges {
            out.append(varint: UInt64(bitPattern: range.lowerBound &- last))
            out.append(varint: UInt64(bitPattern: range.upperBound &- range.lowerBound))
            last = range.upperBound
        }
        return [UInt8](out.bytes)
    }

    /// Reads what ``bytes`` wrote.
    /// - Throws: ``StoreError/Code/damaged``.
    package init(bytes: [UInt8]) throws {
        if bytes.isEmpty { return }
        try bytes.withUnsafeBytes { buffer in
            var cursor = try ByteCursor(buffer, 0..<buffer.count)
            var last: Int64 = 0
            while cursor.remaining > 0 {
                let lower = last &+ Int64(bitPattern: try cursor.varint())
                let upper = lower &+ Int64(bitPattern: try cursor.varint())
                guard lower <= upper, ranges.isEmpty || lower > last else {
                    throw StoreError.damaged("places in the order of changes are out of order")
                }
                ranges.append(lower...upper)
                last = upper
            }
        }
    }
}

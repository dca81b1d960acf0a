import Glibc

/// A run of bytes inside a buffer that the caller owns.
///
/// The scanner hands these out instead of strings: most attribute values of an export are dates, numbers or text seen a
/// thousand times before, and none of those needs a `String`. A slice is valid only for the duration of the call it is
/// passed to.
package struct ByteSlice {
    /// The first byte.
    ///
    /// Meaningless, but never dereferenced, when `count` is zero.
    package let start: UnsafePointer<UInt8>

    /// The number of bytes.
    package let count: Int

    /// Wraps a run of bytes.
    ///
    /// - Parameters:
    ///   - start: The first byte.
    ///   - count: The number of bytes, not negative.
    @inline(__always)
    package init(start: UnsafePointer<UInt8>, count: Int) {
        self.start = start
        self.count = count
    }

    /// The byte at a position, which must be inside the slice.
    @inline(__always)
    package subscript(position: Int) -> UInt8 {
        assert(position >= 0 && position < count)
        return start[position]
    }

    /// Whether the slice holds no bytes.
    @inline(__always)
    package var isEmpty: Bool { count == 0 }

    /// The part of the slice between two positions.
    ///
    /// - Parameter range: Positions inside the slice.
    /// - Returns: The bytes at those positions.
    @inline(__always)
    package func part(_ range: Range<Int>) -> ByteSlice {
        assert(range.lowerBound >= 0 && range.upperBound <= count)
        return ByteSlice(start: start + range.lowerBound, count: range.count)
    }

    /// The slice without white space around it.
    var trimmed: ByteSlice {
        var (first, last) = (0, count)
        while first < last, Byte.isSpace(self[first]) { first += 1 }
        while last > first, Byte.isSpace(self[last - 1]) { last -= 1 }
        return part(first..<last)
    }

    /// Whether both slices hold the same bytes.
    ///
    /// - Parameter other: The slice to compare with.
    /// - Returns: `true` when counts and bytes agree.
    @inline(__always)
    package func holdsSameBytes(as other: ByteSlice) -> Bool {
        count == other.count && memcmp(start, other.start, count) == 0
    }

    /// Whether the slice is exactly this ASCII text.
    ///
    /// - Parameter text: The text to compare with.
    /// - Returns: `true` when the bytes are the text's.
    package func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && memcmp(start, text.utf8Start, count) == 0
    }

    /// The bytes as a buffer.
    package var buffer: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start, count: count)
    }
}

/// Runs a closure over the UTF-8 bytes of a text.
///
/// - Parameters:
///   - text: The text.
///   - body: Receives the bytes, valid during the call.
/// - Returns: The result of the closure.
/// - Throws: Any error that the closure throws.
package func withByteSlice<Result>(of text: String, _ body: (ByteSlice) throws -> Result) rethrows -> Result {
    // One byte more than the text, so that the empty text has an address too.
    var bytes = Array(text.utf8)
    let count = bytes.count
    bytes.append(0)
    return try bytes.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { preconditionFailure("a buffer of one byte or more has an address") }
        return try body(ByteSlice(start: start, count: count))
    }
}

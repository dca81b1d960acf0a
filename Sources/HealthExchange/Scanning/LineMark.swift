/// A place in a stretch of text whose line is known.
///
/// Whoever asks for lines mostly goes forward, so each count goes on from the last one.
struct LineMark {
    var offset: Int
    /// Counted from one.
    var line: Int

    /// Moves the mark.
    ///
    /// - Parameters:
    ///   - offset: Where to, before the mark or behind it.
    ///   - base: The address that offsets count from.
    /// - Returns: The line there.
    mutating func move(to offset: Int, in base: UnsafePointer<UInt8>) -> Int {
        line +=
            offset < self.offset
            ? -ByteSearch.countNewlines(base, offset, self.offset)
            : ByteSearch.countNewlines(base, self.offset, offset)
        self.offset = offset
        return line
    }
}

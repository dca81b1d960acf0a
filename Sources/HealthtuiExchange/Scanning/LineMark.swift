/// A position in a chunk of text whose line is known.
///
/// Callers mostly ask for increasing positions, so each count continues from the last one.
struct LineMark {
    var offset: Int
    /// Counted from one.
    var line: Int

    /// Moves the mark.
    ///
    /// - Parameters:
    ///   - offset: The new offset, before or after the mark.
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

/// Markup between `<` and `>` other than tags.
struct Markup {
    /// The text that ends it.
    let terminator: StaticString

    /// The number of bytes that open it.
    let opening: Int

    /// The number of bytes needed to distinguish the kinds.
    static let longestOpening = 9

    /// Recognizes the markup at an offset.
    ///
    /// - Parameters:
    ///   - base: The address offsets count from.
    ///   - position: The offset of its `<`, with `!` or `?` after it.
    ///   - end: The offset to stop before.
    init?(_ base: UnsafePointer<UInt8>, _ position: Int, _ end: Int) {
        if ByteSearch.stands("<?", base, position, end) {
            (terminator, opening) = ("?>", 2)
        } else if ByteSearch.stands("<!--", base, position, end) {
            (terminator, opening) = ("-->", 4)
        } else if position + Markup.longestOpening > end {
            // Too few bytes to distinguish a comment from a declaration.
            return nil
        } else if ByteSearch.stands("<![CDATA[", base, position, end) {
            (terminator, opening) = ("]]>", 9)
        } else {
            (terminator, opening) = (">", 2)
        }
    }
}

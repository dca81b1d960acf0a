import Glibc

/// The known attributes as they appear in a tag, `name="`, ready for comparison sixteen bytes at a time.
struct AttributePatterns: ~Copyable {
    private let patterns: UnsafeMutablePointer<Pattern>
    private let texts: UnsafeMutablePointer<UInt8>
    private static let stride = 64

    /// The number of bytes that a comparison may read past an offset.
    static let reach = 16

    private struct Pattern {
        var firstWord: UInt64 = 0
        var firstMask: UInt64 = 0
        var secondWord: UInt64 = 0
        var secondMask: UInt64 = 0
        var length: Int = 0
    }

    init() {
        let names = AttributeName.allCases
        patterns = .allocate(capacity: names.count)
        texts = .allocate(capacity: names.count * AttributePatterns.stride)
        patterns.initialize(repeating: Pattern(), count: names.count)
        texts.initialize(repeating: 0, count: names.count * AttributePatterns.stride)
        for name in names where name != .other {
            let text = texts + Int(name.rawValue) * AttributePatterns.stride
            let bytes = Array("\(name.text)=\"".utf8)
            precondition(
                bytes.count <= AttributePatterns.stride,
                "an attribute name longer than its place in the table"
            )
            for (position, byte) in bytes.enumerated() { text[position] = byte }
            patterns[Int(name.rawValue)] = Pattern(
                firstWord: ByteSearch.load(text),
                firstMask: AttributePatterns.mask(bytes.count),
                secondWord: ByteSearch.load(text + 8),
                secondMask: AttributePatterns.mask(bytes.count - 8),
                length: bytes.count
            )
        }
    }

    deinit {
        patterns.deallocate()
        texts.deallocate()
    }

    /// Whether an attribute, its equals sign and its quote are at an address.
    ///
    /// - Parameters:
    ///   - name: The raw value of an attribute name other than `other`.
    ///   - address: The address to check; `reach` bytes must be readable there.
    ///   - available: The number of bytes of text.
    /// - Returns: The length of `name="`, or zero if something else is there.
    @inline(__always)
    func length(of name: UInt8, at address: UnsafePointer<UInt8>, available: Int) -> Int {
        let pattern = patterns + Int(name)
        guard
            (ByteSearch.load(address) ^ pattern.pointee.firstWord) & pattern.pointee.firstMask == 0,
            (ByteSearch.load(address + 8) ^ pattern.pointee.secondWord) & pattern.pointee.secondMask == 0
        else { return 0 }
        let length = pattern.pointee.length
        guard length <= available else { return 0 }
        if length > 16 {
            let text = texts + Int(name) * AttributePatterns.stride
            guard memcmp(address + 16, text + 16, length - 16) == 0 else { return 0 }
        }
        return length
    }

    /// A mask over the first few bytes of a word.
    private static func mask(_ count: Int) -> UInt64 {
        if count >= 8 { return ~0 }
        return count <= 0 ? 0 : (1 << UInt64(count * 8)) - 1
    }
}

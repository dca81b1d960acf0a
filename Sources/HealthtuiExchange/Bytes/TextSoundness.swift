/// Looks for bytes that no XML text may hold: control bytes and broken UTF-8.
enum TextSoundness {
    /// The kind of flaw at an offset.
    enum Flaw {
        case controlByte
        case brokenUTF8
    }

    /// The result of scanning one range of a text.
    struct Survey {
        /// The offset in the range of the last possible flaw, or `nil` if there is none.
        ///
        /// A character cut in two by the beginning or end of the range counts as a flaw. A sound text may therefore
        /// be flagged, but a broken one that continues in the next range is never missed.
        var lastFlaw: Int?
        /// The number of line feeds.
        var newlines = 0
    }

    /// Scans a range of a text.
    ///
    /// - Parameter bytes: The range.
    /// - Returns: The flaws and line feeds found in it.
    static func survey(_ bytes: UnsafeRawBufferPointer) -> Survey {
        guard let start = bytes.baseAddress else { return Survey() }
        let base = start.assumingMemoryBound(to: UInt8.self)
        let end = bytes.count
        var last: Int?
        var newlines = 0
        var position = 0
        while position < end {
            position = skipPlain(base, position, end)
            guard position < end else { break }
            let byte = base[position]
            if byte < 0x80 {
                if byte == Byte.newline {
                    newlines &+= 1
                } else if Byte.isForbiddenControl(byte) {
                    last = position
                }
                position &+= 1
                continue
            }
            let length = characterLength(base, position, end)
            if length <= 0 { last = position }
            position &+= max(1, length)
        }
        return Survey(lastFlaw: last, newlines: newlines)
    }

    /// The first flaw of a whole text.
    ///
    /// - Parameter text: The text.
    /// - Returns: The first flaw, or `nil` if there is none.
    static func firstFlaw(in text: ByteSlice) -> Flaw? {
        var position = 0
        while position < text.count {
            let byte = text[position]
            if byte < 0x80 {
                if Byte.isForbiddenControl(byte) { return .controlByte }
                position &+= 1
                continue
            }
            let length = characterLength(text.start, position, text.count)
            guard length > 0 else { return .brokenUTF8 }
            position &+= length
        }
        return nil
    }

    /// Skips printable ASCII, sixty-four bytes at a time, then sixteen, then eight.
    @inline(__always)
    private static func skipPlain(_ base: UnsafePointer<UInt8>, _ from: Int, _ end: Int) -> Int {
        var position = from
        let tops: UInt64 = 0x8080_8080_8080_8080
        let spaces: UInt64 = 0x2020_2020_2020_2020
        while position &+ 64 <= end {
            let first = odd(base + position) | odd(base + position + 16)
            let second = odd(base + position + 32) | odd(base + position + 48)
            if (first | second) != SIMD2() { break }
            position &+= 64
        }
        while position &+ 16 <= end, odd(base + position) == SIMD2() { position &+= 16 }
        while position &+ 8 <= end {
            let word = ByteSearch.load(base + position)
            let marks = (word | (word &- spaces)) & tops
            if marks != 0 { return position &+ marks.trailingZeroBitCount / 8 }
            position &+= 8
        }
        while position < end, base[position] &- 0x20 < 0x60 { position &+= 1 }
        return position
    }

    /// Sixteen bytes, with bits set in those that aren't printable ASCII.
    @inline(__always)
    private static func odd(_ address: UnsafePointer<UInt8>) -> SIMD2<UInt64> {
        // As signed numbers, bytes from 0x80 on are negative.
        let bytes = unsafeBitCast(ByteSearch.load16(address), to: SIMD16<Int8>.self)
        let isOdd = bytes .< SIMD16<Int8>(repeating: 0x20)
        return unsafeBitCast(isOdd, to: SIMD2<UInt64>.self)
    }

    /// The length of the character at an offset: zero if it is broken, negative if the end cuts it off.
    @inline(__always)
    private static func characterLength(_ base: UnsafePointer<UInt8>, _ position: Int, _ end: Int) -> Int {
        let lead = base[position]
        let length: Int
        var lowest: UInt8 = 0x80
        var highest: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { lowest = 0xA0 }
            if lead == 0xED { highest = 0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { lowest = 0x90 }
            if lead == 0xF4 { highest = 0x8F }
        default: return 0
        }
        for step in 1..<length {
            guard position &+ step < end else { return -1 }
            let byte = base[position &+ step]
            guard byte >= lowest, byte <= highest else { return 0 }
            lowest = 0x80
            highest = 0xBF
        }
        return length
    }
}

/// Looks for bytes that no XML text may hold: control bytes and broken UTF-8.
enum TextSoundness {
    /// What is wrong at an offset.
    enum Flaw {
        case controlByte
        case brokenUTF8
    }

    /// What a search came to.
    struct Finding {
        /// The offset of the last flaw, if there was one.
        var lastFlaw: Int?

        /// How far the text was judged.
        ///
        /// Short of the end only when a character is cut there.
        var judged: Int
    }

    /// Searches a stretch of text that may end in the middle of a character.
    ///
    /// - Parameters:
    ///   - base: The address offsets count from.
    ///   - from: The first offset to look at, which begins a character.
    ///   - end: The offset to stop before.
    /// - Returns: The last flaw, and how far the text was judged.
    static func search(_ base: UnsafePointer<UInt8>, _ from: Int, _ end: Int) -> Finding {
        var finding = Finding(lastFlaw: nil, judged: from)
        var position = from
        while position < end {
            position = skipPlain(base, position, end)
            guard position < end else { break }
            let byte = base[position]
            if byte < 0x80 {
                if Byte.isForbiddenControl(byte) { finding.lastFlaw = position }
                position &+= 1
                continue
            }
            let length = characterLength(base, position, end)
            if length > 0 {
                position &+= length
            } else if length == 0 {
                finding.lastFlaw = position
                position &+= 1
            } else {
                break
            }
        }
        finding.judged = position
        return finding
    }

    /// The first flaw of a whole text.
    ///
    /// - Parameter text: The text.
    /// - Returns: What is wrong first, or `nil` when nothing is.
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

    /// Skips printable ASCII, eight bytes at a time.
    @inline(__always)
    private static func skipPlain(_ base: UnsafePointer<UInt8>, _ from: Int, _ end: Int) -> Int {
        var position = from
        let tops: UInt64 = 0x8080_8080_8080_8080
        let spaces: UInt64 = 0x2020_2020_2020_2020
        while position &+ 32 <= end {
            let first = ByteSearch.load(base + position)
            let second = ByteSearch.load(base + position + 8)
            let third = ByteSearch.load(base + position + 16)
            let fourth = ByteSearch.load(base + position + 24)
            // A byte below 0x20 borrows into its top bit; a borrow can only accuse a neighbour wrongly, never hide one.
            let marks =
                (first | (first &- spaces)) | (second | (second &- spaces))
                | (third | (third &- spaces)) | (fourth | (fourth &- spaces))
            if marks & tops != 0 { break }
            position &+= 32
        }
        while position &+ 8 <= end {
            let word = ByteSearch.load(base + position)
            let marks = (word | (word &- spaces)) & tops
            if marks != 0 { return position &+ marks.trailingZeroBitCount / 8 }
            position &+= 8
        }
        while position < end, base[position] &- 0x20 < 0x60 { position &+= 1 }
        return position
    }

    /// The length of the character that begins at an offset: zero when it is broken, negative when it is cut by the end.
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

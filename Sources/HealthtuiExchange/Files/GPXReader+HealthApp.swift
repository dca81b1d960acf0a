/// Reads locations as the Health app writes them, which covers nearly all files: one after the other, always with the
/// same elements. This takes a third of the time of looking for each element.
extension GPXReader {
    /// The longest text of such a location: its words, eight numbers of at most 21 bytes, and the time.
    private static let longestForm = 512

    /// Reads a location that is written exactly as the Health app does.
    ///
    /// - Parameters:
    ///   - base: The address that offsets count from.
    ///   - open: The offset of its tag.
    ///   - end: The offset to stop before.
    /// - Returns: The offset after it, or `nil` if it is written differently or may be incomplete, in which case
    ///   nothing was read.
    @inline(__always)
    mutating func placeOfHealthApp(_ base: UnsafePointer<UInt8>, _ open: Int, _ end: Int) -> Int? {
        guard end - open >= Self.longestForm else { return nil }
        var text = FixedText(start: base + open)
        var fields = Fields()
        guard text.skip("<trkpt lon=\""), text.number(&fields.longitude),
            text.skip("\" lat=\""), text.number(&fields.latitude),
            text.skip("\"><ele>"), text.number(&fields.elevation), text.skip("</ele><time>")
        else { return nil }
        fields.time = times.seconds(ByteSlice(start: text.start, count: 20))
        text.start += 20
        guard fields.time != nil, text.skip("</time><extensions><speed>"), text.number(&fields.speed),
            text.skip("</speed><course>"), text.number(&fields.course),
            text.skip("</course><hAcc>"), text.number(&fields.horizontalAccuracy),
            text.skip("</hAcc><vAcc>"), text.number(&fields.verticalAccuracy),
            text.skip("</vAcc></extensions></trkpt>")
        else { return nil }
        append(fields)
        return text.start - base
    }

    /// Text with enough bytes after it for every read.
    private struct FixedText {
        var start: UnsafePointer<UInt8>

        @inline(__always)
        mutating func skip(_ text: StaticString) -> Bool {
            let count = text.utf8CodeUnitCount
            guard ByteSearch.stands(text, start, 0, count) else { return false }
            start += count
            return true
        }

        /// Reads a short decimal, bit for bit like ``ByteSlice/decimal``.
        ///
        /// - Returns: Whether there is one; the text after it isn't examined.
        @inline(__always)
        mutating func number(_ value: inout Double?) -> Bool {
            var position = start
            let isNegative = position[0] == Byte.minus
            if isNegative { position += 1 }
            let first = position
            var digits: UInt64 = 0
            while Byte.digit(position[0]) <= 9, position - first < 10 {
                digits = digits &* 10 &+ UInt64(Byte.digit(position[0]))
                position += 1
            }
            let whole = position - first
            guard whole > 0 else { return false }
            var power = 1.0
            if position[0] == Byte.period {
                position += 1
                var (value, count) = Self.upToEightDigits(position)
                guard count > 0 else { return false }
                position += count
                if count == 8 {
                    let (rest, more) = Self.upToEightDigits(position)
                    value = value &* ByteSlice.powerOfTen(more) &+ rest
                    count += more
                    position += more
                }
                guard whole + count <= 19 else { return false }
                digits = digits &* ByteSlice.powerOfTen(count) &+ value
                power = Double(ByteSlice.powerOfTen(count))
            }
            // A longer number, or one in another form, is read the slow way.
            guard Byte.digit(position[0]) > 9, digits < 1 << 53 else { return false }
            // Both are exact as doubles, and the one division rounds once.
            let magnitude = Double(digits) / power
            value = isNegative ? -magnitude : magnitude
            start = position
            return true
        }

        /// The digits at an address, at most eight, read at once.
        ///
        /// - Returns: The number, and its count of digits.
        @inline(__always)
        private static func upToEightDigits(_ start: UnsafePointer<UInt8>) -> (value: UInt64, count: Int) {
            let text = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
            // A byte that isn't a digit keeps or gets a high bit; a carry reaches only the bytes after it.
            let digits = text ^ 0x3030_3030_3030_3030
            let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
            let count = others.trailingZeroBitCount >> 3
            guard count > 0 else { return (0, 0) }
            // Leading zeros make them eight; then neighbors are combined: into pairs, into fours, into one.
            var value = digits << UInt64(8 * (8 - count))
            value = (value &* 10 &+ (value >> 8)) & 0x00FF_00FF_00FF_00FF
            value = (value &* 100 &+ (value >> 16)) & 0x0000_FFFF_0000_FFFF
            value = (value &* 10_000 &+ (value >> 32)) & 0xFFFF_FFFF
            return (value, count)
        }
    }
}

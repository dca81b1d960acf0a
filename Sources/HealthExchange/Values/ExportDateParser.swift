/// Reads the export's dates, `yyyy-MM-dd HH:mm:ss ±HHMM`.
///
/// Remembers the last day and the last offset: neighbouring samples share both, so that most dates cost six digits.
package struct ExportDateParser: Sendable {
    // The last day, as the eight bytes `yyyy-MM-` and the two bytes `dd`, and the last offset, as five bytes.
    private var dayStart: UInt64
    private var dayEnd: UInt16
    private var secondsToDay: Int
    private var zone: UInt64

    /// The offset from UTC in the last date that was read, in seconds.
    package private(set) var utcOffset: Int

    /// Makes a parser.
    package init() {
        // What is remembered must be a date that was read, so begin with one: 2001-01-01 at +0000.
        dayStart = 0x2D31_302D_3130_3032
        dayEnd = 0x3130
        secondsToDay = 0
        zone = 0x30_3030_302B
        utcOffset = 0
    }

    /// Reads a date.
    ///
    /// - Parameter bytes: The text, nothing before or after it.
    /// - Returns: Seconds since 2001-01-01 00:00:00 UTC, or `nil` when the text is no such date or no such date exists.
    @inline(__always)
    package mutating func seconds(_ bytes: ByteSlice) -> Double? {
        guard bytes.count == 25, bytes[10] == Byte.space, bytes[19] == Byte.space else { return nil }
        let start = UnsafeRawPointer(bytes.start)
        let dayStart = start.loadUnaligned(as: UInt64.self).littleEndian
        let dayEnd = (start + 8).loadUnaligned(as: UInt16.self).littleEndian
        if dayStart != self.dayStart || dayEnd != self.dayEnd {
            guard let day = CivilDay(bytes.part(0..<10)) else { return nil }
            secondsToDay = day.daysSinceReferenceDate * 86_400
            (self.dayStart, self.dayEnd) = (dayStart, dayEnd)
        }
        // The last five bytes, taken as the upper part of the last eight.
        let zone = (start + 17).loadUnaligned(as: UInt64.self).littleEndian >> 24
        if zone != self.zone {
            guard let offset = ExportDateParser.offset(bytes.part(20..<25)) else { return nil }
            utcOffset = offset
            self.zone = zone
        }
        guard
            bytes[13] == Byte.colon, bytes[16] == Byte.colon,
            let hour = bytes.twoDigits(at: 11), hour < 24,
            let minute = bytes.twoDigits(at: 14), minute < 60,
            let second = bytes.twoDigits(at: 17), second < 60
        else { return nil }
        return Double(secondsToDay &+ hour &* 3_600 &+ minute &* 60 &+ second &- utcOffset)
    }

    /// The seconds in `±HHMM`.
    private static func offset(_ bytes: ByteSlice) -> Int? {
        guard bytes[0] == Byte.plus || bytes[0] == Byte.minus else { return nil }
        guard
            let hours = bytes.twoDigits(at: 1), hours < 24,
            let minutes = bytes.twoDigits(at: 3), minutes < 60
        else { return nil }
        let offset = hours * 3_600 + minutes * 60
        return bytes[0] == Byte.minus ? -offset : offset
    }
}

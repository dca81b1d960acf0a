/// Reads the export's dates, `yyyy-MM-dd HH:mm:ss ±HHMM`, and those of the exports of iOS 8, `yyyyMMddHHmmss±HHMM` with
/// or without the seconds.
///
/// Remembers the last day and the last offset: neighboring samples share both, so that most dates cost six digits.
package struct ExportDateParser: Sendable {
    // The last day, as the eight bytes `yyyy-MM-` and the two bytes `dd`, and the last offset, as five bytes.
    private var dayStart: UInt64
    private var dayEnd: UInt16
    private var secondsToDay: Int
    private var zone: UInt64

    /// The UTC offset of the last date read, in seconds.
    package private(set) var utcOffset: Int

    /// Makes a parser.
    package init() {
        // The remembered values must be from a valid date, so begin with one: 2001-01-01 at +0000.
        dayStart = 0x2D31_302D_3130_3032
        dayEnd = 0x3130
        secondsToDay = 0
        zone = 0x30_3030_302B
        utcOffset = 0
    }

    /// Reads a date.
    ///
    /// - Parameter bytes: The whole text.
    /// - Returns: Seconds since 2001-01-01 00:00:00 UTC, or `nil` if the text isn't such a date or the date doesn't
    ///   exist.
    @inline(__always)
    package mutating func seconds(_ bytes: ByteSlice) -> Double? {
        guard bytes.count == 25, bytes[10] == Byte.space, bytes[19] == Byte.space else { return compact(bytes) }
        let start = UnsafeRawPointer(bytes.start)
        let dayStart = start.loadUnaligned(as: UInt64.self).littleEndian
        let dayEnd = (start + 8).loadUnaligned(as: UInt16.self).littleEndian
        if dayStart != self.dayStart || dayEnd != self.dayEnd {
            guard let day = CivilDay(bytes.part(0..<10)) else { return nil }
            secondsToDay = day.daysSinceReferenceDate * 86_400
            (self.dayStart, self.dayEnd) = (dayStart, dayEnd)
        }
        // The last five bytes, read as the upper part of the last eight.
        let zone = (start + 17).loadUnaligned(as: UInt64.self).littleEndian >> 24
        if zone != self.zone {
            guard let offset = ExportDateParser.offset(bytes.part(20..<25)) else { return nil }
            utcOffset = offset
            self.zone = zone
        }
        guard let seconds = ExportDateParser.secondsOfDay(ByteSearch.load(bytes.start + 11)) else { return nil }
        return Double(secondsToDay &+ seconds &- utcOffset)
    }

    /// The seconds since midnight in the eight bytes `HH:mm:ss`, all read at once.
    @inline(__always)
    private static func secondsOfDay(_ text: UInt64) -> Int? {
        // Digits become their values, colons zero.
        let digits = text ^ 0x3030_3A30_303A_3030
        let tops: UInt64 = 0x8080_8080_8080_8080
        // A byte above nine reaches its top bit, and one that carries into its neighbour has it already.
        let isNoDigit = ((digits &+ 0x7676_7676_7676_7676) | digits) & tops
        guard isNoDigit == 0, digits & 0x0000_FF00_00FF_0000 == 0 else { return nil }
        // Ten times each digit plus the next one.
        let pairs = digits &* 10 &+ digits >> 8
        let (hour, minute, second) = (pairs & 0xFF, pairs >> 24 & 0xFF, pairs >> 48 & 0xFF)
        guard hour < 24, minute < 60, second < 60 else { return nil }
        return Int(truncatingIfNeeded: hour &* 3_600 &+ minute &* 60 &+ second)
    }

    /// Reads a date without punctuation.
    @inline(never)
    private mutating func compact(_ bytes: ByteSlice) -> Double? {
        guard bytes.count == 17 || bytes.count == 19 else { return nil }
        let zone = bytes.count - 5
        guard
            let century = bytes.twoDigits(at: 0), let year = bytes.twoDigits(at: 2),
            let month = bytes.twoDigits(at: 4), let date = bytes.twoDigits(at: 6),
            let day = CivilDay(year: century * 100 + year, month: month, day: date),
            let hour = bytes.twoDigits(at: 8), hour < 24,
            let minute = bytes.twoDigits(at: 10), minute < 60,
            let second = zone == 14 ? bytes.twoDigits(at: 12) : 0, second < 60,
            let offset = ExportDateParser.offset(bytes.part(zone..<bytes.count))
        else { return nil }
        utcOffset = offset
        // The remembered offset belongs to a text in the other format.
        self.zone = 0
        return Double(day.daysSinceReferenceDate * 86_400 + hour * 3_600 + minute * 60 + second - offset)
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

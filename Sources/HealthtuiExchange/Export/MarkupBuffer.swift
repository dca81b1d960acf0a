import Foundation
import HealthKit

/// A buffer of XML text that is written piece by piece.
///
/// Fast, because an export has millions of elements: numbers and dates are never turned into strings.
struct MarkupBuffer: Sendable {
    private(set) var bytes: [UInt8] = []

    /// Makes an empty buffer.
    init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    var count: Int { bytes.count }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Appends text that is already markup.
    mutating func raw(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Appends bytes that are already markup.
    mutating func raw(_ other: [UInt8]) { bytes.append(contentsOf: other) }

    /// Appends text with markup escaped; characters that XML forbids become U+FFFD, the replacement character.
    mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            if utf8.allSatisfy(Self.isPlain) { return bytes.append(contentsOf: utf8) }
            for (index, byte) in utf8.enumerated() {
                switch byte {
                case Byte.ampersand: raw("&amp;")
                case Byte.less: raw("&lt;")
                case Byte.greater: raw("&gt;")
                case Byte.quote: raw("&quot;")
                case Byte.newline: raw("&#10;")
                case Byte.carriageReturn: raw("&#13;")
                case Byte.tab: raw("&#9;")
                case 0..<Byte.space: raw("\u{FFFD}")
                // U+FFFE and U+FFFF: EF BF BE and EF BF BF.
                case 0xBE...0xBF where index >= 2 && utf8[index - 1] == 0xBF && utf8[index - 2] == 0xEF:
                    bytes.append(0xBD)
                default: bytes.append(byte)
                }
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= Byte.space && byte < 0x7F && byte != Byte.ampersand && byte != Byte.less && byte != Byte.greater
            && byte != Byte.quote
    }

    /// Appends an attribute with a text; none for `nil`.
    mutating func attribute(_ name: String, _ text: String?) {
        guard let text else { return }
        begin(name)
        self.text(text)
        bytes.append(Byte.quote)
    }

    /// Appends an attribute with a number; none for `nil`.
    mutating func attribute(_ name: String, _ number: Double?) {
        guard let number else { return }
        begin(name)
        self.number(number)
        bytes.append(Byte.quote)
    }

    /// Appends an attribute with a date; none for `nil` and for a date that exports can't express.
    mutating func attribute(_ name: String, date: Double?, _ dates: inout ExportDateWriter) {
        guard let date, ExportDateWriter.holds(date) else { return }
        begin(name)
        dates.append(date, to: &bytes)
        bytes.append(Byte.quote)
    }

    private mutating func begin(_ name: String) {
        bytes.append(Byte.space)
        raw(name)
        bytes.append(Byte.equals)
        bytes.append(Byte.quote)
    }

    /// Appends the shortest digits that read back as the same number, without a fraction if it has none.
    mutating func number(_ number: Double) { Self.append(number, to: &bytes) }

    /// Appends a date as exports write it.
    mutating func date(_ seconds: Double, _ dates: inout ExportDateWriter) { dates.append(seconds, to: &bytes) }

    static func append(_ number: Double, to bytes: inout [UInt8]) {
        if abs(number) < 9e15, number == number.rounded(.towardZero) {
            return append(Int(number), to: &bytes)
        }
        var text = number.description
        if text.hasSuffix(".0") { text.removeLast(2) }
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        if number < 0 { bytes.append(Byte.minus) }
        var rest = number.magnitude
        let first = bytes.count
        repeat {
            bytes.append(Byte.zero + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        if bytes.count - first > 1 { bytes[first...].reverse() }
    }
}

/// Writes dates as exports do: `yyyy-MM-dd HH:mm:ss ±HHMM`, all with the person's offset at export time.
struct ExportDateWriter: Sendable {
    /// The offset from UTC, in seconds; whole minutes.
    let offset: Int
    private let ending: [UInt8]
    /// The day written last, counted from the reference date, and its text.
    private var day = Int.min
    private var dayText: [UInt8] = []

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - zone: The person's time zone.
    ///   - now: The time of the export.
    init(zone: TimeZone, now: Date) {
        let minutes = zone.secondsFromGMT(for: now) / 60
        offset = minutes * 60
        let size = abs(minutes)
        ending = Array(
            (minutes < 0 ? " -" : " +").utf8 + Self.digits(size / 60, 2) + Self.digits(size % 60, 2)
        )
    }

    /// Whether exports can express a time: it must be in the years 1 to 9999 in every time zone.
    static func holds(_ seconds: Double) -> Bool { seconds > -63_113_000_000 && seconds < 252_423_000_000 }

    /// Appends a date, to the second; one that exports can't express is clamped to their range.
    mutating func append(_ seconds: Double, to bytes: inout [UInt8]) {
        let held = min(max(seconds, -63_113_000_000), 252_423_000_000)
        let local = Int(held.rounded(.down)) + offset
        let day = local >= 0 ? local / 86_400 : -((-local + 86_399) / 86_400)
        let second = local - day * 86_400
        if day != self.day {
            self.day = day
            let date = GregorianDate(number: day)
            dayText = Self.digits(date.year, 4) + [Byte.minus] + Self.digits(date.month, 2) + [Byte.minus]
            dayText += Self.digits(date.day, 2) + [Byte.space]
        }
        bytes.append(contentsOf: dayText)
        Self.appendPair(second / 3_600, &bytes)
        bytes.append(Byte.colon)
        Self.appendPair(second / 60 % 60, &bytes)
        bytes.append(Byte.colon)
        Self.appendPair(second % 60, &bytes)
        bytes.append(contentsOf: ending)
    }

    /// A date as text.
    mutating func text(_ seconds: Double) -> String {
        var bytes: [UInt8] = []
        append(seconds, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func appendPair(_ number: Int, _ bytes: inout [UInt8]) {
        bytes.append(Byte.zero + UInt8(truncatingIfNeeded: number / 10))
        bytes.append(Byte.zero + UInt8(truncatingIfNeeded: number % 10))
    }

    private static func digits(_ number: Int, _ width: Int) -> [UInt8] {
        let digits = Array(String(number).utf8)
        return Array(repeating: Byte.zero, count: max(0, width - digits.count)) + digits
    }
}

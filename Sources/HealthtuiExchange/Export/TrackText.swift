import Foundation
import HealthKit

/// A time in UTC as XML writes it; fast, because routes have many.
struct ISOTime {
    private let days: Int
    private let second: Int
    private let millionths: Int

    /// The time a number of seconds after the reference date, or `nil` outside the years 1 to 9999.
    init?(_ reference: Double) {
        let time = reference + Date.timeIntervalBetween1970AndReferenceDate
        guard time > -62_135_500_000, time < 253_402_200_000 else { return nil }
        // To the microsecond, which is about the precision of a double for a time of day.
        let whole = reference.rounded(.down)
        let fraction = Int(((reference - whole) * 1e6).rounded())
        let total =
            Int(whole) + Int(Date.timeIntervalBetween1970AndReferenceDate) + (fraction == 1_000_000 ? 1 : 0)
        millionths = fraction % 1_000_000
        days = total >= 0 ? total / 86_400 : -((-total + 86_399) / 86_400)
        second = total - days * 86_400
    }

    /// Appends the time.
    ///
    /// - Parameters:
    ///   - buffer: The text to append to.
    ///   - keepsFractions: Whether to write fractions of a second.
    func append(to buffer: inout [UInt8], keepsFractions: Bool) {
        // From 1970-01-01 to 2001-01-01 there are 11,323 days.
        let date = GregorianDate(number: days - 11_323)
        buffer.appendDigits(date.year, width: 4)
        buffer.append(UInt8(ascii: "-"))
        buffer.appendDigits(date.month, width: 2)
        buffer.append(UInt8(ascii: "-"))
        buffer.appendDigits(date.day, width: 2)
        buffer.append(UInt8(ascii: "T"))
        buffer.appendDigits(second / 3_600, width: 2)
        buffer.append(UInt8(ascii: ":"))
        buffer.appendDigits(second / 60 % 60, width: 2)
        buffer.append(UInt8(ascii: ":"))
        buffer.appendDigits(second % 60, width: 2)
        if keepsFractions, millionths > 0 {
            buffer.append(UInt8(ascii: "."))
            buffer.appendDigits(millionths, width: 6)
            while buffer.last == UInt8(ascii: "0") { buffer.removeLast() }
        }
        buffer.append(UInt8(ascii: "Z"))
    }
}

extension [UInt8] {
    /// Appends a nonnegative number, padded with zeros to a width.
    mutating func appendDigits(_ number: Int, width: Int) {
        var divisor = 1
        for _ in 1..<Swift.max(1, width) { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    /// Appends a number with decimals.
    ///
    /// - Parameters:
    ///   - value: A finite number.
    ///   - places: The number of decimals, up to seven.
    mutating func append(decimal value: Double, places: Int) {
        guard abs(value) < 1e11 else { return append(contentsOf: String(format: "%.\(places)f", value).utf8) }
        var scale = 1
        for _ in 0..<Swift.min(places, 7) { scale *= 10 }
        let number = Int((value * Double(scale)).rounded())
        if number < 0 { append(UInt8(ascii: "-")) }
        append(contentsOf: String(number.magnitude / UInt(scale)).utf8)
        append(UInt8(ascii: "."))
        appendDigits(Int(number.magnitude % UInt(scale)), width: Swift.min(places, 7))
    }
}

/// The text of names in files of tracks.
enum TrackText {
    /// Text with markup escaped, without characters that XML forbids.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\t", "\n", "\r": result += " "
            case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value): result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

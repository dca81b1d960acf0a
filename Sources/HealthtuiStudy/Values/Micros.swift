import Foundation

/// Decimals with six places, held as whole millionths.
package enum Micros {
    package static let one: Int64 = 1_000_000
    /// The largest value that a study takes, in millionths: a thousand million.
    package static let largestValue: Int64 = 1_000_000_000 * one
    /// The largest total, in millionths: the largest number of 18 digits.
    package static let largestTotal: Int64 = 999_999_999_999_999_999

    /// The millionths of a number, rounded half to even; `nil` for one that is too large or no number.
    package static func rounded(_ value: Double) -> Int64? {
        let scaled = (value * 1_000_000).rounded(.toNearestOrEven)
        guard scaled.isFinite, abs(scaled) <= Double(largestValue) else { return nil }
        return Int64(scaled)
    }

    /// floor(a / b + 1/2) of whole numbers; b is positive.
    package static func quotient(_ a: Int128, _ b: Int128) -> Int128 {
        let (quotient, remainder) = (2 * a + b).quotientAndRemainder(dividingBy: 2 * b)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// Appends a decimal in its only spelling: no zeros at its end, no sign of a zero.
    package static func append(_ value: Int64, to bytes: inout [UInt8]) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        bytes += String(magnitude / 1_000_000).utf8
        var fraction = magnitude % 1_000_000
        guard fraction > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var place: UInt64 = 100_000
        while fraction > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(fraction / place))
            fraction %= place
            place /= 10
        }
    }

    /// The decimal as a text.
    package static func text(_ value: Int64) -> String {
        var bytes: [UInt8] = []
        append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a decimal in its only spelling; `nil` for anything else.
    package static func parse(_ bytes: ArraySlice<UInt8>) -> Int64? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = isNegative ? bytes.dropFirst() : bytes
        let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.endIndex
        guard let whole = WholeNumber.digits(digits[digits.startIndex..<point], most: 12) else { return nil }
        var fraction: Int64 = 0
        if point < digits.endIndex {
            let places = digits[(point + 1)...]
            guard (1...6).contains(places.count), places.last != UInt8(ascii: "0") else { return nil }
            for place in places {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(place) else { return nil }
                fraction = fraction * 10 + Int64(place - UInt8(ascii: "0"))
            }
            for _ in places.count..<6 { fraction *= 10 }
        }
        let value = whole * one + fraction
        guard !isNegative || value > 0 else { return nil }
        return isNegative ? -value : value
    }
}

/// Whole numbers in their only spelling.
package enum WholeNumber {
    /// Reads digits without a zero before them; `nil` for anything else.
    static func digits(_ bytes: ArraySlice<UInt8>, most: Int) -> Int64? {
        guard !bytes.isEmpty, bytes.count <= most, bytes.count == 1 || bytes.first != UInt8(ascii: "0") else {
            return nil
        }
        var value: Int64 = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return value
    }

    /// Reads a whole number of up to 17 digits; `nil` for anything else.
    package static func parse(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard bytes.first == UInt8(ascii: "-") else { return digits(bytes, most: 17) }
        return digits(bytes.dropFirst(), most: 17).flatMap { $0 == 0 ? nil : -$0 }
    }
}

/// Times as whole microseconds since 1970.
package enum Microseconds {
    package static let second: Int64 = 1_000_000
    package static let hour: Int64 = 3_600 * second
    package static let day: Int64 = 24 * hour
    /// The longest sample that a study takes: four days.
    package static let longest: Int64 = 345_600 * second
    /// Seconds from 1970 to the reference date.
    private static let reference: Int64 = 978_307_200

    /// The microseconds of a time in seconds since the reference date; `nil` for one that no date of a study can be near.
    package static func of(_ time: Double) -> Int64? {
        let seconds = time.rounded(.down)
        guard abs(seconds) < 1e11 else { return nil }
        // The fraction is exact: a time in seconds since 1970 would have lost some of its digits.
        return (Int64(seconds) + reference) * second + Int64(((time - seconds) * 1_000_000).rounded())
    }
}

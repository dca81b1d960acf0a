import Foundation
import HealthKitLocalization

/// Numbers as a person reads them: grouped by thousands, with a fixed number of decimals.
package enum NumberText {
    /// Writes a number as people do where the person is.
    ///
    /// - Parameters:
    ///   - value: Any number; one that is not finite is written as a dash.
    ///   - decimals: The number of decimals to write.
    /// - Returns: The text, such as `8,412` or `70.2`.
    package static func text(_ value: Double, decimals: Int = 0) -> String {
        guard value.isFinite else { return "–" }
        return style.text(plain(value, decimals: decimals))
    }

    package static func text(_ count: Int) -> String { text(Double(count)) }

    /// Writes a number with as many decimals as it has, at most six.
    package static func exact(_ value: Double) -> String {
        guard value.isFinite else { return text(value) }
        return style.text(exactly(value))
    }

    /// Writes a number as ``exact(_:)`` does without parting its digits, as people type it into a field.
    ///
    /// - Parameters:
    ///   - value: Any number.
    ///   - style: The user's number style.
    /// - Returns: The text, which ``NumberPhrase`` reads as the number again.
    package static func typed(_ value: Double, in style: NumberStyle) -> String {
        guard value.isFinite else { return text(value) }
        var style = style
        style.groupSeparator = nil
        return style.text(exactly(value))
    }

    private static var style: NumberStyle { TextLocale.current.region.numbers }

    /// The digits with a point; zero has no sign.
    private static func plain(_ value: Double, decimals: Int) -> String {
        guard abs(value) < 1e15 else { return String(format: "%.4g", value) }
        let text = String(format: "%.\(min(max(0, decimals), 9))f", value)
        let isZero = !text.contains { ("1"..."9").contains($0) }
        return isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text
    }

    private static func exactly(_ value: Double) -> String {
        guard abs(value) < 1e15 else { return plain(value, decimals: 0) }
        let text = plain(value, decimals: 6)
        let digits = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
        return String(digits.reversed())
    }

    /// Writes a length of time: `45 s`, `7 min`, `7 h 12 min`.
    package static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "–" }
        let whole = Int(seconds.rounded())
        if whole < 60 { return NumberStrings.seconds(whole) }
        let minutes = Int((seconds / 60).rounded())
        if minutes < 60 { return NumberStrings.minutes(minutes) }
        let hours = text(minutes / 60)
        return minutes % 60 == 0 ? NumberStrings.hours(hours) : NumberStrings.hours(hours, minutes: minutes % 60)
    }

    /// Writes a number of bytes: `512 B`, `3.8 MB`.
    package static func bytes(_ bytes: Double) -> String {
        guard bytes.isFinite, bytes >= 0 else { return "–" }
        for (unit, name) in NumberStrings.bytes where bytes >= unit {
            return text(bytes / unit, decimals: bytes < unit * 100 ? 1 : 0) + " " + name
        }
        return text(bytes) + " " + NumberStrings.byte
    }
}

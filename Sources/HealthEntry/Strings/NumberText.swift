import Foundation

/// Numbers as a person reads them: grouped by thousands, with a fixed number of decimals.
package enum NumberText {
    /// Writes a number.
    ///
    /// - Parameters:
    ///   - value: Any number; one that is not finite is written as a dash.
    ///   - decimals: How many decimals to write.
    /// - Returns: The text, such as `8,412` or `70.2`.
    package static func text(_ value: Double, decimals: Int = 0) -> String {
        guard value.isFinite else { return "–" }
        guard abs(value) < 1e15 else { return String(format: "%.4g", value) }
        let text = String(format: "%.\(min(max(0, decimals), 9))f", value)
        let isNegative = text.hasPrefix("-") && text.contains { ("1"..."9").contains($0) }
        let parts = text.drop { $0 == "-" }.split(separator: ".")
        let whole = grouped(parts.first ?? "0")
        let rest = parts.count > 1 ? "." + parts[1] : ""
        return (isNegative ? "-" : "") + whole + rest
    }

    package static func text(_ count: Int) -> String { text(Double(count)) }

    /// Writes a number with as many decimals as it has, at most six.
    package static func exact(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return text(value) }
        let text = text(value, decimals: 6)
        guard text.contains(".") else { return text }
        let trimmed = text.reversed().drop { $0 == "0" }
        return String(String(trimmed.reversed()).trimmingSuffix("."))
    }

    /// Writes a count with the name of what is counted: `1 sample`, `1,204 samples`.
    package static func count(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
        text(count) + " " + (count == 1 ? singular : plural ?? singular + "s")
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

    private static func grouped(_ digits: Substring) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}

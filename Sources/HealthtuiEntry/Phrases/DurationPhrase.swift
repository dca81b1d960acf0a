import Foundation
import HealthKitLocalization

/// A length of time as a person types it, such as `30 min` or `1h30m`.
///
/// A number without a unit is none.
enum DurationPhrase {
    private static let units: [(names: [String], seconds: Double)] = [
        (["s", "sec", "second", "seconds", "sek", "sekunde", "sekunden"], 1),
        (["m", "min", "minute", "minutes", "minuten"], 60),
        (["h", "hr", "hour", "hours", "std", "stunde", "stunden"], 3_600),
        (["d", "day", "days", "tag", "tage", "tagen"], 86_400),
    ]

    /// The seconds that a text says; `nil` where it says none.
    static func seconds(_ text: String, style: NumberStyle) -> Double? {
        guard let parts = parts(text, style: style) else { return nil }
        let total = parts.reduce(0) { $0 + $1.number * $1.unit }
        return total.isFinite ? total : nil
    }

    /// The numbers of a text, each with the seconds of its unit; `nil` where it says no length of time.
    static func parts(_ text: String, style: NumberStyle) -> [(number: Double, unit: Double)]? {
        var rest = text.lowercased().trimmingCharacters(in: .whitespaces)[...]
        guard !rest.isEmpty else { return nil }
        var parts: [(number: Double, unit: Double)] = []
        while !rest.isEmpty {
            let digits = NumberPhrase.prefix(of: rest)
            // Without a number it isn't a duration.
            guard let number = try? NumberPhrase.number(String(digits), style: style), number >= 0 else { return nil }
            rest = rest.dropFirst(digits.count).drop { $0 == " " }
            let name = rest.prefix(while: \.isLetter)
            guard let unit = units.first(where: { $0.names.contains(String(name)) }) else { return nil }
            parts.append((number, unit.seconds))
            rest = rest.dropFirst(name.count).drop { $0 == " " }
        }
        return parts
    }

    /// A length of time as ``seconds(_:style:)`` reads it: `7 h 30 min`.
    static func text(_ seconds: Double) -> String {
        let whole = Int(max(0, min(seconds, 1e9)).rounded())
        let parts = [(whole / 3_600, "h"), (whole / 60 % 60, "min"), (whole % 60, "s")]
        let shown = parts.filter { $0.0 > 0 }
        return (shown.isEmpty ? [parts[1]] : shown).map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}

import Foundation

/// A length of time as a person types it, such as `30 min` or `1h30m`.
///
/// A number without a unit is none.
enum FilterDuration {
    private static let units: [(names: [String], seconds: Double)] = [
        (["s", "sec", "second", "seconds"], 1), (["m", "min", "minute", "minutes"], 60),
        (["h", "hr", "hour", "hours"], 3_600), (["d", "day", "days"], 86_400),
    ]

    /// The seconds that a text says; `nil` where it says none.
    static func seconds(_ text: String, locale: Locale) -> Double? {
        var rest = text.lowercased().trimmingCharacters(in: .whitespaces)[...]
        guard !rest.isEmpty else { return nil }
        var total = 0.0
        while !rest.isEmpty {
            let digits = NumberPhrase.prefix(of: rest)
            // What is no number is no length of time.
            guard let number = try? NumberPhrase.number(String(digits), locale: locale), number >= 0 else { return nil }
            rest = rest.dropFirst(digits.count).drop { $0 == " " }
            let name = rest.prefix(while: \.isLetter)
            guard let unit = units.first(where: { $0.names.contains(String(name)) }) else { return nil }
            total += number * unit.seconds
            rest = rest.dropFirst(name.count).drop { $0 == " " }
        }
        return total.isFinite ? total : nil
    }
}

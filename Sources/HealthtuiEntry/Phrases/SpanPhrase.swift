import Foundation

/// A length of time as a person types it: `90s`, `15m`, `8h`, `2d`, or `none`.
package enum SpanPhrase {
    private static let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    private static let longest = 366.0 * 86_400

    /// The seconds that a text says; `nil` for none.
    ///
    /// - Parameter text: The text.
    /// - Returns: The seconds.
    /// - Throws: ``EntryError`` for a text that says no length of time, and for one beyond a year.
    package static func seconds(_ text: String) throws -> Double? {
        if text == "none" { return nil }
        guard let last = text.last, let unit = units[last], let number = Double(text.dropLast()), number > 0,
            number * unit <= longest
        else { throw EntryError(EntryStrings.isNoLength(text)) }
        return number * unit
    }
}

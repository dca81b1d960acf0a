import Foundation

/// Reads since when something may be read, as people type it: `30d`, `-1w`, `yesterday`, `2026-01-31`.
package enum SincePhrase {
    /// The time that a phrase names.
    ///
    /// - Parameters:
    ///   - text: The user's text; a duration counts back from now.
    ///   - now: The current time.
    ///   - timeZone: The time zone of clock times and days.
    /// - Returns: The time.
    /// - Throws: ``EntryError`` for a text that isn't a time, and for a future time, since which there is no data.
    package static func date(_ text: String, now: Date, timeZone: TimeZone) throws -> Date {
        let phrase = TimePhrase(now: now, timeZone: timeZone)
        let found: Date
        // Text that isn't a duration is parsed as a date, which reports the error.
        if let last = text.last, last.isLetter, text.first?.isNumber == true, let back = try? phrase.date("-" + text) {
            found = back
        } else {
            found = try phrase.date(text)
        }
        guard found <= now else { throw EntryError(EntryStrings.isStillToCome(text)) }
        return found
    }
}

import Foundation

/// Reads since when something may be read, as people type it: `30d`, `-1w`, `yesterday`, `last month`, `2026-01-31`.
package enum SincePhrase {
    /// The time that a phrase names.
    ///
    /// - Parameters:
    ///   - text: The user's text; a duration counts back from now.
    ///   - phrase: The reader of ranges, of which the beginning is taken.
    /// - Returns: The time.
    /// - Throws: ``EntryError`` for a text that isn't a time, and for a future time, since which there is no data.
    package static func date(_ text: String, _ phrase: TimeRangePhrase) throws -> Date {
        let found: Date
        // Text that isn't a duration is parsed as a date, which reports the error.
        if let last = text.last, last.isLetter, text.first?.isNumber == true,
            let back = try? phrase.start(of: "-" + text)
        {
            found = back
        } else {
            found = try phrase.start(of: text)
        }
        guard found <= phrase.now else { throw EntryError(EntryStrings.isStillToCome(text)) }
        return found
    }
}

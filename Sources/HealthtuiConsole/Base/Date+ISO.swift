import Foundation

extension Date {
    /// ISO 8601 to the second, with the offset of a zone: `2026-11-21T14:20:00+01:00`.
    func text(in zone: TimeZone) -> String {
        ISO8601Format(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone))
    }

    /// The moment of such a text; nil for another.
    init?(iso text: String) {
        // Text that can't be parsed as a date is nil.
        guard let date = try? Date(text, strategy: Date.ISO8601FormatStyle(timeZoneSeparator: .colon)) else {
            return nil
        }
        self = date
    }
}

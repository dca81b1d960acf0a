import Foundation
import HealthKit
import HealthKitLocalization

/// A typed shift to an earlier or later time: `+1h`, `-30 min`, `+1d 2h`.
///
/// Days are days of the calendar: a time of the day stays the same where clocks change.
package struct TimeShift: Hashable, Sendable {
    package let days: Int
    package let seconds: Double

    /// The longest way, in days.
    private static let longest = 36_600.0

    /// Reads a shift.
    ///
    /// - Parameters:
    ///   - text: The typed text, with its sign.
    ///   - style: The user's number style.
    /// - Throws: ``EntryError`` for text that isn't a shift.
    package init(_ text: String, style: NumberStyle) throws {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard let sign = text.first, "+-−".contains(sign),
            let parts = DurationPhrase.parts(String(text.dropFirst()), style: style)
        else { throw EntryError(EntryStrings.isNoShift(text)) }
        let factor = sign == "+" ? 1.0 : -1
        let days = parts.filter { $0.unit == 86_400 }.reduce(0) { $0 + $1.number }
        let seconds = parts.filter { $0.unit != 86_400 }.reduce(0) { $0 + $1.number * $1.unit }
        guard days == days.rounded(), days + seconds / 86_400 <= Self.longest else {
            throw EntryError(EntryStrings.isNoShift(text))
        }
        self.days = Int(days * factor)
        self.seconds = seconds * factor
    }

    /// The time that so much later is.
    func applied(to date: Date, in zone: TimeZone) -> Date {
        guard days != 0 else { return date.addingTimeInterval(seconds) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.civilDate(byAdding: .day, value: days, to: date).addingTimeInterval(seconds)
    }
}

import Foundation

/// Information about a file that isn't in the file.
package struct ReaderHints: Sendable {
    /// The time it was written or received, which decides between two values for the same time.
    package var posted: Date
    /// The time span of its values, in the sender's words, or `nil` if not stated.
    package var aggregation: String?
    /// Whether implausible values are accepted.
    package var isForced: Bool
    /// The person's time zone, used where a file leaves it open.
    package var zone: TimeZone
    /// The person's answers about the file.
    package var answers = ReaderAnswers()

    package init(
        posted: Date,
        aggregation: String? = nil,
        isForced: Bool = false,
        zone: TimeZone = .current,
        answers: ReaderAnswers = ReaderAnswers()
    ) {
        self.posted = posted
        self.aggregation = aggregation
        self.isForced = isForced
        self.zone = zone
        self.answers = answers
    }
}

import Foundation

/// A message shown by the console.
package struct Notice: Sendable, Hashable {
    package let text: String
    package let date: Date

    /// The most that are kept.
    static let limit = 200

    /// The time needed to read a text, in seconds.
    ///
    /// - Parameter text: The text.
    /// - Returns: A second to find it, and a twentieth for each character; four at most.
    package static func readingTime(_ text: String) -> TimeInterval { min(4, 1 + Double(text.count) / 20) }
}

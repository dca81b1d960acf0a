/// An error in the user's input, in words for the user.
package struct EntryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error, and the accepted input.
    package let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { text }
}

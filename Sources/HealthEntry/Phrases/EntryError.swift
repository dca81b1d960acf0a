/// What is wrong with something a person typed, in words for that person.
package struct EntryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and what to write instead.
    package let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { text }
}

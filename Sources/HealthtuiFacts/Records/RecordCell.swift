/// A cell of a table on a record's page.
///
/// The code that shows the table aligns its columns, because a text's width depends on where it is shown.
package struct RecordCell: Hashable, Sendable {
    package let text: String
    /// The minimum width of its column.
    package let minimum: Int
    /// Whether it is right-aligned.
    package let isRight: Bool

    /// A cell.
    ///
    /// - Parameters:
    ///   - text: Its text.
    ///   - minimum: The minimum width of its column.
    ///   - isRight: Whether it is right-aligned.
    init(_ text: String, _ minimum: Int = 0, isRight: Bool = false) {
        self.text = text
        self.minimum = minimum
        self.isRight = isRight
    }

    /// A day with its weekday and its year, such as Wed 18 Nov 2026, and a space.
    static func day(_ text: String) -> RecordCell { RecordCell(text, 16) }
}

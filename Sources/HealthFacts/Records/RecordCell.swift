/// A cell of a table on a record's page.
///
/// Whoever shows the table lines its columns up: how wide a text is depends on where it is shown.
package struct RecordCell: Hashable, Sendable {
    package let text: String
    /// The least width of its column.
    package let minimum: Int
    /// Whether it stands at the right of its column.
    package let isRight: Bool

    /// A cell.
    ///
    /// - Parameters:
    ///   - text: What stands in it.
    ///   - minimum: The least width of its column.
    ///   - isRight: Whether it stands at the right of its column.
    init(_ text: String, _ minimum: Int = 0, isRight: Bool = false) {
        self.text = text
        self.minimum = minimum
        self.isRight = isRight
    }

    /// A day with its weekday and its year, such as Wed 18 Nov 2026, and a blank.
    static func day(_ text: String) -> RecordCell { RecordCell(text, 16) }
}

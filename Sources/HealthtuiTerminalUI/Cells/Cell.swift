/// One cell of the screen.
///
/// A wide character takes two cells: the first holds its text with a width of 2, the second is a ``continuation``.
package struct Cell: Hashable, Sendable {
    /// The cell's text: one base character with its combining marks, or empty in a continuation.
    package let text: String
    package var style: Style
    private let columns: UInt8

    package static let blank = Cell(style: .plain)

    /// An empty cell.
    package init(style: Style) {
        text = " "
        self.style = style
        columns = 1
    }

    init(_ element: TextElement, style: Style) {
        text = element.text
        self.style = style
        columns = element.width == 2 ? 2 : 1
    }

    private init(continuationWith style: Style) {
        text = ""
        self.style = style
        columns = 0
    }

    static func continuation(style: Style) -> Cell {
        Cell(continuationWith: style)
    }

    /// The columns the cell's text covers: 1, 2, or 0 for the second half of a wide character.
    package var width: Int { Int(columns) }
    package var isContinuation: Bool { columns == 0 }
}

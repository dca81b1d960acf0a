/// Which mouse events the terminal should report.
package enum MouseMode: Hashable, Sendable {
    case off
    case buttons
}

/// A whole screen as a value: cells, cursor, window title, mouse mode, and what was laid out where.
///
/// Every write is clipped, so drawing at 0x0 or 1x1, or outside the screen, is safe and changes nothing it should not.
package struct CellGrid: Hashable, Sendable {
    package let size: Size
    package private(set) var cells: [Cell]
    /// The position of the terminal's cursor; nil hides it.
    package var cursor: Point?
    package var title = ""
    package var mouse = MouseMode.buttons
    /// The named places and click targets of this screen.
    package var layout = Layout()

    /// A blank screen.
    ///
    /// - Parameter size: The wanted size. A size of more than ``CellLimits/cells`` cells loses rows at the bottom.
    package init(size: Size) {
        let rows = size.width == 0 ? size.height : min(size.height, CellLimits.cells / size.width)
        self.size = Size(width: size.width, height: rows)
        cells = Array(repeating: .blank, count: size.width * rows)
    }

    package var bounds: Rect { Rect(size) }

    /// The cell at a place, or nil outside the screen.
    package subscript(x: Int, y: Int) -> Cell? {
        guard x >= 0, y >= 0, x < size.width, y < size.height else { return nil }
        return cells[y * size.width + x]
    }

    /// Puts one element of text in a cell, keeping wide characters whole.
    ///
    /// A wide character of which one half is overwritten leaves a blank in its other half.
    mutating func place(_ element: TextElement, x: Int, y: Int, style: Style, clip: Rect) {
        let area = clip.intersection(bounds)
        guard area.contains(Point(x: x, y: y)) else { return }
        let index = y * size.width + x
        if element.width == 2 {
            guard x + 1 < area.maxX else {
                release(index)
                cells[index] = Cell(style: style)
                return
            }
            release(index)
            release(index + 1)
            cells[index] = Cell(element, style: style)
            cells[index + 1] = .continuation(style: style)
        } else {
            release(index)
            cells[index] = Cell(element, style: style)
        }
    }

    /// Blanks the other half of a wide character of which this cell is one half.
    private mutating func release(_ index: Int) {
        let old = cells[index]
        if old.isContinuation, index > 0 {
            cells[index - 1] = Cell(style: cells[index - 1].style)
        } else if old.width == 2, index + 1 < cells.count {
            cells[index + 1] = Cell(style: cells[index + 1].style)
        }
    }

    /// Changes the style of every cell of a rectangle and leaves the text.
    package mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
        let area = rect.intersection(bounds)
        guard !area.isEmpty else { return }
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX {
                let index = y * size.width + x
                cells[index].style = change(cells[index].style)
            }
        }
    }

    /// Empties a rectangle.
    package mutating func clear(_ rect: Rect, style: Style = .plain) {
        fill(rect, with: " ", style: style)
    }

    /// Repeats one character over a rectangle.
    ///
    /// - Parameters:
    ///   - rect: The rectangle, clipped to the screen.
    ///   - text: Its first element is repeated; a wide one is repeated in every second column.
    ///   - style: The style of every cell.
    package mutating func fill(_ rect: Rect, with text: String, style: Style = .plain) {
        let area = rect.intersection(bounds)
        guard !area.isEmpty, let element = TextElements(text).first(where: { _ in true }) else { return }
        for y in area.y..<area.maxY {
            for x in stride(from: area.x, to: area.maxX, by: element.width) {
                place(element, x: x, y: y, style: style, clip: area)
            }
        }
    }
}

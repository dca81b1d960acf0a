extension CellGrid {
    /// Writes text on one row of a rectangle, clipped to it.
    ///
    /// - Parameters:
    ///   - text: The text; control characters come out as visible pictures of themselves.
    ///   - rect: The rectangle to write in.
    ///   - x: The column, counted from the rectangle's left edge; may be negative.
    ///   - y: The row, counted from the rectangle's top edge.
    ///   - style: The style of the cells.
    /// - Returns: The column after the text, counted from the rectangle's left edge, at most its width.
    @discardableResult
    package mutating func write(
        _ text: String,
        in rect: Rect,
        x: Int = 0,
        y: Int = 0,
        style: Style = .plain
    ) -> Int {
        var column = CellLimits.coordinate(x)
        let row = rect.y + CellLimits.coordinate(y)
        guard y >= 0, y < rect.height else { return min(max(column, 0), rect.width) }
        for element in TextElements(text) {
            guard column < rect.width else { break }
            place(element, x: rect.x + column, y: row, style: style, clip: rect)
            column += element.width
        }
        return min(max(column, 0), rect.width)
    }

    /// Writes a styled line on one row of a rectangle, clipped to it.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - rect: The rectangle to write in.
    ///   - x: The column, counted from the rectangle's left edge.
    ///   - y: The row, counted from the rectangle's top edge.
    ///   - alignment: The line's alignment in the rest of the row.
    ///   - base: A style that every span is laid over.
    /// - Returns: The column after the text, counted from the rectangle's left edge.
    @discardableResult
    package mutating func write(
        _ line: Line,
        in rect: Rect,
        x: Int = 0,
        y: Int = 0,
        alignment: Alignment = .left,
        base: Style = .plain
    ) -> Int {
        var column = CellLimits.coordinate(x)
        if alignment != .left {
            column += alignment.padding(before: line.width, in: rect.width - column)
        }
        for span in line.spans {
            let start = column
            column = write(span.text, in: rect, x: column, y: y, style: span.style.over(base))
            guard let link = span.link else { continue }
            let area = Rect(x: rect.x + start, y: rect.y + y, width: column - start, height: 1).intersection(rect)
            layout.addTarget(.item(link.name, link.index), in: area)
        }
        return column
    }
}

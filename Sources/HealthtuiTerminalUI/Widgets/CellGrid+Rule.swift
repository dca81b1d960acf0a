extension CellGrid {
    /// Draws a horizontal rule over the top row of a rectangle.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in.
    ///   - theme: The theme.
    ///   - open: The open section above it, under which the rule is heavy, so that it shows without colours too.
    package mutating func rule(in rect: Rect, theme: Theme, under open: Rect? = nil) {
        let row = Rect(x: rect.x, y: rect.y, width: rect.width, height: min(1, rect.height))
        fill(row, with: theme.glyphs.horizontal, style: theme.faint)
        guard let open else { return }
        let part = Rect(x: open.x, y: row.y, width: open.width, height: row.height).intersection(row)
        fill(part, with: theme.glyphs.heavy, style: theme.accent)
    }
}

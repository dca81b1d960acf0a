extension CellGrid {
    /// Draws a horizontal rule over the top row of a rectangle.
    package mutating func rule(in rect: Rect, theme: Theme) {
        fill(
            Rect(x: rect.x, y: rect.y, width: rect.width, height: min(1, rect.height)),
            with: theme.glyphs.horizontal,
            style: theme.dim
        )
    }
}

extension CellGrid {
    /// Draws the heading of a section: its name, a rule, and a note at the end where it fits.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - note: The section's note; left out if it doesn't fit whole.
    ///   - rect: The rectangle; its top row is used.
    ///   - theme: The theme.
    package mutating func section(_ name: Line, note: String = "", in rect: Rect, theme: Theme) {
        let row = Rect(x: rect.x, y: rect.y, width: rect.width, height: min(1, rect.height))
        let end = write(name.truncated(to: row.width, ellipsis: theme.glyphs.ellipsis), in: row)
        let hasNote = !note.isEmpty && end + note.displayWidth + 5 <= row.width
        let line = Rect(
            x: row.x + end + 1,
            y: row.y,
            width: row.width - end - 1 - (hasNote ? note.displayWidth + 1 : 0),
            height: row.height
        )
        fill(line, with: theme.glyphs.horizontal, style: theme.faint)
        if hasNote { write(Line(note, theme.dim), in: row, alignment: .right) }
    }
}

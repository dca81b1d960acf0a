extension CellGrid {
    /// Heads a section of a page: its name, a rule, and a note at the end where there is room for it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - note: What the section is of; left out where it does not fit whole.
    ///   - rect: Where; its top row is used.
    ///   - theme: The look.
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

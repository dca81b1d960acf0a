extension Form {
    /// Draws each field as a box with space around it, scrolled so that the focused one shows, for wide terminals.
    ///
    /// Each takes three rows, or two or one where there are fewer.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - theme: The theme.
    ///   - name: The name of the click targets; the index is the field's.
    ///   - rows: The most rows that a field takes.
    /// - Returns: The number of rows used.
    @discardableResult
    package func drawBoxes(
        in rect: Rect,
        on grid: inout CellGrid,
        theme: Theme,
        name: String = "form",
        rows: Int = 3
    ) -> Int {
        grid.layout.setFrame(rect, for: name)
        guard !rect.isEmpty, !fields.isEmpty else { return 0 }
        let spacing = min(rows, max(1, rect.height / fields.count))
        let count = min(fields.count, rect.height / spacing)
        let first = max(0, focus - count + 1)
        let labels = min(fields.map(\.label.displayWidth).max() ?? 0, rect.width / 3)
        let suffixes = min(fields.map(\.suffix.displayWidth).max() ?? 0, 12)
        let columns = BoxColumns(label: labels, box: boxWidth(in: rect.width - labels), suffix: suffixes)
        for (line, index) in (first..<min(fields.count, first + count)).enumerated() {
            let slot = Rect(x: rect.x, y: rect.y + line * spacing, width: rect.width, height: spacing)
            drawBox(index, columns, in: slot.row(spacing > 1 ? spacing - 2 : 0), on: &grid, theme: theme)
            grid.layout.addTarget(.item(name, index), in: slot)
        }
        return count * spacing
    }

    /// The widths of a row's columns.
    private struct BoxColumns {
        let label: Int
        let box: Int
        let suffix: Int
    }

    /// The width that all boxes have.
    private func boxWidth(in room: Int) -> Int {
        let wanted = fields.map { field in
            switch field.content {
            case .text: max(field.placeholder.displayWidth + 2, 16)
            case .choice(let options, _): (options.map(\.displayWidth).max() ?? 0) + 2
            case .toggle: 5
            }
        }
        return max(4, min(wanted.max() ?? 16, 32, room / 2))
    }

    private func drawBox(_ index: Int, _ columns: BoxColumns, in line: Rect, on grid: inout CellGrid, theme: Theme) {
        let field = fields[index]
        let isFocused = index == focus
        let label = field.label.truncated(to: columns.label, ellipsis: theme.glyphs.ellipsis)
        grid.write(label, in: line, x: 3, style: isFocused ? .bold : theme.dim)
        let left = columns.label + 6
        if isFocused { grid.write(theme.glyphs.cursorRow, in: line, x: left - 1, style: theme.accent) }
        var width = columns.box
        if case .text(let text) = field.content {
            // A text longer than the other boxes takes space from the note behind it.
            width = max(width, min(text.text.displayWidth + 3, line.width - left - columns.suffix - 4))
        }
        // The error is shown in full if there is any room for it.
        if let error = field.error {
            width = min(width, max(12, line.width - left - columns.suffix - error.displayWidth - 6))
        }
        let box = Rect(x: line.x + left, y: line.y, width: max(0, min(width, line.width - left)), height: line.height)
        drawContent(of: field, isFocused: isFocused, in: box, on: &grid, theme: theme)
        var rest = line
        _ = rest.cutLeft(left + box.width + 1)
        let suffix = rest.cutLeft(columns.suffix > 0 ? columns.suffix + 2 : 1)
        grid.write(Line(field.suffix.truncated(to: columns.suffix), theme.dim), in: suffix)
        let behind = behind(field, in: rest.width, theme: theme)
        grid.write(behind.truncated(to: rest.width, ellipsis: theme.glyphs.ellipsis), in: rest)
    }

    private func drawContent(
        of field: FormField,
        isFocused: Bool,
        in box: Rect,
        on grid: inout CellGrid,
        theme: Theme
    ) {
        let inside = box.inset(horizontally: 1)
        switch field.content {
        case .text(let text):
            text.draw(
                in: inside,
                on: &grid,
                theme: theme,
                isFocused: isFocused,
                placeholder: field.placeholder,
                isSecret: field.isSecret
            )
        case .choice:
            grid.write(field.value.truncated(to: inside.width, ellipsis: theme.glyphs.ellipsis), in: inside)
            if isFocused { grid.cursor = Point(x: inside.x, y: inside.y) }
        case .toggle(let isOn):
            grid.write(isOn ? "[x]" : "[ ]", in: inside)
        }
        grid.restyle(box) { style in
            let box = theme.onGround(style, .cursorGround)
            // Without background colours, an underline shows the box.
            return isFocused ? box.adding([.underline, .bold]) : theme.hasShades ? box : box.adding(.underline)
        }
    }

    /// The text behind a box: its error, the parsed value, or the other choices.
    private func behind(_ field: FormField, in width: Int, theme: Theme) -> Line {
        if let error = field.error { return Line("\(theme.glyphs.error) \(error)", theme.error) }
        if !field.note.isEmpty { return Line("\(theme.glyphs.done) ", theme.good) + Line(field.note, theme.dim) }
        guard case .choice(let options, let selected) = field.content else { return .empty }
        var line = Line.empty
        for (index, option) in options.enumerated() {
            line += Line((index == 0 ? "" : "  ") + option, index == selected ? .plain : theme.dim)
        }
        return line.width <= width ? line : .empty
    }
}

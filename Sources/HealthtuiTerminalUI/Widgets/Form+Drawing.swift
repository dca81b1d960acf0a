extension Form {
    /// Draws one field a row, scrolled so that the focused one shows.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - theme: The theme.
    ///   - name: The name of the click targets; the index is the field's.
    /// - Returns: Whether the focused field's error fitted beside it.
    @discardableResult
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme, name: String = "form") -> Bool {
        grid.layout.setFrame(rect, for: name)
        guard !rect.isEmpty, !fields.isEmpty else { return true }
        let labels = fields.map(\.label.displayWidth).max() ?? 0
        let labelWidth = min(labels, rect.width / 3)
        let first = max(0, focus - rect.height + 1)
        var cut: [Int] = []
        for (line, index) in (first..<min(fields.count, first + rect.height)).enumerated() {
            let row = rect.row(line)
            if !draw(fields[index], index: index, labelWidth: labelWidth, in: row, on: &grid, theme: theme) {
                cut.append(index)
            }
            grid.layout.addTarget(.item(name, index), in: row)
        }
        let isFocusCut = cut.contains(focus)
        if let told = isFocusCut ? focus : cut.first {
            drawErrorBelow(of: fields[told], in: rect, on: &grid, theme: theme)
        }
        return !isFocusCut
    }

    /// Draws an error in full under the fields if it didn't fit beside its own.
    private func drawErrorBelow(of field: FormField, in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        guard let error = field.error else { return }
        var below = rect
        _ = below.cutTop(fields.count + 1)
        for (y, line) in "\(theme.glyphs.error) \(field.label): \(error)".wrapped(to: below.width - 2).enumerated() {
            grid.write(line, in: below, x: 1, y: y, style: theme.error)
        }
    }

    /// Draws one field and returns whether its error fitted.
    private func draw(
        _ field: FormField,
        index: Int,
        labelWidth: Int,
        in line: Rect,
        on grid: inout CellGrid,
        theme: Theme
    ) -> Bool {
        let isFocused = index == focus
        if isFocused {
            grid.write(theme.glyphs.cursorRow, in: line)
        }
        let label = field.label.truncated(to: labelWidth, ellipsis: theme.glyphs.ellipsis)
        grid.write(label, in: line, x: 1, style: isFocused ? .bold : .plain)
        var rest = line
        _ = rest.cutLeft(labelWidth + 3)
        // Text behind the field takes precedence: an error, or else the parsed value.
        let behind = field.error.map { Line("\(theme.glyphs.error) \($0)", theme.error) } ?? Line(field.note, theme.dim)
        let wanted = Self.width(of: field)
        let reserved = min(behind.width + field.suffix.displayWidth + 3, rest.width * 2 / 3)
        // A short text, such as a date, is kept whole: a truncated date would be a different date.
        let least = max(4, min(wanted, Self.short))
        let width = min(max(wanted, 8), max(least, rest.width - reserved), rest.width)
        let area = rest.cutLeft(width)
        draw(field, isFocused: isFocused, in: area, on: &grid, theme: theme)
        let suffix = rest.cutLeft(field.suffix.isEmpty ? 0 : field.suffix.displayWidth + 1)
        grid.write(field.suffix.truncated(to: suffix.width - 1), in: suffix, x: 1)
        grid.write(behind.truncated(to: rest.width - 2, ellipsis: theme.glyphs.ellipsis), in: rest, x: 2)
        return field.error == nil || behind.width <= rest.width - 2
    }

    private func draw(_ field: FormField, isFocused: Bool, in area: Rect, on grid: inout CellGrid, theme: Theme) {
        switch field.content {
        case .text(let text):
            grid.restyle(area) { $0.adding(.underline) }
            text.draw(
                in: area,
                on: &grid,
                theme: theme,
                isFocused: isFocused,
                placeholder: field.placeholder,
                isSecret: field.isSecret
            )
            grid.restyle(area) { $0.adding(.underline) }
        case .choice:
            let text = "< " + field.value.truncated(to: area.width - 4, ellipsis: theme.glyphs.ellipsis) + " >"
            grid.write(text, in: area, style: isFocused ? theme.selection : .plain)
            // Typing selects an option.
            if isFocused, area.width > 4 { grid.cursor = Point(x: area.x + 2, y: area.y) }
        case .toggle(let isOn):
            grid.write(isOn ? "[x]" : "[ ]", in: area, style: isFocused ? theme.selection : .plain)
        }
    }

    /// Texts up to this many columns get their space before the text behind the field.
    private static let short = 12

    private static func width(of field: FormField) -> Int {
        switch field.content {
        case .text(let text): max(text.text.displayWidth + 1, field.placeholder.displayWidth, 12)
        case .choice(let options, _): (options.map(\.displayWidth).max() ?? 0) + 4
        case .toggle: 3
        }
    }
}

extension CellGrid {
    /// The text of one row, with trailing blanks removed; empty outside the screen.
    package func row(_ y: Int) -> String {
        guard y >= 0, y < size.height else { return "" }
        var text = ""
        for cell in cells[(y * size.width)..<((y + 1) * size.width)] {
            text += cell.text
        }
        while text.last == " " {
            text.removeLast()
        }
        return text
    }

    /// The rows as text, from top to bottom.
    package var rows: [String] {
        (0..<size.height).map(row)
    }

    /// The whole screen as text, one line a row.
    package var text: String {
        rows.joined(separator: "\n")
    }

    /// The text of the cells that carry an attribute or colour, one line for each unbroken run, for tests of styling.
    package func runs(where matches: (Style) -> Bool) -> [String] {
        var runs: [String] = []
        for y in 0..<size.height {
            var current = ""
            for x in 0..<size.width {
                let cell = cells[y * size.width + x]
                if matches(cell.style) {
                    current += cell.text
                } else if !current.isEmpty {
                    runs.append(current)
                    current = ""
                }
            }
            if !current.isEmpty {
                runs.append(current)
            }
        }
        return runs
    }
}

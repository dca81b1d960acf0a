/// A row of the toggle grid: an item and its possible permissions.
package struct ToggleRow: Hashable, Sendable {
    /// One box of a row.
    package enum Box: Hashable, Sendable {
        case on
        case off
        /// Can't be chosen here: drawn as a dash.
        case notOffered
    }

    package let label: String
    package let detail: String
    /// The note before the boxes, shown where it fits beside the detail.
    package let note: String
    package let boxes: [Box]
    package let isHeading: Bool

    package init(_ label: String, detail: String = "", note: String = "", boxes: [Box]) {
        self.label = label
        self.detail = detail
        self.note = note
        self.boxes = boxes
        isHeading = false
    }

    private init(heading: String) {
        label = heading
        detail = ""
        note = ""
        boxes = []
        isHeading = true
    }

    /// A heading over the rows that follow.
    package static func heading(_ text: String) -> ToggleRow {
        ToggleRow(heading: text)
    }
}

/// Rows of check boxes in named columns, as on a permission sheet.
///
/// The screen owns the state of the boxes; this value only tracks the cursor, and draws.
package struct ToggleGrid {
    package let name: String
    package let headings: [String]
    package let rows: [ToggleRow]
    package let state: ListState
    /// The column of boxes under the cursor.
    package let column: Int

    package init(name: String, headings: [String], rows: [ToggleRow], state: ListState, column: Int) {
        self.name = name
        self.headings = headings
        self.rows = rows
        self.state = state
        self.column = column
    }

    /// The row of the cursor that a box can be toggled in, or nil on a heading or an empty grid.
    package var current: (row: Int, column: Int)? {
        guard rows.indices.contains(state.selected) else { return nil }
        let row = rows[state.selected]
        guard row.boxes.indices.contains(column), row.boxes[column] != .notOffered else { return nil }
        return (state.selected, column)
    }

    /// The greatest width in columns: boxes far from their names get ticked in the wrong row.
    private static let most = 100

    package func draw(in room: Rect, on grid: inout CellGrid, theme: Theme) {
        let rect = Rect(x: room.x, y: room.y, width: min(room.width, Self.most), height: room.height)
        var body = rect
        let wanted = max(5, (headings.map(\.displayWidth).max() ?? 0) + 2)
        let boxWidth = max(3, min(wanted, rect.width / 2 / max(1, headings.count)))
        let boxesWidth = min(boxWidth * headings.count + 1, rect.width)
        if body.height > 1 {
            var header = body.cutTop(1)
            let boxes = header.cutRight(boxesWidth)
            for (index, heading) in headings.enumerated() {
                let area = Rect(x: boxes.x + index * boxWidth, y: boxes.y, width: boxWidth, height: 1)
                    .intersection(boxes)
                grid.write(Line(heading, theme.dim), in: area, alignment: .center)
            }
        }
        grid.layout.setFrame(body, for: name)
        for (line, index) in state.visibleRows(height: body.height, count: rows.count).enumerated() {
            let area = body.row(line)
            draw(
                rows[index],
                index: index,
                boxWidth: boxWidth,
                boxesWidth: boxesWidth,
                in: area,
                on: &grid,
                theme: theme
            )
        }
    }

    private func draw(
        _ row: ToggleRow,
        index: Int,
        boxWidth: Int,
        boxesWidth: Int,
        in line: Rect,
        on grid: inout CellGrid,
        theme: Theme
    ) {
        var text = line
        let boxes = text.cutRight(boxesWidth)
        let ellipsis = theme.glyphs.ellipsis
        // On a narrow screen the name matters more than its description.
        let detail = text.width < 44 ? "" : row.detail
        let labelWidth = detail.isEmpty ? text.width - 2 : min(26, text.width / 2)
        let label = row.label.truncated(to: labelWidth, ellipsis: ellipsis)
        grid.write(label, in: text, x: 1, style: row.isHeading ? theme.heading : .plain)
        if !detail.isEmpty {
            let room = text.width - labelWidth - 3
            grid.write(
                detail.truncated(to: room, ellipsis: ellipsis),
                in: text,
                x: labelWidth + 2,
                style: theme.dim
            )
            let left = room - detail.displayWidth - 2
            if !row.note.isEmpty, row.note.displayWidth + 1 <= left {
                grid.write(row.note, in: text, x: text.width - row.note.displayWidth - 1, style: theme.dim)
            }
        }
        // Boxes carry their column; the rest of the row has none.
        grid.layout.addTarget(.item(name, index, column: -1), in: line)
        let isCurrent = index == state.selected
        if isCurrent {
            CursorRow.highlight(text, on: &grid, theme: theme)
        }
        for (position, box) in row.boxes.enumerated() {
            let area = Rect(x: boxes.x + position * boxWidth, y: boxes.y, width: boxWidth, height: 1)
                .intersection(boxes)
            let mark =
                switch box {
                case .on: "[x]"
                case .off: "[ ]"
                case .notOffered: " \(theme.glyphs.notOffered) "
                }
            let style: Style = isCurrent && position == column ? theme.selection : .plain
            grid.write(Line(mark, style), in: area, alignment: .center)
            grid.layout.addTarget(.item(name, index, column: position), in: area)
        }
    }
}

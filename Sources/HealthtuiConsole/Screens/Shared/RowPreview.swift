import HealthtuiTerminalUI

/// The details of the row under the cursor, next to its list on wide terminals.
struct RowPreview {
    /// A part of the preview.
    enum Part {
        case fact(String, String)
        /// Names; those without space are only counted.
        case names(String, [String])
        case words(String)
        case section(String)
        case line(Line)
        /// The shape of some values, over the given rows.
        case shape([Double], Hue)
    }

    let title: Line
    var parts: [Part] = []

    /// Adds a fact, unless there is nothing to say.
    mutating func add(_ label: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        parts.append(.fact(label, value))
    }

    /// The limits for rows of names, so that the rows below them stay visible.
    private static let nameRows = (least: 3, share: 4)

    /// As many names as have room in some rows, and how many more there are.
    private static func lines(_ names: [String], rows: Int, width: Int) -> [String] {
        func lines(_ count: Int) -> [String] {
            let shown = names.prefix(count).joined(separator: ", ")
            let left = names.count - count
            let text = left == 0 ? shown : AppStrings.andMore(shown, left)
            return text.wrapped(to: width)
        }
        guard lines(names.count).count > rows else { return lines(names.count) }
        // One name at least; more that have room are found by halves.
        var (count, most) = (1, names.count - 1)
        while count < most {
            let middle = (count + most + 1) / 2
            if lines(middle).count <= rows { count = middle } else { most = middle - 1 }
        }
        return lines(count)
    }

    /// Cuts the room off a screen's rectangle; nil when there is not enough for both.
    ///
    /// - Parameters:
    ///   - body: The rectangle, which is reduced to the list's part.
    ///   - list: The width that the list wants.
    /// - Returns: The rectangle of the preview.
    static func cut(from body: inout Rect, list: Int) -> Rect? {
        guard body.width >= ChartPreview.wideEnough, body.height >= 8 else { return nil }
        var left = body
        let side = left.cutRight(max(46, body.width - list - 2))
        body = left
        return side
    }

    /// Draws the preview behind a rule.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - theme: The theme.
    func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        for y in 0..<rect.height { grid.write(theme.glyphs.vertical, in: rect, x: 0, y: y, style: theme.faint) }
        var body = Rect(x: rect.x + 2, y: rect.y, width: max(0, rect.width - 3), height: rect.height)
        let ellipsis = theme.glyphs.ellipsis
        grid.write(title.truncated(to: body.width, ellipsis: ellipsis), in: body.cutTop(1))
        _ = body.cutTop(1)
        let labels = parts.compactMap(\.label).map(\.displayWidth).max() ?? 0
        let room = max(1, body.width - labels - 2)
        let rows = max(Self.nameRows.least, body.height / Self.nameRows.share)
        func write(_ label: String, _ lines: [String]) {
            for (index, text) in lines.enumerated() where !body.isEmpty {
                let line = body.cutTop(1)
                if index == 0 { grid.write(Line(label, theme.dim), in: line) }
                grid.write(text, in: line, x: labels + 2)
            }
        }
        for part in parts where !body.isEmpty {
            switch part {
            case .fact(let label, let value): write(label, value.wrapped(to: room))
            case .names(let label, let names): write(label, Self.lines(names, rows: rows, width: room))
            case .words(let text):
                for line in text.wrapped(to: max(1, body.width)) where !body.isEmpty {
                    grid.write(line, in: body.cutTop(1))
                }
            case .section(let name):
                _ = body.cutTop(1)
                grid.section(Line(name, .bold), in: body.cutTop(1), theme: theme)
            case .line(let line): grid.write(line.truncated(to: body.width, ellipsis: ellipsis), in: body.cutTop(1))
            case .shape(let values, let hue):
                _ = body.cutTop(1)
                var axes = ChartAxes(name: "preview.shape")
                axes.hue = hue
                let area = body.cutTop(min(body.height, 14))
                let series = LineSeries(values, mark: values.count < 30 ? theme.glyphs.closed : nil)
                LineChart(series: [series], axes: axes).draw(in: area, on: &grid, theme: theme)
            }
        }
    }
}

extension RowPreview.Part {
    /// The label before a fact.
    fileprivate var label: String? {
        switch self {
        case .fact(let label, _), .names(let label, _): label
        case .words, .section, .line, .shape: nil
        }
    }
}

/// Days side by side, each a column of segments on one clock that runs from top to bottom, such as the stages of several nights.
package struct ClockColumnsChart: Sendable {
    /// A segment of a column, in minutes on the chart's clock.
    package struct TimeRange: Hashable, Sendable {
        package let row: Int
        package let start: Double
        package let end: Double

        package init(row: Int, start: Double, end: Double) {
            self.row = row
            self.start = start
            self.end = end
        }
    }

    /// One day.
    package struct Column: Hashable, Sendable {
        /// The titles above the column, longest first; the first one that fits is used.
        package let titles: [String]
        /// The labels below the column, row by row.
        package let labels: [String]
        package let timeRanges: [TimeRange]
        /// The mark beside the column, drawn where there is room.
        package let mark: Mark?

        package init(titles: [String], labels: [String], timeRanges: [TimeRange], mark: Mark? = nil) {
            self.titles = titles
            self.labels = labels
            self.timeRanges = timeRanges
            self.mark = mark
        }
    }

    /// A moment in a column at which a limit is reached.
    package struct Mark: Hashable, Sendable {
        package let minute: Double
        /// Whether the limit is a goal rather than something to avoid.
        package let isGood: Bool

        package init(_ minute: Double, isGood: Bool) {
            self.minute = minute
            self.isGood = isGood
        }

        /// The mark's appearance in the chart and in the text beside it.
        package func line(_ theme: Theme) -> Line {
            isGood ? Line(theme.glyphs.goalMet, theme.good) : Line(theme.glyphs.error, theme.error)
        }
    }

    package let name: String
    package let columns: [Column]
    /// The first and last minute of the clock, on whole hours.
    package let range: ClosedRange<Double>
    /// The hue of each row of segments; without colours, later rows have denser textures.
    package let hues: [Hue]
    /// The column under the cursor.
    package var cursor: Int?
    /// Lines across the chart, at minutes of the clock.
    package var levels: [ChartLevel] = []
    /// Formats a minute of the clock.
    package let format: @Sendable (Double) -> String

    package init(
        name: String = "chart",
        columns: [Column],
        range: ClosedRange<Double>,
        hues: [Hue],
        format: @escaping @Sendable (Double) -> String
    ) {
        self.name = name
        self.columns = columns
        let low = (range.lowerBound / 60).rounded(.down) * 60
        self.range = low...max(low + 60, (range.upperBound / 60).rounded(.up) * 60)
        self.hues = hues
        self.format = format
    }

    /// The possible lengths of half a row, in minutes, such that an hour is a whole number of rows.
    private static let steps = [5.0, 6, 7.5, 10, 15, 30, 60, 120, 240, 480]

    private struct Frame {
        let plot: Rect
        let slot: Int
        let width: Int
        let step: Double

        func x(_ index: Int) -> Int { 1 + index * slot }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        guard !rect.isEmpty, !columns.isEmpty else { return }
        var body = rect
        let heads = body.cutTop(rect.height >= 6 ? 1 : 0)
        let most = columns.map(\.labels.count).max() ?? 0
        let feet = body.cutBottom(rect.height >= 10 ? most : rect.height >= 5 ? min(1, most) : 0)
        let span = range.upperBound - range.lowerBound
        let step = Self.steps.first { (span / ($0 * 2)).rounded(.up) <= Double(body.height) } ?? 720
        body = body.cutTop(max(1, min(body.height, Int((span / (step * 2)).rounded(.up)))))
        // Whole hours have the widest labels, such as 10:00 PM.
        let hours = stride(from: range.lowerBound, through: range.upperBound, by: 60)
        let widest = (hours.map { format($0).displayWidth }.max() ?? 0) + 2
        let gutter = body.cutLeft(rect.width >= widest + columns.count * 2 ? widest : 0)
        // Columns get wider only if the level labels keep their room.
        let words = levels.flatMap { $0.words.prefix(1) }.map(\.displayWidth).max().map { $0 + 2 } ?? 0
        let roomy = min(8, (body.width - 1 - words) / columns.count)
        let slot = max(1, roomy > 6 ? roomy : min(6, (body.width - 1) / columns.count))
        let width = max(1, slot - (slot > 4 ? 2 : slot > 1 ? 1 : 0))
        let wanted = 1 + columns.count * slot
        let beside = body.cutRight(max(0, body.width - wanted))
        let frame = Frame(plot: body, slot: slot, width: width, step: step)
        grid.layout.setFrame(body, for: name)
        drawHours(frame, gutter, on: &grid, theme)
        drawLevels(frame, beside, on: &grid, theme)
        for index in columns.indices {
            draw(index, frame, on: &grid, theme)
            drawWords(index, frame, heads: heads, feet: below(feet, body), on: &grid, theme)
            let area = Rect(x: body.x + frame.x(index), y: rect.y, width: slot, height: rect.height)
            grid.layout.addTarget(.item(name, index), in: area)
        }
    }

    /// The area of the labels directly under the plot, which may be shorter than its space.
    private func below(_ feet: Rect, _ plot: Rect) -> Rect {
        Rect(x: plot.x, y: min(feet.y, plot.maxY), width: plot.width + 6, height: feet.height)
    }

    private func row(_ minute: Double, _ frame: Frame) -> Int? {
        let row = Int(((minute - range.lowerBound) / (frame.step * 2)).rounded(.down))
        return row >= 0 && row < frame.plot.height ? row : nil
    }

    private func drawHours(_ frame: Frame, _ gutter: Rect, on grid: inout CellGrid, _ theme: Theme) {
        var minute = range.lowerBound
        var free = 0
        while minute < range.upperBound {
            defer { minute += 60 }
            guard let y = row(minute, frame), y >= free else { continue }
            // A label on every row would be a wall of figures.
            free = y + (frame.step > 15 ? 2 : 1)
            grid.write(format(minute), in: gutter, x: 1, y: y, style: theme.dim)
            for x in stride(from: 0, to: frame.plot.width, by: 2) {
                grid.write(theme.glyphs.gridDot, in: frame.plot, x: x, y: y, style: theme.faint)
            }
        }
    }

    private func drawLevels(_ frame: Frame, _ words: Rect, on grid: inout CellGrid, _ theme: Theme) {
        for level in levels {
            guard let y = row(level.value, frame) else { continue }
            let style = theme.style(level.hue)
            for x in 0..<frame.plot.width { grid.write(theme.glyphs.dashed, in: frame.plot, x: x, y: y, style: style) }
            guard let text = level.words.first(where: { $0.displayWidth + 2 <= words.width }) else { continue }
            grid.write(text, in: words, x: 1, y: y, style: theme.dim)
        }
    }

    /// The row that covers most of a time span in a column; nil where most of the span is empty.
    private func value(_ column: Column, from start: Double, length: Double) -> Int? {
        var times: [Int: Double] = [:]
        for timeRange in column.timeRanges {
            let part = min(timeRange.end, start + length) - max(timeRange.start, start)
            if part > 0 { times[timeRange.row, default: 0] += part }
        }
        guard times.values.reduce(0, +) * 2 >= length else { return nil }
        return times.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    private func draw(_ index: Int, _ frame: Frame, on grid: inout CellGrid, _ theme: Theme) {
        let column = columns[index]
        for y in 0..<frame.plot.height {
            let start = range.lowerBound + Double(y) * frame.step * 2
            let upper = value(column, from: start, length: frame.step)
            let lower = value(column, from: start + frame.step, length: frame.step)
            guard let cell = cell(upper, lower, theme) else { continue }
            for x in 0..<frame.width {
                grid.write(cell.text, in: frame.plot, x: frame.x(index) + x, y: y, style: cell.style)
            }
        }
        // A limit reached as a segment ends is marked beside that segment's last row.
        if let mark = column.mark, frame.slot > frame.width, let y = row(mark.minute - 1, frame) {
            grid.write(mark.line(theme), in: frame.plot, x: frame.x(index) + frame.width, y: y)
        }
    }

    private func cell(_ upper: Int?, _ lower: Int?, _ theme: Theme) -> (text: String, style: Style)? {
        guard let first = upper ?? lower else { return nil }
        guard theme.colors != .none, !theme.glyphs.isASCII else { return (Self.texture(first, theme), .plain) }
        let style = theme.style(hue(first))
        switch (upper, lower) {
        case (nil, _): return (theme.glyphs.lowerHalf, style)
        case (_, nil): return (theme.glyphs.upperHalf, style)
        case (let upper?, let lower?) where hue(upper) == hue(lower): return (theme.glyphs.columnEighths[8], style)
        case (_, let lower?):
            guard let ground = theme.color(hue(lower)) else { return (theme.glyphs.upperHalf, style) }
            return (theme.glyphs.upperHalf, style.background(ground))
        }
    }

    private func hue(_ row: Int) -> Hue { hues.indices.contains(row) ? hues[row] : .other }

    /// The legend entry of a row.
    package static func key(_ row: Int, _ hue: Hue, _ theme: Theme) -> Line {
        let isTextured = theme.colors == .none || theme.glyphs.isASCII
        let mark = isTextured ? texture(row, theme) : theme.glyphs.columnEighths[8]
        return Line(mark + mark, isTextured ? .plain : theme.style(hue))
    }

    /// The texture that distinguishes rows where there are no colours.
    private static func texture(_ row: Int, _ theme: Theme) -> String {
        let textures = theme.glyphs.isASCII ? [".", "-", "+", "#", ":"] : ["░", "▒", "▓", "█", "┊"]
        return textures[max(0, min(row, textures.count - 1))]
    }

    private func drawWords(
        _ index: Int,
        _ frame: Frame,
        heads: Rect,
        feet: Rect,
        on grid: inout CellGrid,
        _ theme: Theme
    ) {
        let isRead = index == cursor
        let x = frame.x(index) + frame.plot.x
        if let title = columns[index].titles.first(where: { $0.displayWidth < frame.slot || frame.slot == 1 }) {
            let style = isRead ? theme.accent.adding(.bold) : theme.dim
            grid.write(title, in: heads, x: x - heads.x, style: style)
            if isRead {
                grid.write(theme.glyphs.breadcrumb, in: heads, x: x - heads.x - 1, style: theme.accent.adding(.bold))
            }
        }
        for (y, label) in columns[index].labels.enumerated() where y < feet.height {
            // Where there is room for only one letter, every second label is drawn.
            let text = label.displayWidth < frame.slot ? label : String(label.prefix(max(1, frame.slot - 1)))
            if text != label, label.first?.isNumber == true {
                guard index % 2 == 0 || frame.slot > 2 else { continue }
                grid.write(label, in: feet, x: x - feet.x, y: y, style: isRead ? .bold : theme.dim)
            } else {
                grid.write(text, in: feet, x: x - feet.x, y: y, style: isRead ? .bold : theme.dim)
            }
        }
    }
}

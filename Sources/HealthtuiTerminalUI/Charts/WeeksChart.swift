/// Weeks before and after a day: the ground that those before cover, the weeks as points, and the mean of three spans as lines.
package struct WeeksChart: Sendable {
    /// How a week lies.
    package enum Side: Hashable, Sendable {
        /// Before the day.
        case before
        /// Before the weeks that make the ground.
        case older
        /// Since, and not beyond all weeks before.
        case within
        /// Since, and beyond all weeks before.
        case beyond
    }

    package struct Point: Hashable, Sendable {
        /// The day in the middle of the week, counted from the chart's first.
        package let day: Int
        package let value: Double
        package let side: Side

        package init(day: Int, value: Double, side: Side) {
            self.day = day
            self.value = value
            self.side = side
        }
    }

    package struct Span: Hashable, Sendable {
        /// The days, counted from the chart's first.
        package let days: Range<Int>
        package let mean: Double?
        package let isSince: Bool
        /// The words under it, longest first; the first that fits is used.
        package let words: [String]

        package init(days: Range<Int>, mean: Double?, isSince: Bool, words: [String]) {
            self.days = days
            self.mean = mean
            self.isSince = isSince
            self.words = words
        }
    }

    /// The number of days.
    package let count: Int
    package let points: [Point]
    package let spans: [Span]
    /// The day that divides them.
    package let mark: Int
    /// The labels above it, longest first.
    package let words: [String]
    package var axes: ChartAxes
    /// The point that is read.
    package var cursor: Int?

    package init(count: Int, points: [Point], spans: [Span], mark: Int, words: [String], axes: ChartAxes) {
        self.count = max(1, count)
        self.points = points.filter(\.value.isFinite)
        self.spans = spans
        self.mark = mark
        self.words = words
        self.axes = axes
    }

    /// The least and the most of the weeks before.
    private var ground: (low: Double, high: Double)? {
        let before = points.filter { $0.side == .before }.map(\.value)
        guard let low = before.min(), let high = before.max() else { return nil }
        return (low, high)
    }

    /// The range of the axis: a week beyond the background needs a row outside it.
    private var values: (low: Double, high: Double)? {
        let all = points.map(\.value) + spans.compactMap(\.mean).filter(\.isFinite)
        guard let low = all.min(), let high = all.max() else { return nil }
        let room = (high - low) * 0.06
        guard room.isFinite else { return (low, high) }
        return (low - room, high + room)
    }

    /// Draws the chart.
    ///
    /// - Parameters:
    ///   - rect: The rectangle.
    ///   - grid: The screen.
    ///   - theme: The theme.
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        guard !rect.isEmpty else { return }
        var body = rect
        let top = body.cutTop(rect.height >= 6 ? 1 : 0)
        let foot = body.cutBottom(rect.height >= 8 ? 1 : 0)
        let under = body.cutBottom(rect.height >= 12 ? 1 : 0)
        let frame = ChartFrame(
            in: body,
            axes: axes,
            count: count,
            values: values,
            shape: .point,
            on: &grid,
            theme: theme
        )
        guard let scale = frame.scale, frame.plot.height > 0 else { return }
        let rows = ground.map { self.rows($0, scale, frame.plot.height) }
        if let rows {
            let area = Rect(
                x: frame.plot.x,
                y: frame.plot.y + rows.lowerBound,
                width: frame.plot.width,
                height: rows.count
            )
            grid.restyle(area.intersection(frame.plot)) { theme.onGround($0, .panelGround) }
        }
        for (index, point) in points.enumerated() {
            draw(point, isRead: index == cursor, frame, scale, rows, foot, on: &grid, theme)
        }
        drawMark(frame, top, on: &grid, theme)
        for span in spans { draw(span, frame, scale, under, on: &grid, theme) }
        frame.drawLevels(on: &grid)
    }

    /// The rows of the ground, with one left over and under it where a week lies there.
    private func rows(_ ground: (low: Double, high: Double), _ scale: ValueScale, _ height: Int) -> ClosedRange<Int> {
        let hasMore = points.contains { $0.value > ground.high }
        let hasLess = points.contains { $0.value < ground.low }
        let last = max(0, height - (hasLess ? 2 : 1))
        let top = min(max(hasMore ? 1 : 0, scale.row(of: ground.high)), last)
        return top...max(top, min(scale.row(of: ground.low), last))
    }

    /// The row of a week: what is beyond the ground is never drawn inside, and what isn't never outside.
    private func row(_ point: Point, _ scale: ValueScale, _ rows: ClosedRange<Int>?, _ height: Int) -> Int {
        let row = min(max(0, scale.row(of: point.value)), height - 1)
        guard let ground, let rows else { return row }
        if point.value > ground.high { return min(row, max(0, rows.lowerBound - 1)) }
        if point.value < ground.low { return max(row, min(height - 1, rows.upperBound + 1)) }
        return min(max(row, rows.lowerBound), rows.upperBound)
    }

    /// The mark of a week, in the chart and in its legend.
    package static func mark(_ side: Side, _ axes: ChartAxes, _ theme: Theme) -> Line {
        switch side {
        case .before, .older: Line(theme.glyphs.closed, theme.dim)
        case .within: Line(theme.glyphs.open, axes.style(0, .plain, theme))
        case .beyond: Line(theme.glyphs.closed, axes.style(0, .plain, theme).adding(.bold))
        }
    }

    private func draw(
        _ point: Point,
        isRead: Bool,
        _ frame: ChartFrame,
        _ scale: ValueScale,
        _ rows: ClosedRange<Int>?,
        _ foot: Rect,
        on grid: inout CellGrid,
        _ theme: Theme
    ) {
        let x = frame.columns.center(of: Double(point.day))
        let y = row(point, scale, rows, frame.plot.height)
        guard let span = Self.mark(point.side, axes, theme).spans.first else { return }
        let ground = grid[frame.plot.x + x, frame.plot.y + y]?.style.background ?? .default
        let style = isRead ? theme.accent.adding(.bold) : span.style
        let glyph = isRead && (point.side == .before || point.side == .older) ? theme.glyphs.diamond : span.text
        grid.write(glyph, in: frame.plot, x: x, y: y, style: style.background(ground))
        guard isRead else { return }
        grid.write(theme.glyphs.cursorColumn, in: foot, x: frame.plot.x + x - foot.x, style: .bold)
    }

    private func drawMark(_ frame: ChartFrame, _ top: Rect, on grid: inout CellGrid, _ theme: Theme) {
        let x = frame.columns.center(of: Double(mark) - 0.5)
        for y in 0..<frame.plot.height {
            frame.overlay(theme.glyphs.guide, x: x, y: y, style: theme.accent, on: &grid)
        }
        let style = theme.accent.adding(.bold)
        let left = frame.plot.x + x - top.x
        // Beside the line where there is more room, with the arrow over it.
        if let text = words.first(where: { $0.displayWidth + 1 <= left }) {
            grid.write(text + " " + theme.glyphs.falling, in: top, x: left - text.displayWidth - 1, style: style)
        } else if let text = words.first(where: { left + 2 + $0.displayWidth <= top.width }) {
            grid.write(theme.glyphs.falling + " " + text, in: top, x: left, style: style)
        } else {
            let text = (words.last ?? "").truncated(to: max(0, top.width - left - 2), ellipsis: theme.glyphs.ellipsis)
            grid.write(theme.glyphs.falling + " " + text, in: top, x: left, style: style)
        }
    }

    private func draw(
        _ span: Span,
        _ frame: ChartFrame,
        _ scale: ValueScale,
        _ under: Rect,
        on grid: inout CellGrid,
        _ theme: Theme
    ) {
        let days = span.days.clamped(to: 0..<count)
        guard !days.isEmpty else { return }
        let first = frame.columns.center(of: Double(days.lowerBound)) + (span.isSince ? 1 : 0)
        let last = max(first, frame.columns.center(of: Double(days.upperBound - 1)))
        let style = span.isSince ? axes.style(0, .plain, theme).adding(.bold) : theme.dim
        if let mean = span.mean, mean.isFinite {
            let y = min(max(0, scale.row(of: mean)), frame.plot.height - 1)
            let glyph = span.isSince ? theme.glyphs.heavy : theme.glyphs.horizontal
            for x in first...last { frame.overlay(glyph, x: x, y: y, style: style, on: &grid) }
        }
        let room = last - first + 1
        guard let text = span.words.first(where: { $0.displayWidth + 4 <= room }) else { return }
        let rule = room - text.displayWidth - 4
        let line = String(repeating: theme.glyphs.horizontal, count: rule / 2)
        let rest = String(repeating: theme.glyphs.horizontal, count: rule - rule / 2)
        let ends = theme.glyphs.isASCII ? ("|", "|") : ("├", "┤")
        let words = Line(ends.0 + line + " ", theme.axis) + Line(text, style) + Line(" " + rest + ends.1, theme.axis)
        grid.write(words, in: under, x: frame.plot.x + first - under.x)
    }
}

/// The axes around a plot, as drawn by every chart over time.
struct ChartFrame {
    let axes: ChartAxes
    let plot: Rect
    let columns: BucketColumns
    let scale: ValueScale?
    private let labelRow: Rect

    /// Draws the axes and finds the room between them.
    ///
    /// - Parameters:
    ///   - rect: The room of the whole chart. What doesn't fit goes: first the labels below, then the axis, then the
    ///     labels at the left.
    ///   - axes: The axes.
    ///   - count: The number of buckets.
    ///   - values: The least and the greatest value, or nil when there is no data.
    ///   - startsBelow: Whether the lowest tick is on the axis under the plot, as for bars.
    ///   - hasEvenSlots: Whether every bucket gets as many columns as the others, leaving the rest of the room blank:
    ///     otherwise a wider step between two bars would look like a bucket without data.
    ///   - grid: The screen.
    ///   - theme: The look.
    init(
        in rect: Rect,
        axes: ChartAxes,
        count: Int,
        values: (low: Double, high: Double)?,
        startsBelow: Bool,
        hasEvenSlots: Bool,
        on grid: inout CellGrid,
        theme: Theme
    ) {
        self.axes = axes
        var area = rect
        // The row stays when the cursor goes to a bucket without a value: the bars do not jump.
        let valueRow = area.cutTop(theme.colors == .none && axes.cursor != nil && rect.height >= 8 ? 1 : 0)
        labelRow = area.cutBottom(rect.height >= 4 ? 1 : 0)
        let axisRow = area.cutBottom(rect.height >= 3 ? 1 : 0)
        var low = values?.low
        var high = values?.high
        if let range = axes.range, values != nil {
            low = min(low ?? range.lowerBound, range.lowerBound)
            high = max(high ?? range.upperBound, range.upperBound)
        }
        if let low, let high {
            scale = ValueScale(low: low, high: high, rows: area.height, startsBelow: startsBelow, axes: axes)
        } else {
            scale = nil
        }
        let wanted = (scale?.labelWidth ?? 0) + 2
        let gutter = area.cutLeft(rect.width >= wanted + 8 ? wanted : 0)
        plot = hasEvenSlots ? Self.evenly(area, count: count) : area
        columns = BucketColumns(count: count, width: plot.width)
        grid.layout.setFrame(plot, for: axes.name)
        Self.drawVertical(scale, in: gutter, below: axisRow, startsBelow: startsBelow, on: &grid, theme: theme)
        drawBase(in: axisRow, gutter: gutter.width, startsBelow: startsBelow, on: &grid, theme: theme)
        drawLabels(on: &grid, theme: theme)
        drawValue(in: valueRow, on: &grid)
        addTargets(height: rect.maxY - plot.y, on: &grid)
        if values == nil, !plot.isEmpty {
            grid.write(Line(WidgetStrings.noData, theme.dim), in: plot, y: plot.height / 2, alignment: .center)
        }
    }

    private static func evenly(_ area: Rect, count: Int) -> Rect {
        guard count > 0, count <= area.width else { return area }
        return Rect(x: area.x, y: area.y, width: area.width / count * count, height: area.height)
    }

    private static func drawVertical(
        _ scale: ValueScale?,
        in gutter: Rect,
        below axisRow: Rect,
        startsBelow: Bool,
        on grid: inout CellGrid,
        theme: Theme
    ) {
        guard gutter.width > 0 else { return }
        let axis = gutter.width - 1
        for y in 0..<gutter.height {
            grid.write(theme.glyphs.vertical, in: gutter, x: axis, y: y, style: theme.dim)
        }
        guard let scale else { return }
        for (value, label) in zip(scale.ticks, scale.labels) {
            let y = scale.row(of: value) + (startsBelow ? 1 : 0)
            let area = y < gutter.height ? gutter : axisRow
            let row = y < gutter.height ? y : 0
            guard !area.isEmpty else { continue }
            grid.write(label.fitted(to: axis, alignment: .right), in: area, y: row)
            grid.write(theme.glyphs.axisTick, in: area, x: axis, y: row, style: theme.dim)
        }
    }

    private func drawBase(in row: Rect, gutter: Int, startsBelow: Bool, on grid: inout CellGrid, theme: Theme) {
        guard !row.isEmpty else { return }
        let base = Rect(x: plot.x, y: row.y, width: plot.width, height: 1)
        grid.fill(base, with: theme.glyphs.horizontal, style: theme.dim)
        if gutter > 0 {
            grid.write(theme.glyphs.corner, in: row, x: gutter - 1, style: theme.dim)
        }
        for label in axes.labels where isInRange(label) {
            grid.write(theme.glyphs.baseTick, in: base, x: columns.center(of: label.position), style: theme.dim)
        }
        if labelRow.isEmpty, let cursorColumn {
            grid.write(theme.glyphs.cursorColumn, in: base, x: cursorColumn, style: .bold)
        }
    }

    /// The column of the plot in whose middle the bucket under the cursor is.
    private var cursorColumn: Int? {
        cursor.map { columns.isShared ? columns.columns(of: $0).lowerBound : columns.center(of: Double($0)) }
    }

    /// The value of the bucket under the cursor, over it.
    private func drawValue(in row: Rect, on grid: inout CellGrid) {
        guard !row.isEmpty, let cursorColumn, let value = axes.cursorText else { return }
        let text = "[" + value + "]"
        let x = plot.x - row.x + cursorColumn - text.displayWidth / 2
        guard text.displayWidth <= row.width else { return }
        grid.write(text, in: row, x: max(0, min(x, row.width - text.displayWidth)), style: .bold)
    }

    /// Labels stand centered under their ticks; one that would touch its neighbour, or the mark of the cursor, is left out.
    ///
    /// The mark stands between the labels, not on the axis, where it would take the foot off a bar.
    private func drawLabels(on grid: inout CellGrid, theme: Theme) {
        let row = labelRow
        guard !row.isEmpty else { return }
        let left = plot.x - row.x
        let mark = cursorColumn.map { left + $0 }
        if let mark { grid.write(theme.glyphs.cursorColumn, in: row, x: mark, style: .bold) }
        var free = 0
        for label in axes.labels.sorted(by: { $0.position < $1.position }) where isInRange(label) {
            let width = label.text.displayWidth
            let wanted = left + columns.center(of: label.position) - width / 2
            let x = max(0, min(wanted, row.width - width))
            guard x >= free, width <= row.width else { continue }
            if let mark, (x - 1...x + width).contains(mark) { continue }
            free = grid.write(label.text, in: row, x: x) + 1
        }
    }

    private func isInRange(_ label: AxisLabel) -> Bool {
        label.position >= -0.5 && label.position <= Double(columns.count) - 0.5
    }

    private func addTargets(height: Int, on grid: inout CellGrid) {
        guard columns.count > 0 else { return }
        for column in 0..<plot.width {
            let bucket =
                columns.isShared
                ? columns.buckets(in: column).lowerBound
                : min(columns.count - 1, column * columns.count / max(1, plot.width))
            let area = Rect(x: plot.x + column, y: plot.y, width: 1, height: height)
            grid.layout.addTarget(.item(axes.name, bucket), in: area)
        }
    }

    /// The bucket under the cursor, if there is such a bucket.
    var cursor: Int? {
        guard let cursor = axes.cursor, cursor >= 0, cursor < columns.count else { return nil }
        return cursor
    }

    /// Lights the columns of the bucket under the cursor.
    func highlightCursor(on grid: inout CellGrid, theme: Theme) {
        guard let cursor else { return }
        let range = columns.columns(of: cursor)
        let area = Rect(x: plot.x + range.lowerBound, y: plot.y, width: range.count, height: plot.height)
        grid.restyle(area.intersection(plot)) { theme.lit($0) }
    }
}

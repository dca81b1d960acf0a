/// The axes around a plot, as drawn by every chart over time.
struct ChartFrame {
    let axes: ChartAxes
    /// The area in which values are drawn; the row under it belongs to the axis.
    let plot: Rect
    let columns: BucketColumns
    let scale: ValueScale?
    let theme: Theme
    private let axisRow: Rect
    private let labelRows: Rect
    private let words: Rect

    /// Draws the axes and computes the area between them.
    ///
    /// - Parameters:
    ///   - rect: The area of the whole chart. When space is short, the labels below are dropped first, then the axis, then the
    ///     labels at the left.
    ///   - axes: The axes.
    ///   - count: The number of buckets.
    ///   - values: The least and the greatest value, or nil when there is no data.
    ///   - shape: The shape drawn for a bucket. Bars and columns all get the same number of columns and the remainder stays
    ///     blank: otherwise a wider gap between two bars would look like a bucket without data.
    ///   - grid: The screen.
    ///   - theme: The theme.
    init(
        in rect: Rect,
        axes: ChartAxes,
        count: Int,
        values: (low: Double, high: Double)?,
        shape: BucketColumns.Shape,
        on grid: inout CellGrid,
        theme: Theme
    ) {
        self.axes = axes
        self.theme = theme
        var area = rect
        let heads = area.cutTop(!axes.heads.isEmpty && rect.height >= 14 ? 1 : 0)
        // The row is kept when the cursor moves to a bucket without a value, so that the bars don't jump.
        _ = area.cutTop(axes.cursor != nil && rect.height >= 8 ? 1 : 0)
        let hasTwoRows = !axes.outerLabels.isEmpty && rect.height >= 14
        labelRows = area.cutBottom(rect.height >= 4 ? hasTwoRows ? 2 : 1 : 0)
        axisRow = area.cutBottom(rect.height >= 3 ? 1 : 0)
        var low = values?.low
        var high = values?.high
        let levels = axes.levels.map(\.value).filter(\.isFinite)
        if values != nil {
            low = ([axes.range?.lowerBound] + levels).compactMap { $0 }.reduce(low ?? 0, min)
            high = ([axes.range?.upperBound] + levels).compactMap { $0 }.reduce(high ?? 0, max)
        }
        if let low, let high {
            scale = ValueScale(low: low, high: high, rows: area.height, axes: axes)
        } else {
            scale = nil
        }
        let wanted = (scale?.labelWidth ?? 0) + 2
        let gutter = area.cutLeft(rect.width >= wanted + 8 ? wanted : 0)
        let wordWidth =
            values == nil ? 0 : Self.wordWidth(axes.levels, room: area.width, count: shape == .point ? 0 : count)
        let right = area.cutRight(wordWidth)
        plot = shape == .point ? area : Self.evenly(area, count: count)
        words = Rect(x: plot.maxX + 1, y: plot.y, width: max(0, right.maxX - plot.maxX - 1), height: plot.height)
        columns = BucketColumns(count: count, width: plot.width, shape: shape)
        grid.layout.setFrame(plot, for: axes.name)
        drawTicks(in: gutter, on: &grid)
        drawHeads(in: heads, on: &grid)
        drawLabels(on: &grid)
        addTargets(height: rect.maxY - plot.y, on: &grid)
        if values == nil, !plot.isEmpty {
            grid.write(Line(WidgetStrings.noData, theme.dim), in: plot, y: plot.height / 2, alignment: .center)
        }
    }

    private static func evenly(_ area: Rect, count: Int) -> Rect {
        guard count > 0, count <= area.width else { return area }
        return Rect(x: area.x, y: area.y, width: area.width / count * count, height: area.height)
    }

    /// The columns reserved at the right for the labels of lines: those of the longest labels that leave the plot enough room.
    ///
    /// - Parameters:
    ///   - levels: The lines.
    ///   - room: The columns of plot and labels together.
    ///   - count: The number of bars. If the shortest labels give each bar another column, they are used. 0 for a line chart.
    /// - Returns: The columns; 0 where no label fits.
    private static func wordWidth(_ levels: [ChartLevel], room: Int, count: Int) -> Int {
        let least = levels.compactMap { $0.words.last?.displayWidth }.max() ?? 0
        guard least > 0, room >= 56, room - least - 1 >= 48 else { return 0 }
        let fitting = levels.compactMap { level in level.words.first { $0.displayWidth * 7 <= room }?.displayWidth }
        let longest = fitting.max() ?? least
        guard count > 0, (room - least - 1) / count > (room - longest - 1) / count else { return longest + 1 }
        return least + 1
    }

    /// Draws the tick labels at the left, faint dots across the plot at each tick, and the axis.
    private func drawTicks(in gutter: Rect, on grid: inout CellGrid) {
        let axis = axisRow.isEmpty ? nil : axisRow.y
        if let axis {
            let start = max(gutter.maxX - 1, axisRow.x)
            let line = Rect(x: start, y: axis, width: plot.maxX - start, height: 1)
            grid.fill(line, with: theme.glyphs.horizontal, style: theme.axis)
        }
        guard let scale else { return }
        // The blank columns between bars hold the dots as well as any.
        let every = columns.shape == .bar && columns.slot < 4 && !columns.isShared ? max(2, columns.slot) : 4
        for (value, label) in zip(scale.ticks, scale.labels) {
            let y = plot.y + scale.row(of: value)
            guard y >= plot.y, y < plot.maxY || y == axis else { continue }
            if gutter.width > 0 {
                let text = label.fitted(to: gutter.width - 1, alignment: .right)
                let style = axes.tickHue.map { theme.style($0) } ?? theme.dim
                grid.write(text, in: Rect(x: gutter.x, y: y, width: gutter.width - 1, height: 1), style: style)
            }
            guard y < plot.maxY else { continue }
            for x in stride(from: plot.x, to: plot.maxX, by: every) {
                grid.write(theme.glyphs.gridDot, in: Rect(x: x, y: y, width: 1, height: 1), style: theme.faint)
            }
        }
    }

    private func drawHeads(in row: Rect, on grid: inout CellGrid) {
        guard !row.isEmpty else { return }
        for (bucket, texts) in axes.heads where bucket >= 0 && bucket < columns.count {
            let room = columns.isShared ? 1 : max(1, columns.slot - 1)
            guard let text = texts.first(where: { $0.displayWidth <= room }) else { continue }
            let x = columns.isShared ? columns.columns(of: bucket).lowerBound : columns.center(of: Double(bucket))
            let left = plot.x - row.x + x - (text.displayWidth - 1) / 2
            grid.write(text, in: row, x: max(0, left), style: axes.style(beside: .activity, theme))
        }
        guard axes.headWord.displayWidth <= words.width else { return }
        grid.write(Line(axes.headWord, theme.dim), in: row, x: words.x - row.x)
    }

    /// Whether there is a row for the axis.
    var hasAxis: Bool { !axisRow.isEmpty }

    /// The plot and the axis row, whose middle is the lowest tick.
    var plotAndAxis: Rect {
        Rect(x: plot.x, y: plot.y, width: plot.width, height: plot.height + (hasAxis ? 1 : 0))
    }

    /// The column of the plot that contains the middle of the bucket under the cursor.
    private var cursorColumn: Int? {
        cursor.map { columns.isShared ? columns.columns(of: $0).lowerBound : columns.center(of: Double($0)) }
    }

    private var readStyle: Style { axes.style(0, .read, theme).adding(.bold) }

    /// Draws labels centered under their ticks; one that would touch its neighbour, or the cursor's mark, is left out.
    ///
    /// The mark goes between the labels or under them, not on the axis, where it would cover the foot of a bar.
    private func drawLabels(on grid: inout CellGrid) {
        guard !labelRows.isEmpty else {
            if !axisRow.isEmpty, let cursorColumn {
                grid.write(
                    theme.glyphs.cursorColumn,
                    in: axisRow,
                    x: plot.x - axisRow.x + cursorColumn,
                    style: readStyle
                )
            }
            return
        }
        let row = labelRows.row(0)
        let isDense = usesDenseLabels
        let isBelow = labelRows.height > 1
        let left = plot.x - row.x
        let mark = cursorColumn.map { left + $0 }
        let last = labelRows.row(labelRows.height - 1)
        let labels = (isDense ? axes.denseLabels : axes.labels).sorted { $0.position < $1.position }.filter(isInRange)
        for place in placed(labels, in: row.width, left: left) {
            if !isDense, !axisRow.isEmpty { drawTick(at: columns.center(of: place.label.position), on: &grid) }
            if !isBelow, let mark, (place.x - 1...place.x + place.text.displayWidth).contains(mark) { continue }
            let isRead = cursor.map { Double($0) == place.label.position } ?? false
            grid.write(place.text, in: row, x: place.x, style: isDense && isRead ? .bold : theme.dim)
        }
        if isBelow, isDense { drawOuterLabels(in: last, on: &grid) }
        if let mark { grid.write(theme.glyphs.cursorColumn, in: last, x: mark, style: readStyle) }
    }

    /// A label, its text, and the column where that begins.
    private typealias PlacedLabel = (label: AxisLabel, text: String, x: Int)

    /// The labels that fit in a row without touching each other; major labels are placed first.
    ///
    /// - Parameters:
    ///   - labels: The labels from left to right.
    ///   - width: The columns of the row.
    ///   - left: The column in which the plot begins.
    /// - Returns: The labels to draw, from left to right.
    private func placed(_ labels: [AxisLabel], in width: Int, left: Int) -> [PlacedLabel] {
        var found: [PlacedLabel] = []
        func place(_ label: AxisLabel, _ text: String, beside others: [PlacedLabel]) -> PlacedLabel? {
            let own = text.displayWidth
            let x = max(0, min(left + columns.center(of: label.position) - own / 2, width - own))
            guard own <= width, !others.contains(where: { x <= $0.x + $0.text.displayWidth && $0.x <= x + own }) else {
                return nil
            }
            return (label, text, x)
        }
        for isMajor in [true, false] {
            for label in labels where label.isMajor == isMajor {
                if let new = place(label, label.text, beside: found) { found.append(new) }
            }
        }
        found.sort { ($0.x, $0.label.position) < ($1.x, $1.label.position) }
        // The longer text is clamped to the row and must not run past the next label.
        if let first = found.first, let text = first.label.asFirst,
            let longer = place(first.label, text, beside: Array(found.dropFirst()))
        {
            found[0] = longer
        }
        return found
    }

    /// Draws a notch in the axis over a label, where there is no bar.
    private func drawTick(at column: Int, on grid: inout CellGrid) {
        guard columns.shape == .point else { return }
        grid.write(theme.glyphs.baseTick, in: axisRow, x: plot.x - axisRow.x + column, style: theme.axis)
    }

    private var usesDenseLabels: Bool {
        guard !axes.denseLabels.isEmpty, columns.slot >= 2, !columns.isShared else { return false }
        let widest = axes.denseLabels.map(\.text.displayWidth).max() ?? 0
        return widest + 1 < columns.slot || widest + 1 == columns.slot && widest <= 2 && columns.slot >= 3
    }

    private func drawOuterLabels(in row: Rect, on grid: inout CellGrid) {
        let mark = cursorColumn.map { plot.x - row.x + $0 }
        let labels = axes.outerLabels.sorted { $0.position < $1.position }.filter(isInRange)
        let starts = labels.map { label in
            plot.x - row.x + columns.columns(of: Int(max(0, label.position.rounded(.up)))).lowerBound
        }
        var isFirst = true
        for (index, label) in labels.enumerated() {
            // Each name keeps to its own span: a few days of a month must not hide the next month's name.
            let end = index + 1 < starts.count ? starts[index + 1] - 1 : row.width
            let texts = (isFirst ? [label.asFirst].compactMap { $0 } : []) + [label.text]
            let x = starts[index]
            guard let text = texts.first(where: { x + $0.displayWidth <= end }) else { continue }
            if text == texts.first { isFirst = false }
            if let mark, (x - 1...x + text.displayWidth).contains(mark) { continue }
            grid.write(text, in: row, x: x, style: theme.dim)
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

    /// The bucket under the cursor, or nil if the cursor is outside the data.
    var cursor: Int? {
        guard let cursor = axes.cursor, cursor >= 0, cursor < columns.count else { return nil }
        return cursor
    }
}

extension ChartFrame {
    /// The style of a drawn position: highlighted under the cursor, subdued elsewhere while a cursor is shown.
    func style(_ position: Int, series: Int = 0) -> Style {
        guard let cursor else { return axes.style(series, .plain, theme) }
        return axes.style(series, position == columns.position(of: cursor) ? .read : .unread, theme)
    }

    /// Draws the value of the bucket under the cursor above its bar or point.
    ///
    /// - Parameters:
    ///   - top: The top row of the plot that the bucket reaches.
    ///   - grid: The screen.
    func drawValue(above top: Int, on grid: inout CellGrid) {
        guard let cursorColumn, let value = axes.cursorText else { return }
        let text = theme.colors == .none ? "[" + value + "]" : value
        let area = Rect(x: axisRow.x, y: plot.y - 1, width: axisRow.width, height: plot.height + 1)
        let width = text.displayWidth
        guard plot.height >= 4, width <= area.width else { return }
        let x = max(0, min(plot.x - area.x + cursorColumn - width / 2, area.width - width))
        let y = freeRow(x..<(x + width), from: max(0, min(top, plot.height - 1)), in: area, grid)
        // A grid dot beside a figure would be read as part of it.
        for side in [x - 1, x + width] where grid[area.x + side, area.y + y]?.text == theme.glyphs.gridDot {
            grid.write(" ", in: area, x: side, y: y)
        }
        grid.write(text, in: area, x: x, y: y, style: readStyle)
    }

    /// The first row, from the given one upwards, in which a value covers neither neighbouring bars nor their marks.
    ///
    /// - Returns: The row; the given one where none is free.
    private func freeRow(_ columns: Range<Int>, from row: Int, in area: Rect, _ grid: CellGrid) -> Int {
        guard self.columns.shape != .point else { return row }
        let taken = [theme.glyphs.upperHalf, theme.glyphs.lowerHalf, theme.glyphs.goalMet]
        let bars = Set(theme.glyphs.columnEighths.dropFirst() + taken)
        let free = (0...row).reversed()
            .first { y in
                columns.allSatisfy { x in
                    guard let cell = grid[area.x + x, area.y + y] else { return true }
                    return cell.style.background == .default && !bars.contains(cell.text)
                }
            }
        return free ?? row
    }

    /// Draws the level lines across the chart, through the gaps between bars and on top of them, with their labels at the end.
    func drawLevels(on grid: inout CellGrid) {
        guard let scale else { return }
        var taken: Set<Int> = []
        for level in axes.levels where level.value.isFinite {
            let y = scale.row(of: level.value)
            guard y >= 0, y < plot.height else { continue }
            let glyph = level.stroke == .solid ? theme.glyphs.horizontal : theme.glyphs.dashed
            let style = axes.style(beside: level.hue, theme)
            if level.stroke != .none {
                for x in 0..<plot.width { overlay(glyph, x: x, y: y, style: style, on: &grid) }
            }
            guard let word = level.words.first(where: { $0.displayWidth <= words.width }), taken.insert(y).inserted
            else {
                continue
            }
            grid.write(word, in: words, y: y, style: style)
        }
    }

    /// Draws a mark above each marked bucket.
    ///
    /// - Parameters:
    ///   - grid: The screen.
    ///   - top: The top row of the plot that a bucket reaches; nil for one without data.
    func drawMarks(on grid: inout CellGrid, top: (Int) -> Int?) {
        guard !columns.isShared else { return }
        let style = axes.style(beside: .good, theme).adding(.bold)
        for bucket in axes.marked where bucket >= 0 && bucket < columns.count && bucket != cursor {
            let y = max(0, min((top(bucket) ?? plot.height) - 1, plot.height - 1))
            let x = columns.center(of: Double(bucket))
            overlay(theme.glyphs.goalMet, x: x, y: y, style: style, plain: theme.glyphs.goalMet, on: &grid)
        }
    }

    /// Draws the faint vertical guides in blank cells.
    func drawGuides(on grid: inout CellGrid) {
        for position in axes.guides where position >= -0.5 && position <= Double(columns.count) - 0.5 {
            let x = columns.center(of: position)
            for y in 0..<plot.height { overlay(theme.glyphs.guide, x: x, y: y, style: theme.faint, on: &grid) }
        }
    }

    /// Draws a mark over a cell: a full cell becomes its background, a blank cell shows it, a partly filled one keeps its shape.
    ///
    /// - Parameters:
    ///   - glyph: The mark.
    ///   - x: The column of the plot.
    ///   - y: Its row.
    ///   - style: The style on a blank cell.
    ///   - inside: The mark's colour on a full cell; nil for black.
    ///   - plain: The replacement for a full cell where there are no colours; nil leaves the cell as it is.
    ///   - grid: The screen.
    func overlay(
        _ glyph: String,
        x: Int,
        y: Int,
        style: Style,
        inside: Color? = nil,
        plain: String? = nil,
        on grid: inout CellGrid
    ) {
        guard y < plot.height, x < plot.width, let cell = grid[plot.x + x, plot.y + y] else { return }
        if cell.text == theme.glyphs.columnEighths[8] {
            guard theme.colors != .none, cell.style.foreground != .default else {
                if let plain { grid.write(plain, in: plot, x: x, y: y, style: cell.style) }
                return
            }
            let ink = inside ?? (theme.hasShades ? .indexed(16) : .black)
            let style = Style(foreground: ink, background: cell.style.foreground)
            grid.write(glyph, in: plot, x: x, y: y, style: style)
        } else if cell.text == " " || cell.text == theme.glyphs.gridDot {
            grid.write(glyph, in: plot, x: x, y: y, style: style.background(cell.style.background))
        }
    }

    /// Fills the cells under a line with its soft background.
    func soften(columns x: Range<Int>, below y: Int, on grid: inout CellGrid) {
        guard plot.height >= 12, let hue = axes.hue, let color = theme.hasShades ? theme.color(hue, .soft) : nil else {
            return
        }
        let area = Rect(x: plot.x + x.lowerBound, y: plot.y + y + 1, width: x.count, height: plot.height - y - 1)
        grid.restyle(area.intersection(plot)) { $0.background(color) }
    }
}

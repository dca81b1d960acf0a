/// A horizontal bar that shows a share of a whole, to an eighth of a cell.
package enum Meter {
    /// The bar as text.
    ///
    /// - Parameters:
    ///   - fraction: The share, 0 to 1; anything outside is drawn as the nearer end, NaN as nothing.
    ///   - width: The columns of a full bar.
    ///   - glyphs: The characters to draw with.
    /// - Returns: Text of exactly `width` columns.
    package static func bar(_ fraction: Double, width: Int, glyphs: Glyphs) -> String {
        guard width > 0 else { return "" }
        let share = fraction.isNaN ? 0 : min(max(0, fraction), 1)
        let eighths = Int((share * Double(width) * 8).rounded())
        let full = eighths / 8
        var text = String(repeating: glyphs.rowEighths[8], count: full)
        if full < width {
            text += glyphs.rowEighths[eighths % 8]
        }
        return text.fitted(to: width)
    }
}

/// A share of a goal as a heavy line over a light one; unlike full blocks, rows of gauges don't form a wall.
package enum Gauge {
    /// The gauge.
    ///
    /// - Parameters:
    ///   - share: The share, 0 to 1; anything outside is drawn as the nearer end, NaN as nothing.
    ///   - width: Its columns.
    ///   - style: The style of the share; the rest is faint.
    ///   - theme: The theme.
    ///   - showsRest: Whether the light line continues to the end.
    /// - Returns: A line of exactly `width` columns, or as long as the share without the rest.
    package static func line(_ share: Double, width: Int, style: Style, theme: Theme, showsRest: Bool = true) -> Line {
        guard width > 0 else { return .empty }
        let bounded = share.isNaN ? 0 : min(max(0, share), 1)
        let full = bounded > 0 ? max(1, Int((bounded * Double(width)).rounded())) : 0
        let rest = String(repeating: theme.glyphs.horizontal, count: width - full)
        let line = Line(String(repeating: theme.glyphs.heavy, count: full), style)
        return showsRest ? line + Line(rest, theme.faint) : line
    }
}

/// A row of small columns, one per value: the shape of a series in a line of text.
package enum Sparkline {
    /// The sparkline as text.
    ///
    /// - Parameters:
    ///   - values: The values from left to right; nil or NaN is a gap and stays blank. More values than columns are
    ///     averaged by column.
    ///   - width: The most columns to use.
    ///   - glyphs: The characters to draw with.
    ///   - baseline: The value the lowest level stands for; nil takes the least value.
    /// - Returns: Text of at most `width` columns.
    package static func text(_ values: [Double?], width: Int, glyphs: Glyphs, baseline: Double? = nil) -> String {
        guard width > 0 else { return "" }
        let columns = resampled(values.map { $0?.isFinite == true ? $0 : nil }, to: width)
        let present = columns.compactMap { $0 }
        guard let least = present.min(), let most = present.max() else {
            return String(repeating: " ", count: columns.count)
        }
        let low = min(baseline ?? least, least)
        let levels = glyphs.sparkLevels
        return
            columns.map { value in
                guard let value else { return " " }
                // Halved before subtracting, so that the widest range of doubles doesn't overflow.
                let range = most / 2 - low / 2
                let share = range > 0 ? (value / 2 - low / 2) / range : 0.5
                return levels[min(levels.count - 1, max(0, Int(share * Double(levels.count - 1) + 0.5)))]
            }
            .joined()
    }

    private static func resampled(_ values: [Double?], to width: Int) -> [Double?] {
        guard values.count > width else { return values }
        return (0..<width)
            .map { column in
                let slice = values[(column * values.count / width)..<((column + 1) * values.count / width)]
                let present = slice.compactMap { $0 }
                guard !present.isEmpty else { return nil }
                return present.reduce(0) { $0 + $1 / Double(present.count) }
            }
    }
}

/// The progress of a long operation, with its rate and the time left.
package struct ProgressMeter: Hashable, Sendable {
    package let done: Int
    /// The total amount of work; nil when unknown.
    package let total: Int?
    /// Seconds since the work began.
    package let elapsed: Double

    package init(done: Int, total: Int?, elapsed: Double) {
        self.done = max(0, done)
        self.total = total.map { max(0, $0) }
        self.elapsed = elapsed.isFinite ? max(0, elapsed) : 0
    }

    /// The share done, 0 to 1, or nil when the total isn't known.
    package var fraction: Double? {
        guard let total else { return nil }
        return total == 0 ? 1 : min(1, Double(done) / Double(total))
    }

    /// The amount done per second, or nil before it can be estimated.
    package var rate: Double? {
        elapsed >= 0.1 && done > 0 ? Double(done) / elapsed : nil
    }

    /// Seconds left at the rate so far, or nil when that can't be estimated.
    package var secondsLeft: Double? {
        guard let total, let rate else { return nil }
        return Double(max(0, total - done)) / rate
    }

    /// Draws a bar on the first row and the figures on the second.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in; on a single row the figures follow a shorter bar.
    ///   - grid: The screen.
    ///   - theme: The theme.
    ///   - format: Formats an amount, such as bytes.
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme, format: (Double) -> String) {
        let figures = figures(format: format)
        var area = rect
        let barRow = area.cutTop(1)
        if area.height > 0 {
            drawBar(in: barRow, on: &grid, theme: theme)
            grid.write(figures.truncated(to: area.width, ellipsis: theme.glyphs.ellipsis), in: area)
        } else {
            var bar = barRow
            let text = bar.cutRight(min(figures.displayWidth + 1, bar.width))
            drawBar(in: bar, on: &grid, theme: theme)
            grid.write(figures.truncated(to: text.width - 1, ellipsis: theme.glyphs.ellipsis), in: text, x: 1)
        }
    }

    /// The figures as a line of text: `41 %  120 MB of 290 MB  61 MB/s  3 s left`.
    package func figures(format: (Double) -> String) -> String {
        var parts: [String] = []
        if let fraction {
            parts.append("\(Int(fraction * 100)) %")
        }
        let amount = format(Double(done))
        parts.append(total.map { WidgetStrings.progress(amount, of: format(Double($0))) } ?? amount)
        if let rate {
            parts.append(WidgetStrings.rate(format(rate)))
        }
        if let secondsLeft {
            parts.append(WidgetStrings.left(Self.duration(secondsLeft)))
        }
        return parts.joined(separator: "  ")
    }

    private func drawBar(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        guard let fraction else { return }
        let empty = theme.glyphs.isASCII ? "." : theme.glyphs.shade
        grid.fill(rect, with: empty, style: theme.dim)
        let bar = Meter.bar(fraction, width: rect.width, glyphs: theme.glyphs)
        for (x, element) in TextElements(bar).enumerated() where element.text != " " {
            grid.write(element.text, in: rect, x: x, style: theme.accent)
        }
    }

    /// A length of time in words: `3 s`, `4 min 10 s`, `2 h 5 min`.
    package static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 360_000 else { return WidgetStrings.veryLong }
        let whole = Int(seconds.rounded(.up))
        if whole < 60 { return WidgetStrings.seconds(whole) }
        if whole < 3600 { return WidgetStrings.minutes(whole / 60, whole % 60) }
        return WidgetStrings.hours(whole / 3600, whole % 3600 / 60)
    }
}

/// The placeholder for results that are still loading, with the time elapsed.
package enum LoadingLine {
    package static func line(_ what: String, elapsed: Double? = nil, theme: Theme) -> Line {
        var text = WidgetStrings.loading(what) + (theme.glyphs.isASCII ? "..." : "…")
        if let elapsed, elapsed >= 1 {
            text += " " + ProgressMeter.duration(elapsed.rounded(.down))
        }
        return Line(text, theme.dim)
    }
}

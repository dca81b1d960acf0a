/// A value drawn as a line across a chart, with a label at its end.
package struct ChartLevel: Hashable, Sendable {
    /// The stroke of the line.
    package enum Stroke: Hashable, Sendable {
        case solid
        case dashed
        /// No line: only the label is drawn at that height.
        case none
    }

    package let value: Double
    /// The labels for the line's end, longest first; the first one that fits is used.
    package let words: [String]
    package let stroke: Stroke
    package let hue: Hue

    package init(_ value: Double, words: [String] = [], stroke: Stroke = .dashed, hue: Hue = .muted) {
        self.value = value
        self.words = words
        self.stroke = stroke
        self.hue = hue
    }
}

/// The settings that charts over time share: labels, cursor, range of values, colours.
package struct ChartAxes: Sendable {
    /// The name under which the plot's frame and the buckets' click targets are found in the ``Layout``.
    package var name: String
    package var labels: [AxisLabel]
    /// A label for each bucket, in place of the others where buckets are wide enough for them.
    package var denseLabels: [AxisLabel] = []
    /// The labels of the second row shown with ``denseLabels``, such as months under days; each begins at its bucket's left edge.
    package var outerLabels: [AxisLabel] = []
    /// The bucket under the cursor.
    package var cursor: Int?
    /// The value of that bucket as text, drawn over it; in brackets where there are no colours.
    package var cursorText: String?
    /// The smallest range of values to show; the data may widen it.
    package var range: ClosedRange<Double>?
    /// Whether high values are drawn at the bottom, as in an audiogram.
    package var isInverted: Bool
    /// Whether values are whole numbers only, such as counts.
    package var isWhole = false
    /// The buckets with a mark above them, such as days on which a goal was met; no marks are drawn where several buckets share a
    /// column.
    package var marked: Set<Int> = []
    /// The captions in a row above the chart, by bucket, longest first, such as a day's workouts.
    package var heads: [Int: [String]] = [:]
    package var headWord = ""
    /// Lines across the chart.
    package var levels: [ChartLevel] = []
    /// The positions of faint vertical lines through the plot, such as at each kilometre; same units as label positions.
    package var guides: [Double] = []
    /// Days with words of their own, in order of time.
    package var moments: [ChartMoment] = []
    /// The hue of the chart; nil uses the series' hues in order.
    package var hue: Hue?
    /// The hue of the ticks' labels, where several lines have axes of their own; nil for none.
    package var tickHue: Hue?
    /// Formats a tick's value; nil uses the plain number.
    package var format: (@Sendable (Double) -> String)?
    /// The number that a label shows for a value in its unit, such as 73 for 72.5 beats a minute.
    ///
    /// Ticks are placed only at values that their labels show exactly. Nil means that every number can be shown.
    package var written: (@Sendable (Double) -> Double)?

    package init(
        name: String = "chart",
        labels: [AxisLabel] = [],
        cursor: Int? = nil,
        range: ClosedRange<Double>? = nil,
        isInverted: Bool = false,
        format: (@Sendable (Double) -> String)? = nil
    ) {
        self.name = name
        self.labels = labels
        self.cursor = cursor
        self.range = range
        self.isInverted = isInverted
        self.format = format
    }

    /// The style of the n-th series, in the chart and in its legend.
    package func style(_ index: Int, _ shade: Shade = .plain, _ theme: Theme) -> Style {
        if index == 0, let hue { return theme.style(hue, shade) }
        let taken = hue.map { theme.colors(of: $0) } ?? []
        let style = theme.series(hue == nil ? index : index - 1, without: taken)
        return shade == .read ? theme.lit(style) : style
    }

    /// The style of something of another hue beside the chart's own, such as a goal line.
    ///
    /// Plain where that hue has one of the chart's own colours, which would give the colour two meanings.
    package func style(beside other: Hue, _ theme: Theme) -> Style {
        guard other != .muted else { return theme.dim }
        guard let hue, let color = theme.color(other) else { return theme.style(other) }
        return theme.colors(of: hue).contains(color) ? .plain : theme.style(other)
    }

    /// Whether a label can show a value exactly.
    func canWrite(_ value: Double) -> Bool {
        guard let written else { return true }
        let said = written(value)
        return said == value || abs(said - value) <= abs(value) * 1e-9
    }
}

/// A value drawn as a line across a chart, with a word at its end.
package struct ChartLevel: Hashable, Sendable {
    /// What the line is drawn with.
    package enum Stroke: Hashable, Sendable {
        case solid
        case dashed
        /// No line: the word alone stands at its height.
        case none
    }

    package let value: Double
    /// What stands at the line's end, the longest first; the first that there is room for.
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

/// What the charts over time have in common: labels, cursor, range of values, colours.
package struct ChartAxes: Sendable {
    /// The name under which the plot's frame and the buckets' click targets are found in the ``Layout``.
    package var name: String
    package var labels: [AxisLabel]
    /// A label for each bucket, in place of the others where buckets are wide enough for them.
    package var denseLabels: [AxisLabel] = []
    /// What stands in a second row then, such as months under days: each begins at its bucket's left edge.
    package var outerLabels: [AxisLabel] = []
    /// The bucket under the cursor.
    package var cursor: Int?
    /// The value of that bucket as text, which stands over it; without colours in brackets.
    package var cursorText: String?
    /// The least range of values to show; the data may widen it.
    package var range: ClosedRange<Double>?
    /// Whether high values are drawn low, as in an audiogram.
    package var isInverted: Bool
    /// Whether there is nothing between two whole numbers, as of things that are counted.
    package var isWhole = false
    /// The buckets with a mark above them, such as days on which a goal was met; none where several share a column.
    package var marked: Set<Int> = []
    /// What stands in a row above everything, by bucket, the longest first, such as workouts of a day; and what it is.
    package var heads: [Int: [String]] = [:]
    package var headWord = ""
    /// Lines across the chart.
    package var levels: [ChartLevel] = []
    /// Where faint lines go down through the plot, such as at each kilometre: positions as those of labels.
    package var guides: [Double] = []
    /// The hue of what is drawn; nil for those of series in their order.
    package var hue: Hue?
    /// The hue of the ticks' labels, where several lines have axes of their own; nil for none.
    package var tickHue: Hue?
    /// Writes a tick's value; nil writes the number.
    package var format: (@Sendable (Double) -> String)?
    /// The number that a label of the unit says for a value, such as 73 for 72.5 beats a minute.
    ///
    /// A tick is a value that its label says exactly. Nil where every number can be written.
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

    /// How the n-th series of the chart looks, in the chart and in its legend.
    package func style(_ index: Int, _ shade: Shade = .plain, _ theme: Theme) -> Style {
        if index == 0, let hue { return theme.style(hue, shade) }
        let taken = hue.map { theme.colors(of: $0) } ?? []
        let style = theme.series(hue == nil ? index : index - 1, without: taken)
        return shade == .read ? theme.lit(style) : style
    }

    /// How something of another hue looks beside what the chart draws, such as a goal across it: plain where the hue has
    /// a colour of the chart's own, which would mean two things.
    package func style(beside other: Hue, _ theme: Theme) -> Style {
        guard other != .muted else { return theme.dim }
        guard let hue, let color = theme.color(other) else { return theme.style(other) }
        return theme.colors(of: hue).contains(color) ? .plain : theme.style(other)
    }

    /// Whether a label can say a value exactly.
    func canWrite(_ value: Double) -> Bool {
        guard let written else { return true }
        let said = written(value)
        return said == value || abs(said - value) <= abs(value) * 1e-9
    }
}

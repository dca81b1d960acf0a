/// A place in a plot.
package struct PlotPlace: Hashable, Sendable {
    package let x: Double
    package let y: Double

    package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// A plot that stands still: points, axes, and a line of words below.
package struct RecordPlot: Sendable {
    /// One line of the plot.
    package struct Series: Hashable, Sendable {
        /// The points from left to right.
        package let points: [PlotPlace]
        /// Drawn at each point, such as `o` and `x` for two ears.
        package let mark: String
    }

    /// A word at the horizontal axis.
    package struct Label: Hashable, Sendable {
        /// A number of the axis.
        package let position: Double
        package let text: String
    }

    /// What the plot is called where it is found by a name.
    package var name: String
    package var series: [Series]
    /// The ends of the horizontal axis.
    package var from: Double
    package var to: Double
    package var labels: [Label]
    /// The least range of values to show.
    package var range: ClosedRange<Double>?
    /// Whether high values are drawn low, as in an audiogram.
    package var isInverted = false
    /// Writes a value of the vertical axis; nil writes the number.
    package var format: (@Sendable (Double) -> String)?
    /// Where the lines of a grid cross: numbers of both axes.
    package var gridX: [Double] = []
    package var gridY: [Double] = []
    package var caption = ""
}

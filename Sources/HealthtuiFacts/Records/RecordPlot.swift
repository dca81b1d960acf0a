/// A point in a plot.
package struct PlotPlace: Hashable, Sendable {
    package let x: Double
    package let y: Double

    package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// A static plot: points, axes, and a caption.
package struct RecordPlot: Sendable {
    /// One line of the plot.
    package struct Series: Hashable, Sendable {
        /// The points from left to right.
        package let points: [PlotPlace]
        /// The mark drawn at each point, such as `o` and `x` for two ears.
        package let mark: String
    }

    /// A label on the horizontal axis.
    package struct Label: Hashable, Sendable {
        /// Its position on the axis.
        package let position: Double
        package let text: String
    }

    /// The name by which the plot is found.
    package var name: String
    package var series: [Series]
    /// The ends of the horizontal axis.
    package var from: Double
    package var to: Double
    package var labels: [Label]
    /// The minimum range of values to show.
    package var range: ClosedRange<Double>?
    /// Whether high values are drawn low, as in an audiogram.
    package var isInverted = false
    /// Formats a value of the vertical axis; nil for a plain number.
    package var format: (@Sendable (Double) -> String)?
    /// The positions of grid lines on both axes.
    package var gridX: [Double] = []
    package var gridY: [Double] = []
    package var caption = ""
}

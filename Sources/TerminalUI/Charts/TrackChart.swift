/// A path seen from above, such as a workout's route, drawn true to shape.
package struct TrackChart: Sendable {
    /// A place on the path, in any unit of length, y pointing up.
    package struct Place: Hashable, Sendable {
        package let x: Double
        package let y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// Where the path's ends are in the picture, each with its mark.
    package enum Ends: Hashable, Sendable {
        /// There is no path.
        case none
        /// `S` where it starts and `E` where it ends.
        case apart
        /// Both in one cell: `O` there, as of a way that comes round.
        case together
    }

    package let places: [Place]

    /// A path; places that are not finite break it.
    package init(_ places: [Place]) {
        self.places = places
    }

    /// Draws the path and marks its ends.
    ///
    /// - Returns: How the ends are marked.
    @discardableResult
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) -> Ends {
        let known = places.filter { $0.x.isFinite && $0.y.isFinite }
        guard let first = known.first, let last = known.last, !rect.isEmpty else {
            grid.write(Line(WidgetStrings.noRoute, theme.dim), in: rect, y: rect.height / 2, alignment: .center)
            return .none
        }
        var canvas = DotCanvas(cells: rect.size, theme.glyphs.repertoire)
        let projection = Projection(known, canvas: canvas)
        var previous: (x: Int, y: Int)?
        for place in places {
            guard place.x.isFinite, place.y.isFinite else {
                previous = nil
                continue
            }
            let dot = projection.dot(place)
            canvas.line(from: previous ?? dot, to: dot)
            previous = dot
        }
        canvas.draw(in: rect, on: &grid, style: theme.style(.activity))
        func cell(_ place: Place) -> (x: Int, y: Int) {
            let dot = projection.dot(place)
            return (dot.x / canvas.dotsAcross, dot.y / canvas.dotsDown)
        }
        let (start, end) = (cell(first), cell(last))
        let isRound = start == end
        for (cell, mark) in isRound ? [(start, "O")] : [(start, "S"), (end, "E")] {
            grid.write(mark, in: rect, x: cell.x, y: cell.y, style: .bold)
        }
        return isRound ? .together : .apart
    }

    /// Maps places to dots with one scale in both directions, the path in the middle.
    private struct Projection {
        private let centerX: Double
        private let centerY: Double
        private let scaleX: Double
        private let scaleY: Double
        private let width: Int
        private let height: Int

        init(_ places: [Place], canvas: DotCanvas) {
            let xs = places.map(\.x)
            let ys = places.map(\.y)
            let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
            let (bottom, top) = (ys.min() ?? 0, ys.max() ?? 0)
            centerX = left / 2 + right / 2
            centerY = bottom / 2 + top / 2
            // A cell is about twice as high as wide: braille dots come out square, ASCII cells don't.
            let aspect = Double(canvas.dotsDown) / Double(canvas.dotsAcross) / 2
            let across = Double(max(1, canvas.width - 1)) / max(right - left, 1e-12)
            let down = Double(max(1, canvas.height - 1)) / max(top - bottom, 1e-12) / aspect
            let scale = min(across, down)
            scaleX = scale
            scaleY = scale * aspect
            width = canvas.width
            height = canvas.height
        }

        func dot(_ place: Place) -> (x: Int, y: Int) {
            (
                bounded((place.x - centerX) * scaleX + Double(width - 1) / 2, below: width),
                bounded(Double(height - 1) / 2 - (place.y - centerY) * scaleY, below: height)
            )
        }

        private func bounded(_ value: Double, below limit: Int) -> Int {
            value.isNaN ? 0 : Int(min(max(0, value.rounded()), Double(max(0, limit - 1))))
        }
    }
}

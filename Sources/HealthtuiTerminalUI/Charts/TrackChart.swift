/// A path seen from above, such as a workout's route, with its true proportions.
package struct TrackChart: Sendable {
    /// A position on the path, in any unit of length, with y pointing up.
    package struct Place: Hashable, Sendable {
        package let x: Double
        package let y: Double
        /// The hue of the segment that leads to it; nil for that of the rest of the path.
        package let hue: Hue?

        package init(x: Double, y: Double, hue: Hue? = nil) {
            self.x = x
            self.y = y
            self.hue = hue
        }
    }

    /// A label on the path, such as the number of a kilometre.
    package struct Mark: Hashable, Sendable {
        package let place: Place
        package let text: String

        package init(_ place: Place, _ text: String) {
            self.place = place
            self.text = text
        }
    }

    /// The positions of the path's ends in the picture, each with its mark.
    package enum Ends: Hashable, Sendable {
        /// There is no path.
        case none
        /// `S` at the start and `E` at the end.
        case apart
        /// Both ends in one cell, marked `O`, as on a round trip.
        case together
    }

    package let places: [Place]
    /// Labels on the path; one that would touch another, or an end, is left out.
    package let marks: [Mark]
    /// The path's width in dots; a second dot is used only where a cell holds several.
    package let thickness: Int

    /// A path; non-finite positions break it.
    package init(_ places: [Place], marks: [Mark] = [], thickness: Int = 1) {
        self.places = places
        self.marks = marks
        self.thickness = thickness
    }

    /// The number of position units in one column of cells; nil unless the path is longer than a point.
    ///
    /// - Parameters:
    ///   - size: The room.
    ///   - theme: The theme.
    /// - Returns: The length in the positions' unit.
    package func unitsPerColumn(in size: Size, theme: Theme) -> Double? {
        let known = places.filter { $0.x.isFinite && $0.y.isFinite }
        guard known.contains(where: { $0.x != known[0].x || $0.y != known[0].y }), size.width > 0, size.height > 0
        else {
            return nil
        }
        let canvas = DotCanvas(cells: size, theme.glyphs.dots)
        let length = Double(canvas.dotsAcross) / Projection(known, canvas: canvas).scaleX
        return length.isFinite && length > 0 ? length : nil
    }

    /// Draws the path and marks its ends.
    ///
    /// - Returns: The way the ends are marked.
    @discardableResult
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) -> Ends {
        let known = places.filter { $0.x.isFinite && $0.y.isFinite }
        guard let first = known.first, let last = known.last, !rect.isEmpty else {
            grid.write(Line(WidgetStrings.noRoute, theme.dim), in: rect, y: rect.height / 2, alignment: .center)
            return .none
        }
        var canvas = DotCanvas(cells: rect.size, theme.glyphs.dots)
        let projection = Projection(known, canvas: canvas)
        var previous: (x: Int, y: Int)?
        for place in places {
            guard place.x.isFinite, place.y.isFinite else {
                previous = nil
                continue
            }
            let dot = projection.dot(place)
            let ink = place.hue.map { theme.style($0) }
            canvas.line(from: previous ?? dot, to: dot, thickness: thickness, ink: ink)
            previous = dot
        }
        canvas.draw(in: rect, on: &grid, style: theme.style(.activity))
        func cell(_ place: Place) -> (x: Int, y: Int) {
            let dot = projection.dot(place)
            return (dot.x / canvas.dotsAcross, dot.y / canvas.dotsDown)
        }
        let (start, end) = (cell(first), cell(last))
        let isRound = start == end
        drawMarks(in: rect, on: &grid, ends: [start, end], cell)
        for (cell, mark) in isRound ? [(start, "O")] : [(start, "S"), (end, "E")] {
            grid.write(mark, in: rect, x: cell.x, y: cell.y, style: .bold)
        }
        return isRound ? .together : .apart
    }

    private func drawMarks(
        in rect: Rect,
        on grid: inout CellGrid,
        ends: [(x: Int, y: Int)],
        _ cell: (Place) -> (x: Int, y: Int)
    ) {
        var taken = ends.map { (columns: ($0.x - 1)...($0.x + 1), y: $0.y) }
        for mark in marks where mark.place.x.isFinite && mark.place.y.isFinite {
            let (x, y) = cell(mark.place)
            let left = max(0, min(x, rect.width - mark.text.displayWidth))
            let columns = (left - 1)...(left + mark.text.displayWidth)
            guard !taken.contains(where: { $0.y == y && $0.columns.overlaps(columns) }) else { continue }
            taken.append((columns, y))
            grid.write(mark.text, in: rect, x: left, y: y, style: .bold)
        }
    }

    /// Maps positions to dots at one scale in both directions, with the path in the middle.
    private struct Projection {
        private let centerX: Double
        private let centerY: Double
        let scaleX: Double
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

/// A width and a height in terminal cells, never negative.
package struct Size: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package static let zero = Size(width: 0, height: 0)

    /// A size whose sides are clamped to what a terminal can announce.
    package init(width: Int, height: Int) {
        self.width = min(max(0, width), CellLimits.extent)
        self.height = min(max(0, height), CellLimits.extent)
    }
}

/// A place on the screen, counted from the top left cell, which is (0, 0).
package struct Point: Hashable, Sendable {
    package let x: Int
    package let y: Int

    /// A point clamped to a range in which sums of coordinates can't overflow.
    package init(x: Int, y: Int) {
        self.x = CellLimits.coordinate(x)
        self.y = CellLimits.coordinate(y)
    }
}

/// A rectangle of cells.
///
/// Its sides are clamped on construction, so that arithmetic on rectangles never overflows whatever the screen size was.
package struct Rect: Hashable, Sendable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = CellLimits.coordinate(x)
        self.y = CellLimits.coordinate(y)
        self.width = min(max(0, width), CellLimits.extent)
        self.height = min(max(0, height), CellLimits.extent)
    }

    /// The rectangle that covers a whole screen.
    package init(_ size: Size) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    package var size: Size { Size(width: width, height: height) }
    package var origin: Point { Point(x: x, y: y) }
    /// The column after the last one.
    package var maxX: Int { x + width }
    /// The row after the last one.
    package var maxY: Int { y + height }
    package var isEmpty: Bool { width == 0 || height == 0 }

    package func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
    }

    package func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(
            x: left,
            y: top,
            width: min(maxX, other.maxX) - left,
            height: min(maxY, other.maxY) - top
        )
    }
}

/// The bounds every coordinate is clamped to.
package enum CellLimits {
    /// The longest side of a rectangle: more than any terminal announces (`ws_row` and `ws_col` are 16 bits wide).
    package static let extent = 65_535
    /// The most cells a grid holds, so that an absurd window size can't exhaust memory.
    package static let cells = 2_000_000

    static func coordinate(_ value: Int) -> Int {
        min(max(value, -1_000_000), 1_000_000)
    }
}

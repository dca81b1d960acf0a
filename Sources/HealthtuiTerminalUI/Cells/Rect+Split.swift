/// The space that one part of a row or column asks for.
package enum Extent: Hashable, Sendable {
    /// Exactly this many cells, as long as there is room.
    case fixed(Int)
    /// A weighted share of what the fixed parts leave.
    case fill(Int)

    package static let fill = Extent.fill(1)
}

extension Rect {
    /// Cuts rows off the top and returns them; this rectangle keeps the rest.
    package mutating func cutTop(_ count: Int) -> Rect {
        let taken = min(max(0, count), height)
        let top = Rect(x: x, y: y, width: width, height: taken)
        self = Rect(x: x, y: y + taken, width: width, height: height - taken)
        return top
    }

    /// Cuts rows off the bottom and returns them; this rectangle keeps the rest.
    package mutating func cutBottom(_ count: Int) -> Rect {
        let taken = min(max(0, count), height)
        let bottom = Rect(x: x, y: maxY - taken, width: width, height: taken)
        self = Rect(x: x, y: y, width: width, height: height - taken)
        return bottom
    }

    /// Cuts columns off the left and returns them; this rectangle keeps the rest.
    package mutating func cutLeft(_ count: Int) -> Rect {
        let taken = min(max(0, count), width)
        let left = Rect(x: x, y: y, width: taken, height: height)
        self = Rect(x: x + taken, y: y, width: width - taken, height: height)
        return left
    }

    /// Cuts columns off the right and returns them; this rectangle keeps the rest.
    package mutating func cutRight(_ count: Int) -> Rect {
        let taken = min(max(0, count), width)
        let right = Rect(x: maxX - taken, y: y, width: taken, height: height)
        self = Rect(x: x, y: y, width: width - taken, height: height)
        return right
    }

    /// Splits into rows from top to bottom, one for each extent.
    package func rows(_ extents: Extent...) -> [Rect] {
        var top = y
        return Self.lengths(extents, total: height)
            .map { length in
                defer { top += length }
                return Rect(x: x, y: top, width: width, height: length)
            }
    }

    /// Splits into columns from left to right, one for each extent, with blank columns between them.
    package func columns(_ extents: Extent..., gap: Int = 0) -> [Rect] {
        let gap = max(0, gap)
        var left = x
        let room = width - gap * max(0, extents.count - 1)
        return Self.lengths(extents, total: max(0, room))
            .map { length in
                defer { left += length + gap }
                return Rect(x: left, y: y, width: min(length, max(0, maxX - left)), height: height)
            }
    }

    /// The rectangle without a margin.
    package func inset(horizontally: Int = 0, vertically: Int = 0) -> Rect {
        Rect(
            x: x + horizontally,
            y: y + vertically,
            width: width - 2 * horizontally,
            height: height - 2 * vertically
        )
    }

    /// A rectangle of the given size, or as much of it as fits, in the middle of this one.
    package func centered(width wanted: Int, height tall: Int) -> Rect {
        let size = Size(width: min(wanted, width), height: min(tall, height))
        return Rect(
            x: x + (width - size.width) / 2,
            y: y + (height - size.height) / 2,
            width: size.width,
            height: size.height
        )
    }

    /// One row of the rectangle; empty below its last row.
    package func row(_ index: Int) -> Rect {
        guard index >= 0, index < height else { return Rect(x: x, y: y, width: 0, height: 0) }
        return Rect(x: x, y: y + index, width: width, height: 1)
    }

    /// Lays out fixed parts first, in order, then the rest by weight; the last part takes the rounding remainder.
    private static func lengths(_ extents: [Extent], total: Int) -> [Int] {
        var left = max(0, total)
        var lengths = Array(repeating: 0, count: extents.count)
        var weights = 0
        for (index, extent) in extents.enumerated() {
            switch extent {
            case .fixed(let wanted):
                lengths[index] = min(max(0, wanted), left)
                left -= lengths[index]
            case .fill(let weight):
                weights += min(max(0, weight), 10_000)
            }
        }
        for (index, extent) in extents.enumerated() {
            guard case .fill(let weight) = extent, weights > 0 else { continue }
            let share = min(max(0, weight), 10_000)
            lengths[index] = left * share / weights
            left -= lengths[index]
            weights -= share
        }
        return lengths
    }
}

import Foundation

/// Rings drawn into the cells of a terminal, with Braille patterns; Linux only.
///
/// Each cell holds a character and says which ring it belongs to and whether it is reached, so that a program can give it a
/// colour. What is not reached yet is a thin line, what is reached a thick one: rings can be read without colours.
public struct ActivityRingCells: Sendable, Hashable {
    /// One of the three rings.
    public enum Ring: Int, CaseIterable, Sendable {
        /// The outer ring: energy or time of moving.
        case move
        /// The ring in the middle: time of exercise.
        case exercise
        /// The inner ring: hours with some standing.
        case stand
    }

    /// The progress of the ring at a cell.
    public enum Level: Int, Sendable, Comparable {
        /// Not yet.
        case open
        /// The goal was reached to here.
        case closed
        /// The goal was reached to here a second time.
        case closedAgain

        /// Whether one level is lower than another.
        ///
        /// - Parameters:
        ///   - lhs: A level.
        ///   - rhs: Another.
        /// - Returns: Whether `lhs` is lower.
        public static func < (lhs: Level, rhs: Level) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// A cell.
    public struct Cell: Sendable, Hashable {
        /// A Braille pattern, or a space.
        public var character: Character
        /// The ring that most of the cell belongs to; `nil` for an empty cell.
        public var ring: Ring?
        /// The progress of that ring at this cell.
        public var level: Level
    }

    /// The number of cells in a row.
    public let columns: Int
    /// The number of rows.
    public let rows: Int

    private var cells: [Cell]

    /// The most cells of a side: more shows nothing more.
    static let mostCells = 500

    /// Draws rings.
    ///
    /// - Parameters:
    ///   - shares: The progress toward the goals for moving, exercise and standing: 1 for a reached goal.
    ///   - columns: The number of cells in a row, at most 500. A cell is taken to be twice as high as it is wide.
    ///   - rows: The number of rows, at most 500.
    public init(shares: [Double], columns: Int, rows: Int) {
        self.columns = min(max(0, columns), Self.mostCells)
        self.rows = min(max(0, rows), Self.mostCells)
        let rings = RingGeometry(width: self.columns * 2, height: self.rows * 4)
        cells = []
        cells.reserveCapacity(self.columns * self.rows)
        for row in 0..<self.rows {
            for column in 0..<self.columns { cells.append(Self.cell(rings, shares, column, row)) }
        }
    }

    /// The cell at a place, counted from the upper left.
    ///
    /// - Parameters:
    ///   - column: From 0 to one less than ``columns``.
    ///   - row: From 0 to one less than ``rows``.
    /// - Returns: The cell; an empty one outside.
    public subscript(column: Int, row: Int) -> Cell {
        guard (0..<columns).contains(column), (0..<rows).contains(row) else {
            return Cell(character: " ", ring: nil, level: .open)
        }
        return cells[row * columns + column]
    }

    /// The rows as text, without colours.
    public var lines: [String] {
        (0..<rows).map { row in String((0..<columns).map { self[$0, row].character }) }
    }

    /// The bits of a Braille pattern, by row and column of its dots.
    private static let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    private static func cell(_ rings: RingGeometry, _ shares: [Double], _ column: Int, _ row: Int) -> Cell {
        var closed: UInt32 = 0
        var open: UInt32 = 0
        var counts = Array(repeating: 0, count: Ring.allCases.count)
        var openCounts = counts
        var levels = Array(repeating: Level.open, count: counts.count)
        for y in 0..<4 {
            for x in 0..<2 {
                guard let dot = rings.dot(column * 2 + x, row * 4 + y) else { continue }
                let share = dot.ring.rawValue < shares.count ? shares[dot.ring.rawValue] : 0
                if dot.turn < share {
                    closed |= bits[y][x]
                    counts[dot.ring.rawValue] += 1
                    levels[dot.ring.rawValue] = max(
                        levels[dot.ring.rawValue],
                        dot.turn + 1 < share ? .closedAgain : .closed
                    )
                } else if dot.isMiddle {
                    open |= bits[y][x]
                    openCounts[dot.ring.rawValue] += 1
                }
            }
        }
        let pattern = closed | open
        guard pattern != 0, let scalar = Unicode.Scalar(0x2800 + pattern) else {
            return Cell(character: " ", ring: nil, level: .open)
        }
        if closed == 0 { counts = openCounts }
        let ring = Ring.allCases.max { counts[$0.rawValue] < counts[$1.rawValue] }
        return Cell(character: Character(scalar), ring: ring, level: ring.map { levels[$0.rawValue] } ?? .open)
    }
}

/// The positions of the rings in a picture made of dots.
struct RingGeometry {
    let width: Int
    let height: Int

    /// A dot of a ring.
    struct Dot {
        var ring: ActivityRingCells.Ring
        /// The position around the ring, from the top and clockwise: 0 to 1.
        var turn: Double
        /// Whether it lies on the line in the middle of the ring.
        var isMiddle: Bool
    }

    /// The width of a ring and of the gap after it, as fractions of the radius.
    private static let thickness = 0.24
    private static let gap = 0.06

    /// The ring that a dot belongs to; `nil` between them.
    func dot(_ x: Int, _ y: Int) -> Dot? {
        let radius = Double(min(width, height)) / 2
        guard radius > 0 else { return nil }
        let right = Double(x) + 0.5 - Double(width) / 2
        let down = Double(y) + 0.5 - Double(height) / 2
        let distance = (right * right + down * down).squareRoot()
        for ring in ActivityRingCells.Ring.allCases {
            let outer = radius * (1 - Double(ring.rawValue) * (Self.thickness + Self.gap))
            let inner = outer - radius * Self.thickness
            guard distance <= outer, distance > inner else { continue }
            let angle = atan2(right, -down) / (2 * .pi)
            let middle = (outer + inner) / 2
            return Dot(ring: ring, turn: angle < 0 ? angle + 1 : angle, isMiddle: abs(distance - middle) <= 0.5)
        }
        return nil
    }
}

/// A canvas of dots finer than cells: braille patterns in UTF-8, or quarter cells for fonts without them; half cells on Linux's
/// console; one mark a cell in ASCII.
struct DotCanvas {
    let cells: Size
    let dotsAcross: Int
    let dotsDown: Int
    private var bits: [UInt8]
    /// The styles of cells whose dots have a colour of their own: that of the dot set last.
    private var inks: [Int: Style] = [:]
    private let dots: Glyphs.Dots

    init(cells: Size, _ dots: Glyphs.Dots) {
        self.cells = cells
        self.dots = dots
        (dotsAcross, dotsDown) =
            switch dots {
            case .braille: (2, 4)
            case .quadrants: (2, 2)
            case .halves: (1, 2)
            case .marks: (1, 1)
            }
        bits = Array(repeating: 0, count: cells.width * cells.height)
    }

    var width: Int { cells.width * dotsAcross }
    var height: Int { cells.height * dotsDown }

    mutating func set(x: Int, y: Int, ink: Style? = nil) {
        guard x >= 0, y >= 0, x < width, y < height else { return }
        let cell = y / dotsDown * cells.width + x / dotsAcross
        bits[cell] |= Self.bit(x: x % dotsAcross, y: y % dotsDown)
        if let ink { inks[cell] = ink }
    }

    /// Sets the dots nearest to a straight line between two dots.
    ///
    /// - Parameters:
    ///   - start: The first dot.
    ///   - end: The last one.
    ///   - thickness: The line's width in dots; a second dot is used only where a cell holds several.
    ///   - ink: The style of its cells; nil for the style of the whole canvas.
    mutating func line(
        from start: (x: Int, y: Int),
        to end: (x: Int, y: Int),
        thickness: Int = 1,
        ink: Style? = nil
    ) {
        let steps = max(abs(end.x - start.x), abs(end.y - start.y))
        let isSteep = abs(end.y - start.y) > abs(end.x - start.x)
        guard steps < 1_000_000 else { return set(x: start.x, y: start.y, ink: ink) }
        for step in 0...steps {
            let share = steps == 0 ? 0 : Double(step) / Double(steps)
            let x = start.x + Int((Double(end.x - start.x) * share).rounded())
            let y = start.y + Int((Double(end.y - start.y) * share).rounded())
            set(x: x, y: y, ink: ink)
            if thickness > 1, dotsDown > 2 { set(x: isSteep ? x + 1 : x, y: isSteep ? y : y + 1, ink: ink) }
        }
    }

    /// The cells that have dots, with their text.
    var marks: [(x: Int, y: Int, text: String)] {
        bits.indices.filter { bits[$0] != 0 }
            .map { (x: $0 % cells.width, y: $0 / cells.width, text: text(bits[$0], ".")) }
    }

    /// The lowest cell of a column that has a dot.
    func lowest(inColumn x: Int) -> Int? {
        guard x >= 0, x < cells.width else { return nil }
        return (0..<cells.height).last { bits[$0 * cells.width + x] != 0 }
    }

    /// Draws the dots on the screen, as marks in ASCII; cells without a dot keep their contents.
    func draw(in rect: Rect, on grid: inout CellGrid, style: Style, mark: String = ".") {
        for y in 0..<cells.height {
            for x in 0..<cells.width {
                let cell = y * cells.width + x
                guard bits[cell] != 0 else { continue }
                grid.write(text(bits[cell], mark), in: rect, x: x, y: y, style: inks[cell] ?? style)
            }
        }
    }

    private func text(_ pattern: UInt8, _ mark: String) -> String {
        switch dots {
        case .braille: Unicode.Scalar(0x2800 + UInt32(pattern)).map { String($0) } ?? "*"
        case .quadrants: Self.quadrants[Int(pattern & 3 | (pattern & 24) >> 1)]
        case .halves: pattern == 1 ? "▀" : pattern == 2 ? "▄" : "█"
        case .marks: mark
        }
    }

    /// Quadrant characters, indexed by bits for the upper left, lower left, upper right and lower right quarter, lowest bit
    /// first.
    private static let quadrants = [
        " ", "▘", "▖", "▌", "▝", "▀", "▞", "▛", "▗", "▚", "▄", "▙", "▐", "▜", "▟", "█",
    ]

    /// The bit of a dot in a braille pattern: Unicode numbers the six upper dots by column, then the lowest two.
    private static func bit(x: Int, y: Int) -> UInt8 {
        y < 3 ? 1 << UInt8(x * 3 + y) : 1 << UInt8(6 + x)
    }
}

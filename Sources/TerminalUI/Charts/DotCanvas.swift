/// A field of dots finer than cells: braille patterns in UTF-8, halves of cells on Linux's console, one mark a cell in ASCII.
struct DotCanvas {
    let cells: Size
    let dotsAcross: Int
    let dotsDown: Int
    private var bits: [UInt8]
    private let repertoire: Glyphs.Repertoire

    init(cells: Size, _ repertoire: Glyphs.Repertoire) {
        self.cells = cells
        self.repertoire = repertoire
        (dotsAcross, dotsDown) =
            switch repertoire {
            case .all: (2, 4)
            case .console: (1, 2)
            case .ascii: (1, 1)
            }
        bits = Array(repeating: 0, count: cells.width * cells.height)
    }

    var width: Int { cells.width * dotsAcross }
    var height: Int { cells.height * dotsDown }

    mutating func set(x: Int, y: Int) {
        guard x >= 0, y >= 0, x < width, y < height else { return }
        bits[y / dotsDown * cells.width + x / dotsAcross] |= Self.bit(x: x % dotsAcross, y: y % dotsDown)
    }

    /// Sets the dots nearest to a straight line between two dots.
    mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
        let steps = max(abs(end.x - start.x), abs(end.y - start.y))
        guard steps > 0, steps < 1_000_000 else {
            set(x: start.x, y: start.y)
            return
        }
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            set(
                x: start.x + Int((Double(end.x - start.x) * share).rounded()),
                y: start.y + Int((Double(end.y - start.y) * share).rounded())
            )
        }
    }

    /// Puts the dots on the screen, in ASCII as marks; cells without a dot keep what they show.
    func draw(in rect: Rect, on grid: inout CellGrid, style: Style, mark: String = ".") {
        for y in 0..<cells.height {
            for x in 0..<cells.width {
                let pattern = bits[y * cells.width + x]
                guard pattern != 0 else { continue }
                grid.write(text(pattern, mark), in: rect, x: x, y: y, style: style)
            }
        }
    }

    private func text(_ pattern: UInt8, _ mark: String) -> String {
        switch repertoire {
        case .all: Unicode.Scalar(0x2800 + UInt32(pattern)).map { String($0) } ?? "*"
        case .console: pattern == 1 ? "▀" : pattern == 2 ? "▄" : "█"
        case .ascii: mark
        }
    }

    /// The bit of a dot in a braille pattern: Unicode numbers the six upper dots by column, then the lowest two.
    private static func bit(x: Int, y: Int) -> UInt8 {
        y < 3 ? 1 << UInt8(x * 3 + y) : 1 << UInt8(6 + x)
    }
}

import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import RandomTesting
import Testing

@Suite struct WidgetGoldenTests {
    /// The sizes every golden shows: the design size's width, the least one, and a corner.
    private static let sizes = [Size(width: 80, height: 14), Size(width: 40, height: 8), Size(width: 14, height: 3)]
    private static let colored = Theme(glyphs: .utf8, colors: .ansi256)

    @Test(arguments: WidgetZoo.inhabitants.indices)
    func looksAsItsGolden(index: Int) {
        let (name, draw) = WidgetZoo.inhabitants[index]
        var screens: [(title: String, grid: CellGrid)] = []
        for size in Self.sizes {
            screens.append(
                ("\(size.width)x\(size.height), UTF-8, colours", screen(draw, size: size, theme: Self.colored))
            )
        }
        let least = Size(width: 40, height: 8)
        screens.append(("40x8, ASCII", screen(draw, size: least, theme: .ascii).folded(for: .ascii)))
        let difference = Golden.difference(from: name, screens)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test(
        "Without colours nothing but the colours and the brackets round what is read is otherwise",
        arguments: WidgetZoo.inhabitants.indices
    )
    func withoutColoursOnlyTheColoursAreMissing(index: Int) {
        let (_, draw) = WidgetZoo.inhabitants[index]
        let size = Size(width: 60, height: 10)
        let withColors = screen(draw, size: size, theme: Theme(glyphs: .utf8, colors: .ansi256))
        let withoutColors = screen(draw, size: size, theme: .plain)
        guard withColors.text == withoutColors.text else {
            #expect(withColors.text.filter { $0.isNumber } == withoutColors.text.filter { $0.isNumber })
            #expect(withoutColors.text.contains { "[▒┿".contains($0) })
            return
        }
        #expect(attributesAlone(withColors) == attributesAlone(withoutColors))
    }

    /// The screen without its colours, and without the weight of blank cells, which nobody sees.
    private func attributesAlone(_ grid: CellGrid) -> CellGrid {
        var bare = grid
        for y in 0..<grid.size.height {
            for x in 0..<grid.size.width {
                let isBlank = grid[x, y]?.text == " "
                bare.restyle(Rect(x: x, y: y, width: 1, height: 1)) { style in
                    var attributes = style.attributes
                    if isBlank { attributes.remove(.bold) }
                    // What is fainter has a colour of its own where there are shades.
                    attributes.remove(.dim)
                    return Style(attributes: attributes)
                }
            }
        }
        return bare
    }

    @Test(arguments: WidgetZoo.inhabitants.indices)
    func anyRectangleIsDrawnInAndNothingOutsideIsTouched(index: Int) {
        let (name, draw) = WidgetZoo.inhabitants[index]
        var random = SeededGenerator()
        var rects = [Rect.zero]
        for width in 0...6 {
            for height in 0...4 {
                rects.append(Rect(x: 1, y: 1, width: width, height: height))
            }
        }
        for _ in 0..<60 {
            rects.append(
                Rect(
                    x: Int.random(in: -10...50, using: &random),
                    y: Int.random(in: -5...12, using: &random),
                    width: Int.random(in: 0...70, using: &random),
                    height: Int.random(in: 0...20, using: &random)
                )
            )
        }
        for theme in [Theme.plain, .ascii] {
            for rect in rects {
                var grid = CellGrid(size: Size(width: 50, height: 12))
                grid.fill(grid.bounds, with: "~", style: .underline)
                let before = grid
                draw(rect, &grid, theme)
                for y in 0..<12 {
                    for x in 0..<50 where !rect.contains(Point(x: x, y: y)) {
                        #expect(
                            grid[x, y] == before[x, y],
                            "seed \(random.seed): \(name) in \(rect) touched \(x),\(y)"
                        )
                    }
                }
            }
        }
    }

    @Test(arguments: WidgetZoo.inhabitants.indices)
    func aScreenOfNoCellsOrOneIsDrawn(index: Int) {
        let draw = WidgetZoo.inhabitants[index].draw
        for size in [Size.zero, Size(width: 1, height: 1), Size(width: 1, height: 0), Size(width: 0, height: 1)] {
            for theme in [Theme.plain, .ascii] {
                #expect(screen(draw, size: size, theme: theme).size == size)
            }
        }
    }

    private func screen(_ draw: WidgetZoo.Draw, size: Size, theme: Theme) -> CellGrid {
        var grid = CellGrid(size: size)
        draw(grid.bounds, &grid, theme)
        return grid
    }
}

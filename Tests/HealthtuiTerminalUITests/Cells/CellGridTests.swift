import HealthtuiTerminalUI
import RandomTesting
import Testing

@Suite struct CellGridTests {
    @Test func textIsClippedToTheRectangleItIsWrittenIn() {
        var grid = CellGrid(size: Size(width: 10, height: 3))
        let rect = Rect(x: 2, y: 1, width: 4, height: 1)
        let end = grid.write("steps today", in: rect)
        #expect(grid.rows == ["", "  step", ""])
        #expect(end == 4)
        grid.write("x", in: rect, y: 1)
        grid.write("x", in: rect, y: -1)
        grid.write("x", in: rect, x: 4)
        #expect(grid.rows == ["", "  step", ""])
    }

    @Test func textThatBeginsLeftOfTheRectangleShowsItsRest() {
        var grid = CellGrid(size: Size(width: 6, height: 1))
        grid.write("abcdef", in: grid.bounds, x: -2)
        #expect(grid.row(0) == "cdef")
        grid = CellGrid(size: Size(width: 6, height: 1))
        grid.write("漢字", in: grid.bounds, x: -1)
        #expect(grid.row(0) == " 字", "half a wide character is not drawn")
    }

    @Test func nothingIsDrawnOutsideAnyScreen() {
        for size in [Size.zero, Size(width: 1, height: 1), Size(width: 0, height: 5), Size(width: 5, height: 0)] {
            var grid = CellGrid(size: size)
            grid.write("漢字 and more", in: Rect(x: -3, y: -3, width: 100, height: 100), x: 1, y: 3)
            grid.fill(Rect(x: -5, y: -5, width: 20, height: 20), with: "漢")
            grid.restyle(Rect(x: -5, y: -5, width: 20, height: 20)) { $0.adding(.bold) }
            #expect(grid.cells.count == size.width * size.height)
            #expect(grid.rows.count == size.height)
        }
    }

    @Test func overwritingHalfAWideCharacterBlanksItsOtherHalf() {
        var grid = CellGrid(size: Size(width: 6, height: 1))
        grid.write("漢字", in: grid.bounds)
        grid.write("x", in: grid.bounds, x: 1)
        #expect(grid.row(0) == " x字")
        grid.write("y", in: grid.bounds, x: 2)
        #expect(grid.row(0) == " xy")
        grid.write("漢", in: grid.bounds, x: 2)
        grid.write("字", in: grid.bounds, x: 3)
        #expect(grid.row(0) == " x 字")
        #expect(grid[4, 0]?.isContinuation == true)
    }

    @Test func aWideCharacterThatDoesNotFitTheLastColumnIsLeftOut() {
        var grid = CellGrid(size: Size(width: 3, height: 1))
        grid.write("a漢字", in: grid.bounds)
        #expect(grid.row(0) == "a漢")
        grid.write("ab漢", in: grid.bounds)
        #expect(grid.row(0) == "ab")
        #expect(grid[2, 0] == .blank)
    }

    @Test func anAbsurdSizeIsCutToWhatMemoryHolds() {
        let grid = CellGrid(size: Size(width: 65_535, height: 65_535))
        #expect(grid.cells.count <= CellLimits.cells)
        #expect(grid.size.width == 65_535)
        #expect(Size(width: .max, height: .min) == Size(width: CellLimits.extent, height: 0))
    }

    @Test func rectanglesOfAnyNumbersCanBeIntersectedAndCut() {
        let wild = [Int.min, -1, 0, 1, 7, Int.max]
        for x in wild {
            for width in wild {
                var rect = Rect(x: x, y: width, width: width, height: x)
                let common = rect.intersection(Rect(x: 0, y: 0, width: 5, height: 5))
                #expect(common.isEmpty || (common.maxX <= 5 && common.maxY <= 5))
                _ = rect.cutTop(width)
                _ = rect.cutRight(x)
                _ = rect.inset(horizontally: 3, vertically: 4)
                _ = rect.centered(width: width, height: x)
            }
        }
    }

    @Test func aStyledLineKeepsTheStyleOfEachSpanOverItsBase() {
        var grid = CellGrid(size: Size(width: 20, height: 1))
        let line = "Heart " + Line("68", .bold) + Line(" BPM", Style(foreground: .cyan))
        grid.write(line, in: grid.bounds, alignment: .right, base: .reverse)
        #expect(grid.row(0) == "        Heart 68 BPM")
        #expect(grid.runs { $0.attributes.contains(.bold) } == ["68"])
        #expect(grid.runs { $0.attributes.contains(.reverse) } == ["Heart 68 BPM"])
        #expect(grid.runs { $0.foreground == .cyan } == [" BPM"])
    }

    @Test func theTopmostTargetAnswersAClick() {
        var layout = Layout()
        layout.addTarget(.item("row", 1), in: Rect(x: 0, y: 0, width: 10, height: 1))
        layout.addTarget(.item("box", 2), in: Rect(x: 5, y: 0, width: 2, height: 1))
        #expect(layout.target(at: Point(x: 1, y: 0)) == .item("row", 1))
        #expect(layout.target(at: Point(x: 6, y: 0)) == .item("box", 2))
        #expect(layout.target(at: Point(x: 6, y: 1)) == nil)
    }

    @Test func foldingToASCIIKeepsEveryColumnInItsPlace() {
        var grid = CellGrid(size: Size(width: 30, height: 2))
        grid.write("“Café” – 漢字 → 37 °C ×2 ▌█⣿", in: grid.bounds, y: 0, style: .bold)
        let folded = grid.folded(for: .ascii)
        #expect(folded.row(0) == "\"Cafe\" - ???? > 37 oC x2 |#:")
        #expect(folded.cells.allSatisfy { $0.text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } })
        #expect(folded.cells.map(\.style) == grid.cells.map(\.style))
    }

    @Test("Linux's console is sent what its font has, and a likeness of the rest in the same columns")
    func foldingForTheConsole() {
        var grid = CellGrid(size: Size(width: 30, height: 2))
        grid.write("“Café” – 漢字 → 37 °C ×2 ▌█⣿▁│", in: grid.bounds, y: 0)
        #expect(grid.folded(for: .console).row(0) == "\"Café\" - ???? > 37 °C ×2 ▌█:_│")
        #expect(grid.folded(for: .all) == grid)
        let glyphs = Mirror(reflecting: Glyphs.console).children
            .flatMap { ($0.value as? [String]) ?? [$0.value as? String ?? ""] }
        #expect(glyphs.count > 30)
        for glyph in glyphs where !glyph.isEmpty {
            var one = CellGrid(size: Size(width: 1, height: 1))
            one.write(glyph, in: one.bounds)
            #expect(one.folded(for: .console) == one, "\(glyph)")
        }
    }

    @Test func randomDrawingKeepsWideCharactersWhole() {
        var random = SeededGenerator()
        for _ in 0..<300 {
            var grid = CellGrid(size: Size(width: Int.random(in: 0...12, using: &random), height: 3))
            for _ in 0..<20 {
                let rect = Rect(
                    x: Int.random(in: -4...12, using: &random),
                    y: Int.random(in: -2...4, using: &random),
                    width: Int.random(in: 0...14, using: &random),
                    height: Int.random(in: 0...4, using: &random)
                )
                grid.write(random.nastyText(), in: rect, x: Int.random(in: -5...5, using: &random), y: 0)
                grid.fill(rect.inset(horizontally: 2), with: random.nastyText(maximumLength: 1))
            }
            let folded = grid.folded(for: .ascii)
            for screen in [grid, folded] {
                for y in 0..<screen.size.height {
                    let widths = (0..<screen.size.width).compactMap { screen[$0, y]?.width }
                    for (x, width) in widths.enumerated() {
                        let next = x + 1 < widths.count ? widths[x + 1] : nil
                        #expect((width == 2) == (next == 0), "seed \(random.seed): a half of a wide character at \(x)")
                    }
                    #expect(widths.first != 0, "seed \(random.seed)")
                }
            }
        }
    }
}

import HealthtuiTerminalUI
import RandomTesting
import Testing

@Suite struct ListStateTests {
    private func list(height: Int, count: Int, selected: Int = 0) -> ListState {
        var state = ListState()
        state.fit(height: height, count: count)
        state.select(selected, count: count)
        return state
    }

    @Test func theViewScrollsNoMoreThanItMust() {
        var state = list(height: 5, count: 100)
        for _ in 0..<7 { state.move(by: 1, count: 100) }
        #expect(state.selected == 7 && state.top == 3)
        for _ in 0..<3 { state.move(by: -1, count: 100) }
        #expect(state.selected == 4 && state.top == 3, "going back moves the cursor, not the view")
        state.moveToLast(count: 100)
        #expect(state.selected == 99 && state.top == 95)
        state.moveToFirst(count: 100)
        #expect(state.selected == 0 && state.top == 0)
    }

    @Test func pagesAndHalfPagesMoveByTheHeight() {
        var state = list(height: 10, count: 1_000)
        state.page(by: 1, count: 1_000)
        #expect(state.selected == 9)
        state.page(by: 1, half: true, count: 1_000)
        #expect(state.selected == 14)
        state.page(by: -100, count: 1_000)
        #expect(state.selected == 0)
    }

    @Test func theWheelScrollsAndTakesTheCursorAlongOnlyAtTheEdge() {
        var state = list(height: 5, count: 50, selected: 2)
        state.scroll(by: 2, count: 50)
        #expect(state.top == 2 && state.selected == 2)
        state.scroll(by: 3, count: 50)
        #expect(state.top == 5 && state.selected == 5)
        state.scroll(by: 1_000, count: 50)
        #expect(state.top == 45 && state.selected == 45)
        state.scroll(by: -1_000, count: 50)
        #expect(state.top == 0 && state.selected == 4)
    }

    @Test func theCursorShowsWhateverBecomesOfTheListAndItsHeight() {
        var random = SeededGenerator()
        var state = ListState(selected: 500)
        for _ in 0..<20_000 {
            let count = [0, 1, 2, 7, 10_000_000].randomElement(using: &random) ?? 0
            let height = Int.random(in: 0...30, using: &random)
            let amount = [Int.min, -7, -1, 0, 1, 30, Int.max].randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<7, using: &random) {
            case 0: state.move(by: amount, count: count)
            case 1: state.select(amount, count: count)
            case 2: state.page(by: amount, count: count)
            case 3: state.scroll(by: amount, count: count)
            case 4: state.moveToLast(count: count)
            case 5: _ = state.handle(random.anyKey(), count: count)
            default: state.fit(height: height, count: count)
            }
            let rows = state.visibleRows(height: height, count: count)
            #expect(rows.count <= height && rows.lowerBound >= 0 && rows.upperBound <= max(count, rows.lowerBound))
            if count > 0, height > 0 {
                #expect(rows.contains(min(state.selected, count - 1)), "seed \(random.seed)")
            }
        }
    }

    @Test func aPressSelectsItsRow() {
        var state = list(height: 5, count: 50)
        let press = MouseEvent(.press, at: Point(x: 3, y: 2), target: .item("samples", 4))
        #expect(state.handle(press, name: "samples", count: 50) == 4)
        #expect(state.selected == 4)
        #expect(state.handle(press, name: "other", count: 50) == nil)
    }
}

@Suite struct TableTests {
    @Test func onlyRowsInViewAreAskedFor() {
        var asked: [Int] = []
        var state = ListState()
        state.fit(height: 4, count: 10_000_000)
        state.select(5_000_000, count: 10_000_000)
        let table = Table(
            name: "all",
            columns: [TableColumn("n", minimum: 3)],
            count: 10_000_000,
            state: state,
            showsHeader: false
        ) { index in
            asked.append(index)
            return TableRow([Line("\(index)")])
        }
        var grid = CellGrid(size: Size(width: 20, height: 4))
        table.draw(in: grid.bounds, on: &grid, theme: .plain)
        #expect(asked == Array(4_999_997...5_000_000))
        #expect(grid.row(3) == "▌5000000")
    }

    @Test func theLeastImportantColumnsGoFirst() {
        let columns = [
            TableColumn("a", width: 5, importance: 3), TableColumn("b", minimum: 10, maximum: 20, importance: 2),
            TableColumn("c", minimum: 8, importance: 1), TableColumn("d", minimum: 8, importance: 1),
        ]
        #expect(TableColumn.widths(columns, room: 80, gap: 2) == [5, 20, 25, 24])
        #expect(TableColumn.widths(columns, room: 30, gap: 2) == [5, 12, 9, 0])
        #expect(TableColumn.widths(columns, room: 20, gap: 2) == [5, 13, 0, 0])
        #expect(TableColumn.widths(columns, room: 8, gap: 2) == [5, 0, 0, 0])
        #expect(TableColumn.widths(columns, room: 3, gap: 2) == [3, 0, 0, 0])
        #expect(TableColumn.widths(columns, room: 0, gap: 2) == [0, 0, 0, 0])
    }

    @Test func columnsNeverTakeMoreThanTheRoom() {
        var random = SeededGenerator()
        for _ in 0..<2_000 {
            let columns = (0..<Int.random(in: 0...6, using: &random))
                .map { _ in
                    TableColumn(
                        "",
                        minimum: Int.random(in: -2...12, using: &random),
                        maximum: Bool.random(using: &random) ? Int.random(in: 0...20, using: &random) : nil,
                        importance: Int.random(in: 0...3, using: &random)
                    )
                }
            let room = Int.random(in: -3...60, using: &random)
            let widths = TableColumn.widths(columns, room: room, gap: 2)
            let shown = widths.filter { $0 > 0 }
            #expect(shown.reduce(0, +) + 2 * max(0, shown.count - 1) <= max(0, room), "seed \(random.seed)")
            #expect(room <= 0 || columns.isEmpty || !shown.isEmpty, "seed \(random.seed)")
        }
    }

    @Test("The row under the cursor has bold words, a lit picture and a ground; nothing of it is reversed")
    func cursorRowKeepsPictures() {
        func row(_ colors: ColorMode) -> CellGrid {
            let theme = Theme(glyphs: .utf8, colors: colors)
            var grid = CellGrid(size: Size(width: 40, height: 3))
            let columns = [TableColumn("", width: 8), TableColumn("", width: 10), TableColumn("", width: 6)]
            Table(name: "t", columns: columns, count: 1, state: ListState(), showsHeader: false) { _ in
                TableRow([Line("Steps"), Line("▂▃  ▅█", theme.accent), Line("today", theme.dim)])
            }
            .draw(in: grid.bounds, on: &grid, theme: theme)
            return grid
        }
        for colors in [ColorMode.none, .ansi16, .ansi256] {
            let grid = row(colors)
            #expect(grid.row(0).hasPrefix("▌") && grid.row(0).contains("▂▃  ▅█"))
            #expect(grid.runs { $0.attributes.contains(.reverse) }.isEmpty)
            #expect(grid.runs { $0.attributes.contains(.bold) }.joined().contains("Steps"))
            #expect(
                grid.runs { $0.attributes.contains(.dim) }.isEmpty,
                "no word is fainter there than bold ones can bear"
            )
        }
        let grid = row(.ansi256)
        #expect(grid.runs { $0.background == .indexed(237) }.map(\.count) == [40])
        #expect(grid.runs { $0.foreground == .indexed(159) } == ["▂▃", "▅█"])
    }
}

import HealthtuiTerminalUI
import RandomTesting
import Testing

@Suite struct FormTests {
    @Test func tabGoesRoundAndArrowsStopAtTheEnds() {
        var form = WidgetZoo.form
        form.setFocus(0)
        form.handle(.backtab)
        #expect(form.focusedField?.id == "note")
        form.handle(.down)
        #expect(form.focusedField?.id == "note")
        form.handle(.tab)
        #expect(form.focusedField?.id == "systolic")
    }

    @Test func anErrorGoesWhenItsFieldChangesAndNothingTypedIsLost() {
        var form = WidgetZoo.form
        form.focusFirstError()
        #expect(form.focusedField?.id == "diastolic")
        form.handle(.left)
        #expect(form.hasErrors, "moving the cursor is no change")
        form.handle("9")
        #expect(!form.hasErrors)
        #expect(form["diastolic"]?.value == "97")
        #expect(form["systolic"]?.value == "118")
    }

    @Test func choicesAndTogglesAnswerTheirKeys() {
        var form = WidgetZoo.form
        form.setFocus(3)
        form.handle(.right)
        #expect(form["arm"]?.value == "left")
        form.handle(.left)
        #expect(form["arm"]?.value == "right")
        form.setFocus(4)
        form.handle(.space)
        #expect(form["seated"]?.value == "false")
        #expect(form.handle(.enter) == false)
        #expect(form.handle(.escape) == false)
    }

    @Test(
        "Typing on a choice goes to the option that begins with it, or of which a word does; the letter again to the next"
    )
    func choicesTakeTyping() {
        let options = ["none", "not said", "outdoors", "Indoors", "very pleasant", "slightly pleasant"]
        var form = Form([
            FormField(id: "place", label: "Where", content: .choice(options, selected: 0)),
            FormField(id: "b", label: "B"),
        ])
        func typed(_ text: String) -> String? {
            for character in text { form.handle(Key(.character(character))) }
            return form["place"]?.value
        }
        #expect(typed("o") == "outdoors")
        form.setFocus(1)
        form.setFocus(0)
        #expect(typed("no") == "none")
        #expect(typed("t") == "not said")
        #expect(typed(" s") == "not said")
        form.handle(.backspace)
        #expect(typed("i") == "Indoors")
        #expect(typed("p") == "very pleasant", "a word of it")
        #expect(typed("p") == "slightly pleasant")
        #expect(typed("§") == "slightly pleasant")
        form.handle(.backspace)
        #expect(typed(" ") == "none", "Space goes to the next")
    }

    @Test func anyKeysAndPastesLeaveAFormThatCanBeDrawn() {
        var random = SeededGenerator()
        for _ in 0..<200 {
            var form = Int.random(in: 0..<9, using: &random) == 0 ? Form([]) : WidgetZoo.form
            for _ in 0..<50 {
                form.handle(random.anyKey())
                form.paste(random.nastyText(maximumLength: 3))
                form.setFocus(Int.random(in: -2...9, using: &random))
            }
            var grid = CellGrid(size: Size(width: Int.random(in: 0...60, using: &random), height: 5))
            form.draw(in: grid.bounds, on: &grid, theme: .plain)
            #expect(form.fields.isEmpty || form.focusedField != nil, "seed \(random.seed)")
        }
    }
}

@Suite struct ToggleGridTests {
    @Test("However wide the screen, the boxes stand near their names")
    func boxesStandNearTheirNames() throws {
        var grid = CellGrid(size: Size(width: 240, height: 12))
        WidgetZoo.toggleGrid.draw(in: grid.bounds, on: &grid, theme: .plain)
        let rows = grid.text.split(separator: "\n").filter { $0.contains("[") }
        #expect(!rows.isEmpty)
        for row in rows { #expect(row.count <= 100, "\(row)") }
    }

    @Test func theCursorIsOnABoxOnlyWhereOneIsOffered() {
        func grid(row: Int, column: Int) -> ToggleGrid {
            let zoo = WidgetZoo.toggleGrid
            return ToggleGrid(
                name: "p",
                headings: zoo.headings,
                rows: zoo.rows,
                state: ListState(selected: row),
                column: column
            )
        }
        #expect(grid(row: 2, column: 1).current?.row == 2)
        #expect(grid(row: 3, column: 1).current == nil, "share was not asked for")
        #expect(grid(row: 1, column: 0).current == nil, "a heading has no boxes")
        #expect(grid(row: 99, column: 0).current == nil)
        #expect(grid(row: 0, column: -1).current == nil)
    }

    @Test func aClickOnABoxNamesItsRowAndColumn() {
        var screen = CellGrid(size: Size(width: 60, height: 8))
        WidgetZoo.toggleGrid.draw(in: screen.bounds, on: &screen, theme: .plain)
        #expect(screen.row(3).hasSuffix("[x]    [x]"))
        #expect(screen.layout.target(at: Point(x: 47, y: 3)) == .item("permissions", 2, column: 0))
        #expect(screen.layout.target(at: Point(x: 54, y: 3)) == .item("permissions", 2, column: 1))
    }
}

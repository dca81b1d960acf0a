import HealthtuiTerminalUI
import RandomTesting
import Testing

@Suite struct TextFieldTests {
    private func field(_ keys: Key..., from text: String = "") -> TextField {
        var field = TextField(text)
        for key in keys { field.handle(key) }
        return field
    }

    @Test func typingGoesInAtTheCursor() {
        let typed = field("a", "c", .left, "b")
        #expect(typed.text == "abc" && typed.cursor == 2)
        #expect(field(.home, "x", from: "yz").text == "xyz")
        #expect(field(.backspace, from: "漢字").text == "漢")
        #expect(field(.home, .delete, from: "👨‍👩‍👧x").text == "x", "a family is deleted as one")
    }

    @Test func wordsAndLinesAreErasedAsInAShell() {
        #expect(field(.control("w"), from: "one two  ").text == "one ")
        #expect(field(.control("u"), from: "one two").text == "")
        #expect(field(.home, .control("k"), from: "one").text == "")
        #expect(field(Key(.left, .control), .control("k"), from: "one two").text == "one ")
        #expect(field(.home, .alt("f"), "!", from: "one two").text == "one! two")
    }

    @Test func aMarkTypedByItselfJoinsTheLetterBeforeIt() {
        let typed = field("e", "\u{301}", "x")
        #expect(typed.text == "e\u{301}x" && typed.cursor == 2)
    }

    @Test func pastedLineBreaksBecomeBlanksAndControlsAreLeftOut() {
        var field = TextField()
        field.insert("one\r\ntwo\tthree\u{1B}[0m\u{7}")
        #expect(field.text == "one two three[0m")
    }

    @Test func keysOfTheScreenAreLeftToIt() {
        var field = TextField("x")
        for key in [Key.enter, .tab, .backtab, .escape, .up, .down, .function(2), .control("s"), .alt("x")] {
            #expect(field.handle(key) == false, "\(key.name)")
        }
        #expect(field.text == "x")
    }

    @Test func theCursorIsAlwaysInTheFieldAsDrawn() {
        var random = SeededGenerator()
        for _ in 0..<400 {
            var field = TextField(random.nastyText())
            for _ in 0..<20 {
                field.handle(random.anyKey())
                if Int.random(in: 0..<5, using: &random) == 0 { field.insert(random.nastyText()) }
                var grid = CellGrid(size: Size(width: 12, height: 1))
                let rect = Rect(x: 2, y: 0, width: Int.random(in: 1...8, using: &random), height: 1)
                field.draw(in: rect, on: &grid, theme: .plain)
                #expect(grid.cursor.map(rect.contains) == true, "seed \(random.seed)")
                #expect(field.cursor <= field.text.count, "seed \(random.seed)")
            }
        }
    }

    @Test func aSecretShowsOnlyHowMuchWasTyped() {
        var grid = CellGrid(size: Size(width: 12, height: 1))
        TextField("p漢ss").draw(in: grid.bounds, on: &grid, theme: .plain, isSecret: true)
        #expect(grid.row(0) == "****")
        #expect(grid.cursor == Point(x: 4, y: 0))
    }
}

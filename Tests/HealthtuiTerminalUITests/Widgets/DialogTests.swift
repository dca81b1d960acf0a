import HealthtuiTerminalUI
import RandomTesting
import Testing

@Suite struct ConfirmDialogTests {
    private let dialog = ConfirmDialog(title: "Delete", message: "Delete 2 samples?", confirmLabel: "Delete")

    @Test func enterGivesTheHarmlessAnswerUnlessTheCursorWasMoved() {
        var dialog = dialog
        #expect(dialog.handle(.enter) == .cancelled)
        #expect(dialog.handle(.right) == nil)
        #expect(dialog.handle(.enter) == .confirmed)
        #expect(dialog.handle(.tab) == nil)
        #expect(dialog.handle(.enter) == .cancelled)
    }

    @Test func lettersAndEscapeAnswerAtOnce() {
        var dialog = dialog
        #expect(dialog.handle("y") == .confirmed)
        #expect(dialog.handle("n") == .cancelled)
        #expect(dialog.handle(.escape) == .cancelled)
        #expect(dialog.handle("x") == nil)
    }

    @Test func itsButtonsCanBeClickedAndNothingUnderIt() {
        var grid = CellGrid(size: Size(width: 60, height: 12))
        grid.layout.addTarget(.item("row", 1), in: grid.bounds)
        dialog.draw(over: grid.bounds, on: &grid, theme: .plain)
        let targets = Set((0..<12).flatMap { y in (0..<60).compactMap { grid.layout.target(at: Point(x: $0, y: y)) } })
        #expect(targets == [.key("y"), .key("n"), .item(Sheet.targetName, 0)])
    }

    @Test("A second thing to do has a button and a key of its own; without it the key does nothing")
    func alternative() {
        var dialog = ConfirmDialog(
            title: "Delete",
            message: "Delete it?",
            confirmLabel: "Delete",
            alternativeLabel: "Delete all 3"
        )
        #expect(dialog.handle("a") == .alternative)
        #expect(dialog.handle(.right) == nil && dialog.handle(.right) == nil)
        #expect(dialog.handle(.enter) == .alternative)
        #expect(dialog.handle(.right) == nil && dialog.handle(.enter) == .cancelled)
        #expect(dialog.handle(.left) == nil && dialog.handle(.enter) == .alternative)
        var grid = CellGrid(size: Size(width: 60, height: 12))
        dialog.draw(over: grid.bounds, on: &grid, theme: .plain)
        let targets = Set((0..<12).flatMap { y in (0..<60).compactMap { grid.layout.target(at: Point(x: $0, y: y)) } })
        #expect(targets.isSuperset(of: [.key("y"), .key("n"), .key("a")]))
        var plain = self.dialog
        #expect(plain.handle("a") == nil)
    }
}

@Suite struct CommandLineTests {
    private func line(_ text: String, history: [String] = []) -> CommandLine {
        var line = CommandLine(prompt: ":", text: text, history: history)
        line.offer([Offer("summary", detail: "screen"), Offer("sources"), Offer("Steps")])
        return line
    }

    @Test func enterTakesTheFirstOfferOnceSomethingIsTypedAndArrowsChooseAnother() {
        var typed = line("s")
        #expect(typed.chosen == 0)
        #expect(typed.handle(.down) == .ignored && typed.chosen == 1)
        #expect(typed.handle(.enter) == .took(1))
        #expect(typed.history == ["sources"])
        var empty = line("")
        #expect(empty.chosen == nil)
        _ = empty.handle(.down)
        #expect(empty.chosen == 0)
        _ = empty.handle(.up)
        #expect(empty.chosen == nil && empty.handle(.enter) == .submitted(""))
    }

    @Test func tabCompletesTheChosenOfferInItsSpelling() {
        var line = line("s")
        _ = line.handle(.down)
        _ = line.handle(.down)
        #expect(line.handle(.tab) == .edited && line.text == "Steps")
        var empty = CommandLine(prompt: ":")
        #expect(empty.handle(.tab) == .ignored)
    }

    @Test func aPressTakesAnOfferAndOneBesideTheLineClosesIt() {
        var line = line("s")
        let row = MouseEvent(.press, at: Point(x: 2, y: 2), target: .item("offers", 2))
        #expect(line.handle(row) == .took(2))
        #expect(line.handle(MouseEvent(.press, at: Point(x: 2, y: 0))) == .cancelled)
        #expect(line.handle(MouseEvent(.wheelDown, at: Point(x: 2, y: 0))) == .ignored)
    }

    @Test func historyIsWalkedAndWhatWasTypedComesBack() {
        var line = CommandLine(prompt: ":", text: "th", history: ["one", "two"])
        _ = line.handle(.up)
        #expect(line.text == "two")
        _ = line.handle(.up)
        _ = line.handle(.up)
        #expect(line.text == "one")
        _ = line.handle(.down)
        _ = line.handle(.down)
        #expect(line.text == "th")
        #expect(line.handle(.enter) == .submitted("th"))
        #expect(line.history == ["one", "two", "th"])
    }

    @Test func escapeAndErasingPastTheBeginningCloseTheLine() {
        var line = CommandLine(prompt: "/", text: "x")
        #expect(line.handle(.backspace) == .edited)
        #expect(line.handle(.backspace) == .cancelled)
        #expect(line.handle(.escape) == .cancelled)
        #expect(line.handle(.function(3)) == .ignored)
    }
}

@Suite struct HelpSheetTests {
    @Test func wordsNarrowTheListAndEnterRunsWhatIsFound() {
        var sheet = HelpSheet(SampleKeys.map.help(in: ["list"]))
        #expect(sheet.found.count == 7)
        for character in "del samp" { _ = sheet.handle(Key(.character(character))) }
        #expect(sheet.found.map(\.name) == ["sample.delete"])
        #expect(sheet.handle(.enter) == .run(.delete))
        #expect(sheet.handle(.escape) == .closed)
    }

    @Test func nothingFoundIsSaidAndRunsNothing() {
        var sheet = HelpSheet(SampleKeys.map.help(in: ["list"]))
        for character in "zzz" { _ = sheet.handle(Key(.character(character))) }
        #expect(sheet.handle(.enter) == .stays)
        var grid = CellGrid(size: Size(width: 60, height: 12))
        sheet.draw(over: grid.bounds, on: &grid, theme: .plain)
        #expect(grid.text.contains("no key does that"))
    }
}

@Suite struct NarrowHelpTests {
    private static let help = "Show everything that an app has read of you, and when it did"

    private static let keys: [(key: Key, command: SampleKeys.Command)] = [("a", .add), ("d", .delete), ("o", .open)]

    private static let map = KeyMap<SampleKeys.Command>(
        keys.map { KeyBinding($0.command, name: "\($0.command)", keys: [$0.key], context: "list", help: help) }
    )

    private func drawn(_ sheet: inout HelpSheet<SampleKeys.Command>) -> CellGrid {
        var grid = CellGrid(size: Size(width: 40, height: 10))
        sheet.draw(over: grid.bounds, on: &grid, theme: .plain)
        sheet.laidOut(grid.layout)
        grid = CellGrid(size: Size(width: 40, height: 10))
        sheet.draw(over: grid.bounds, on: &grid, theme: .plain)
        return grid
    }

    @Test("At 40x10 no help is cut: it goes on on the next line, and the arrows go from key to key")
    func wraps() throws {
        var sheet = HelpSheet(Self.map.help(in: ["list"]))
        for command in [SampleKeys.Command.add, .delete, .open] {
            let text = drawn(&sheet).text
            #expect(!text.contains("…"), "\(text)")
            let words = Self.help.split(separator: " ")
            #expect(words.allSatisfy { text.contains($0) }, "\(text)")
            var copy = sheet
            #expect(copy.handle(.enter) == .run(command))
            _ = sheet.handle(.down)
        }
        #expect(sheet.handle(.enter) == .run(.open), "the last key stays the last")
        _ = sheet.handle(.up)
        #expect(sheet.handle(.enter) == .run(.delete))
    }

    @Test("A press on any line of a help chooses its key, another runs it")
    func pressed() throws {
        var sheet = HelpSheet(Self.map.help(in: ["list"]))
        let grid = drawn(&sheet)
        let rows = grid.text.split(separator: "\n", omittingEmptySubsequences: false)
        let second = try #require(rows.firstIndex { $0.contains(" d ") })
        let place = Point(x: 20, y: second + 1)
        let press = MouseEvent(.press, at: place, target: grid.layout.target(at: place))
        #expect(sheet.handle(press) == .stays)
        #expect(sheet.handle(press) == .run(.delete))
    }
}

@Suite struct ProgressMeterTests {
    @Test func rateAndTimeLeftFollowFromWhatIsDone() {
        let meter = ProgressMeter(done: 40, total: 100, elapsed: 8)
        #expect(meter.fraction == 0.4)
        #expect(meter.rate == 5)
        #expect(meter.secondsLeft == 12)
        #expect(meter.figures { "\(Int($0)) MB" } == "40 %  40 MB of 100 MB  5 MB/s  12 s left")
    }

    @Test func whatCanNotBeToldIsNotSaid() {
        #expect(ProgressMeter(done: 0, total: 100, elapsed: 0).figures { "\(Int($0))" } == "0 %  0 of 100")
        #expect(ProgressMeter(done: 7, total: nil, elapsed: 1).figures { "\(Int($0))" } == "7  7/s")
        #expect(ProgressMeter(done: 7, total: 0, elapsed: .nan).fraction == 1)
        #expect(ProgressMeter(done: .max, total: 1, elapsed: .infinity).fraction == 1)
    }

    @Test func timesAreWordsAndNeverAbsurd() {
        #expect(ProgressMeter.duration(2.2) == "3 s")
        #expect(ProgressMeter.duration(250) == "4 min 10 s")
        #expect(ProgressMeter.duration(7_500) == "2 h 5 min")
        #expect(ProgressMeter.duration(.infinity) == "more than 99 h")
        #expect(ProgressMeter.duration(.nan) == "more than 99 h")
    }
}

@Suite struct SmallPictureTests {
    @Test func aBarIsAsLongAsItsShareToAnEighth() {
        #expect(Meter.bar(0.5, width: 4, glyphs: .utf8) == "██  ")
        #expect(Meter.bar(0.53125, width: 4, glyphs: .utf8) == "██▏ ")
        #expect(Meter.bar(7, width: 3, glyphs: .ascii) == "###")
        #expect(Meter.bar(-1, width: 3, glyphs: .ascii) == "   ")
        #expect(Meter.bar(.nan, width: 3, glyphs: .utf8) == "   ")
        #expect(Meter.bar(0.5, width: 0, glyphs: .utf8) == "")
    }

    @Test func aSparklineShowsGapsAsGaps() {
        #expect(Sparkline.text([1, nil, 8, .nan, 4.5], width: 9, glyphs: .utf8) == "▁ ▇ ▄")
        #expect(Sparkline.text([nil, nil], width: 9, glyphs: .utf8) == "  ")
        #expect(Sparkline.text([], width: 9, glyphs: .utf8) == "")
        #expect(Sparkline.text([3, 3], width: 9, glyphs: .ascii) == "++")
        #expect(Sparkline.text([0, 10], width: 9, glyphs: .utf8, baseline: -10) == "▄▇")
        #expect(Sparkline.text(Array(repeating: 1, count: 100), width: 9, glyphs: .utf8).count == 9)
    }

    @Test func aSparklineOfAnyNumbersIsDrawn() {
        var random = SeededGenerator()
        for _ in 0..<2_000 {
            let values = (0..<Int.random(in: 0...20, using: &random))
                .map { _ in
                    Bool.random(using: &random) ? random.anyDouble() : nil
                }
            let width = Int.random(in: 0...12, using: &random)
            let text = Sparkline.text(values, width: width, glyphs: .utf8, baseline: random.anyDouble())
            #expect(text.displayWidth == min(width, values.count), "seed \(random.seed)")
        }
    }
}

@Suite struct HintBarTests {
    @Test func theLeastImportantHintsGoFirstWhenRoomIsShort() {
        let bar = HintBar(WidgetZoo.hints)
        #expect(bar.fitting(80).count == 7)
        #expect(bar.fitting(36).map(\.text) == ["open", "find", "help", "quit"])
        #expect(bar.fitting(6).map(\.text) == ["help"])
        #expect(bar.fitting(2).isEmpty)
    }

    @Test func aClickOnAHintIsItsKey() {
        var grid = CellGrid(size: Size(width: 80, height: 1))
        HintBar(WidgetZoo.hints).draw(in: grid.bounds, on: &grid, theme: .plain)
        #expect(grid.layout.target(at: Point(x: 2, y: 0)) == .key(.enter))
        #expect(grid.layout.target(at: Point(x: 14, y: 0)) == .key("p"))
        #expect(grid.layout.target(at: Point(x: 79, y: 0)) == nil)
    }
}

import HealthtuiTerminalUI
import RandomTesting
import Testing

@Suite struct TextFittingTests {
    @Test func truncationSaysThatSomethingIsMissing() {
        #expect("Heart Rate".truncated(to: 10) == "Heart Rate")
        #expect("Heart Rate".truncated(to: 7) == "Heart …")
        #expect("Heart Rate".truncated(to: 7, ellipsis: "~") == "Heart ~")
        #expect("漢字かな".truncated(to: 6) == "漢字…")
        #expect("漢字かな".truncated(to: 5) == "漢字…")
        #expect("ab".truncated(to: 1) == "…")
        #expect("ab".truncated(to: 0) == "")
        #expect("ab".truncated(to: -4) == "")
        #expect("abcd".truncated(to: 2, ellipsis: "...") == "ab")
    }

    @Test("Between words a line loses whole words, times and numbers, and never a part of one")
    func betweenWords() {
        let line = Line("latest 85, ") + Line("13:12", .bold)
        #expect(line.truncatedBetweenWords(to: 16).text == "latest 85, 13:12")
        #expect(line.truncatedBetweenWords(to: 15).text == "latest 85 …")
        #expect(line.truncatedBetweenWords(to: 10).text == "latest …")
        #expect(line.truncatedBetweenWords(to: 8).text == "latest …")
        #expect(line.truncatedBetweenWords(to: 6).text == "lates…")
        #expect(line.truncatedBetweenWords(to: 0).text == "")
        #expect(Line("12:30 – 13:00").truncatedBetweenWords(to: 5).text == "…")
        #expect(Line("Thu 19 Nov 07:00").truncatedBetweenWords(to: 14, ellipsis: "...").text == "Thu 19 Nov ...")
    }

    @Test func fittedTextFillsItsRoomExactly() {
        #expect("68".fitted(to: 5, alignment: .right) == "   68")
        #expect("68".fitted(to: 5, alignment: .center) == " 68  ")
        #expect("漢字か".fitted(to: 4) == "漢… ")
    }

    @Test func wrappingBreaksAtBlanksAndInsideLongWords() {
        #expect("one two  three".wrapped(to: 8) == ["one two", "three"])
        #expect("abcdefghij kl".wrapped(to: 4) == ["abcd", "efgh", "ij", "kl"])
        #expect("one\n\ntwo".wrapped(to: 9) == ["one", "", "two"])
        #expect("漢字かな".wrapped(to: 5) == ["漢字", "かな"])
        #expect("anything".wrapped(to: 0) == [])
    }

    @Test func fittingKeepsItsPromisesForAnyText() {
        var random = SeededGenerator()
        for _ in 0..<3_000 {
            let text = random.nastyText()
            let width = Int.random(in: -1...20, using: &random)
            let room = max(0, width)
            #expect(text.truncated(to: width).displayWidth <= room, "seed \(random.seed)")
            #expect(text.fitted(to: width, alignment: .center).displayWidth == room, "seed \(random.seed)")
            #expect(Line(text, .bold).truncatedBetweenWords(to: width).width <= room, "seed \(random.seed)")
            #expect(Line(text, .bold).truncated(to: width).width <= room, "seed \(random.seed)")
            if width >= 2 {
                let lines = text.wrapped(to: width)
                #expect(lines.allSatisfy { $0.displayWidth <= width }, "seed \(random.seed)")
            }
        }
    }

    @Test func aLineOfSpansIsCutAcrossThem() {
        let line = "Heart " + Line("Rate", .bold) + " today"
        #expect(line.truncated(to: 9).spans == [Span("Heart "), Span("Ra…", .bold)])
        #expect(line.truncated(to: 16) == line)
        #expect(line.truncated(to: 0) == .empty)
        #expect(line.text == "Heart Rate today")
    }
}

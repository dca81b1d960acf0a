import HealthtuiTerminalUI
import RandomTesting
import Testing

@Suite struct TextElementTests {
    private func elements(_ text: String) -> [String] {
        TextElements(text).map(\.text)
    }

    @Test(arguments: [
        ("Heart Rate", 10), ("漢字", 4), ("ｆｕｌｌ", 8), ("한글", 4), ("e\u{301}", 1), ("é", 1), ("👍", 2), ("👍🏽", 2),
        ("👨‍👩‍👧‍👦", 2), ("❤️", 2), ("❤", 1), ("🇩🇪", 2), ("1️⃣", 2), ("🏴󠁧󠁢󠁷󠁬󠁳󠁿", 2), ("ᄒ", 2), ("각", 2), ("के", 1), ("का", 2),
        ("…", 1), ("▌█", 2), ("⣿", 1), ("", 0), ("\u{200B}", 0), ("\u{E000}", 1),
    ])
    func widthsAreThoseOfATerminal(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }

    @Test func controlCharactersComeOutAsPictures() {
        #expect(elements("a\u{1B}[31m\u{7}\u{7F}\u{9B}") == ["a", "␛", "[", "3", "1", "m", "␇", "␡", "\u{FFFD}"])
        #expect(elements("a\tb\r\nc\u{2028}d") == ["a", " ", "b", " ", " ", "c", " ", "d"])
    }

    @Test func charactersThatTurnTextAroundAreLeftOut() {
        #expect(elements("abc\u{202E}def\u{2066}\u{200F}\u{FEFF}") == ["a", "b", "c", "d", "e", "f"])
    }

    @Test func aMarkWithoutALetterGetsABlankToStandOn() {
        #expect(elements("\u{301}a") == [" \u{301}", "a"])
    }

    @Test func marksBeyondWhatTerminalsKeepAreDropped() {
        let stacked = "a" + String(repeating: "\u{301}", count: 1_000)
        #expect(elements(stacked) == ["a" + String(repeating: "\u{301}", count: 4)])
    }

    @Test func anEmojiSequenceIsOneElementAndAJoinerAloneIsNone() {
        #expect(elements("👨‍👩‍👧x") == ["👨‍👩‍👧", "x"])
        #expect(elements("a\u{200D}b") == ["a", "b"])
    }

    @Test func elementsJoinedAgainGiveTheSameElements() {
        var random = SeededGenerator()
        let known = [
            "ᅡᆫ", "#\u{200C}\u{FE0F}", "👍\u{200B}🏽", "👩\u{301}🏽", "🇩\u{200B}🇪🇫", "1\u{200B}\u{20E3}", "❤️\u{200D}\u{200B}👍🏽",
        ]
        for text in known + (0..<5_000).map({ _ in random.nastyText() }) {
            let elements = Array(TextElements(text))
            let joined = elements.map(\.text).joined()
            #expect(
                joined.displayWidth == elements.reduce(0) { $0 + $1.width },
                "seed \(random.seed): \(text.unicodeScalars.map { String($0.value, radix: 16) })"
            )
        }
    }

    @Test func noTextHoldsAnythingATerminalWouldObey() {
        var random = SeededGenerator()
        for _ in 0..<5_000 {
            let text = random.nastyText()
            for element in TextElements(text) {
                #expect(element.width == 1 || element.width == 2, "seed \(random.seed)")
                #expect(!element.text.isEmpty, "seed \(random.seed)")
                for scalar in element.text.unicodeScalars {
                    #expect(
                        scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value),
                        "seed \(random.seed): U+\(String(scalar.value, radix: 16))"
                    )
                    #expect(!(0x202A...0x202E).contains(scalar.value), "seed \(random.seed)")
                }
            }
        }
    }
}

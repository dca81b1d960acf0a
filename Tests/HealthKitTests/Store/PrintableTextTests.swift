import HealthKit
import Testing

@Suite struct PrintableTextTests {
    @Test(
        "What steers a terminal or turns the direction of writing becomes a replacement character",
        arguments: [
            ("\u{1B}[2J", "\u{FFFD}[2J"), ("a\nb\tc\r", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
            ("\u{0}\u{7F}", "\u{FFFD}\u{FFFD}"),
            ("\u{9B}31m", "\u{FFFD}31m"), ("gpj\u{202E}exe", "gpj\u{FFFD}exe"),
            ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"),
        ]
    )
    func steering(text: String, printed: String) {
        #expect(text.printable == printed)
        let steers = text.printable.unicodeScalars.contains { $0.isControl }
        #expect(!steers)
    }

    @Test(
        "Everything else stays as it is",
        arguments: ["", "Jordan’s Watch", "👩‍👩‍👧‍👦", "می‌خواهم", "e\u{301}", "日本語", "\u{FFFD}"]
    )
    func others(text: String) {
        #expect(text.printable == text)
        #expect(text.dropFirst().printable == String(text.dropFirst()))
    }
}

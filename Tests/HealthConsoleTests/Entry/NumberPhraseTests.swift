import Foundation
import HealthConsole
import HealthEntry
import Testing

/// How numbers are read as people type them.
@Suite struct NumberPhraseTests {
    private let english = Locale(identifier: "en_US")
    private let german = Locale(identifier: "de_DE")

    @Test(arguments: [
        ("70", 70), ("70.5", 70.5), ("70,5", 70.5), ("1,234", 1_234), ("1,234.5", 1_234.5), ("1.234,5", 1_234.5),
        ("1234,567", 1_234.567), ("0,125", 0.125), ("1'234'567", 1_234_567), ("-4", -4), ("\u{2212}4.25", -4.25),
        ("+4", 4), ("1e3", 1_000), ("2.5E-2", 0.025), (".5", 0.5), ("７０", 70), ("٧٠", 70), ("1\u{202F}234", 1_234),
        ("-0", 0),
    ])
    func `A number is read`(_ text: String, _ expected: Double) throws {
        #expect(try NumberPhrase.number(text, locale: english) == expected)
    }

    @Test func `A comma before three digits is a decimal comma where people write one`() throws {
        #expect(try NumberPhrase.number("1,234", locale: german) == 1.234)
        #expect(try NumberPhrase.number("72.125", locale: german) == 72.125)
    }

    @Test(arguments: [
        "", "-", "abc", "nan", "NaN", "inf", "infinity", "0x1F", "1e400", "-1e999", "1,2,3", "12.34.56", "1/2", "½",
        "²", "७x",
        "1e", "--1", "1e99999999999999999999", "1,234.5,6",
    ])
    func `What isn't a number is refused with words`(_ text: String) {
        let error = #expect(throws: EntryError.self) { try NumberPhrase.number(text, locale: english) }
        #expect(error?.text.isEmpty == false)
    }

    @Test(arguments: [("70kg", "70"), ("5e3 m", "5e3"), ("5 e", "5"), ("5em", "5"), ("98%", "98"), ("1.5.", "1.5")])
    func `A number ends where its unit begins`(_ text: String, _ number: String) {
        #expect(NumberPhrase.prefix(of: text[...]) == number)
    }
}

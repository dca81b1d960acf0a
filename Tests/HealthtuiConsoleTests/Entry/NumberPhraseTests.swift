import Foundation
import HealthKitLocalization
import HealthtuiConsole
import HealthtuiEntry
import Testing

/// How numbers are read as people type them.
@Suite struct NumberPhraseTests {
    private let english = NumberStyle(typedIn: Locale(identifier: "en_US"))
    private let german = NumberStyle(typedIn: Locale(identifier: "de_DE"))

    @Test(arguments: [
        ("70", 70), ("70.5", 70.5), ("70,5", 70.5), ("1,234", 1_234), ("1,234.5", 1_234.5), ("1.234,5", 1_234.5),
        ("1234,567", 1_234.567), ("0,125", 0.125), ("1'234'567", 1_234_567), ("-4", -4), ("\u{2212}4.25", -4.25),
        ("+4", 4), ("1e3", 1_000), ("2.5E-2", 0.025), (".5", 0.5), ("７０", 70), ("٧٠", 70), ("1\u{202F}234", 1_234),
        ("-0", 0),
    ])
    func `A number is read`(_ text: String, _ expected: Double) throws {
        #expect(try NumberPhrase.number(text, style: english) == expected)
    }

    @Test func `A comma before three digits is a decimal comma where people write one`() throws {
        #expect(try NumberPhrase.number("1,234", style: german) == 1.234)
        #expect(try NumberPhrase.number("72.125", style: german) == 72.125)
    }

    @Test("The group separator on the screen works in input too, before three digits; nothing else does")
    func groupsAreThoseOfTheScreen() throws {
        let shown = NumberStyle(Locale(identifier: "de_DE"))
        #expect(try NumberPhrase.number("1.234", style: shown) == 1_234)
        #expect(try NumberPhrase.number("1.234.567,8", style: shown) == 1_234_567.8)
        #expect(try NumberPhrase.number("72.5", style: shown) == 72.5)
        #expect(try NumberPhrase.number("0.125", style: shown) == 0.125)
        #expect(try NumberPhrase.number("1,234", style: shown) == 1.234)
        let french = NumberStyle(Locale(identifier: "fr_FR"))
        #expect(try NumberPhrase.number("1\u{A0}234,5", style: french) == 1_234.5)
        #expect(try NumberPhrase.number("1.234", style: french) == 1.234)
    }

    @Test(
        "What a field is filled with is read as the same number",
        arguments: ["de_DE", "en_US", "fr_FR", "de_CH", "hi_IN"]
    )
    func fieldsReadBack(place: String) throws {
        let style = NumberStyle(Locale(identifier: place))
        for number in [0, 1.234, 12.5, 1_234, 1_234.567, 1_234_567, -0.001] {
            let text = NumberText.typed(number, in: style)
            #expect(try NumberPhrase.number(text, style: style) == number, "\(text)")
            let shown = style.text("\(number)")
            #expect(try NumberPhrase.number(shown, style: style) == number, "\(shown)")
        }
    }

    @Test(arguments: [
        "", "-", "abc", "nan", "NaN", "inf", "infinity", "0x1F", "1e400", "-1e999", "1,2,3", "12.34.56", "1/2", "½",
        "²", "७x",
        "1e", "--1", "1e99999999999999999999", "1,234.5,6",
    ])
    func `What isn't a number is refused with words`(_ text: String) {
        let error = #expect(throws: EntryError.self) { try NumberPhrase.number(text, style: english) }
        #expect(error?.text.isEmpty == false)
    }

    @Test(arguments: [("70kg", "70"), ("5e3 m", "5e3"), ("5 e", "5"), ("5em", "5"), ("98%", "98"), ("1.5.", "1.5")])
    func `A number ends where its unit begins`(_ text: String, _ number: String) {
        #expect(NumberPhrase.prefix(of: text[...]) == number)
    }
}

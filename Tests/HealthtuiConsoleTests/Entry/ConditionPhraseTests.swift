import Foundation
import HealthKitLocalization
import HealthtuiEntry
import Testing

/// Conditions on values as people type them.
@Suite struct ConditionPhraseTests {
    private static let style = NumberStyle(Locale(identifier: "en_US"))

    private func hours(_ text: String) throws -> ConditionPhrase {
        try ConditionPhrase(text) { try ConditionPhrase.duration($0, bare: 3_600, style: Self.style) }
    }

    private func plain(_ text: String, _ units: [String: Double] = ["km": 1, "m": 0.001]) throws -> ConditionPhrase {
        try ConditionPhrase(text) { try ConditionPhrase.amount($0, units: units, style: Self.style) }
    }

    @Test(
        "A condition holds for what it says",
        arguments: [
            ("< 6 h", 21_599.0, true), ("<6h", 21_600, false), ("<= 6h", 21_600, true), ("> 6 h 30 min", 23_401, true),
            (">=6", 21_600, true), ("≥ 6", 21_599, false), ("= 90 min", 5_400, true), ("!= 90 min", 5_400, false),
            ("6..8 h", 28_800, true), ("6 h..8 h", 21_599, false), ("6 .. 8h", 25_000, true),
        ] as [(String, Double, Bool)]
    )
    func lengths(_ text: String, _ value: Double, _ holds: Bool) throws {
        #expect(try hours(text).holds(value) == holds)
    }

    @Test("What is read as the limit counts as the limit")
    func shown() throws {
        let minutes = { (seconds: Double) in (seconds / 60).rounded() * 60 }
        #expect(try !hours("< 6 h").holds(21_580, shown: minutes))
        #expect(try hours("<= 6 h").holds(21_620, shown: minutes))
        #expect(try plain(">= 8,000", [:]).holds(7_999.6, shown: { $0.rounded() }))
    }

    @Test("A unit of the measure is converted, any other is refused with those there are")
    func units() throws {
        #expect(try plain("> 500 m").holds(0.6))
        #expect(try plain("> 5 KM").holds(6))
        #expect(try plain("150..180", [:]).holds(180))
        for text in ["> 5 kg", "5..6 h", "> 5 km/h"] {
            #expect(throws: EntryError.self) { try plain(text) }
        }
        #expect { try plain("> 5 kg") } throws: { "\($0)".contains("km") }
        #expect(throws: EntryError.self) { try hours("< 6 kg") }
    }

    @Test("Times of day are compared the short way round the clock")
    func clocks() throws {
        func holds(_ text: String, _ hour: Double) throws -> Bool {
            try ConditionPhrase(text, amount: ConditionPhrase.clock).holds(clock: hour * 3_600)
        }
        #expect(try holds("> 23:00", 0.5) && !holds("> 23:00", 22))
        #expect(try holds("< 23:00", 22.5) && !holds("< 23:00", 1) && !holds("< 23:00", 23))
        #expect(try holds("<= 23:00", 23) && holds(">= 23", 23))
        #expect(try holds("22:00..1:00", 0.5) && !holds("22:00..1:00", 3) && holds("22:00..1:00", 22))
        for text in ["> 25:00", "> 7:60", "> 7:5x", "> ", "> :", "> 24:01", "> 7:00:00", "> −1"] {
            #expect(throws: EntryError.self) { try holds(text, 1) }
        }
    }

    @Test(
        "Anything else is no condition",
        arguments: ["", " ", "6", "h", "~ 6", "<", "..", "<..6", "> x", "6.."]
    )
    func refused(_ text: String) {
        #expect(throws: EntryError.self) { try plain(text) }
    }

    @Test("No value that isn't finite meets a condition")
    func notFinite() throws {
        for text in ["< 6", ">= 6", "!= 6", "1..2"] {
            #expect(try !plain(text).holds(.nan) && !plain(text).holds(.infinity))
            #expect(try !plain(text).holds(clock: .nan))
        }
    }
}

import HealthtuiTerminalUI
import Testing

@Suite struct FuzzyMatchTests {
    private func match(_ query: String, _ text: String) -> FuzzyMatch? {
        FuzzyMatch(FuzzyText(query), in: FuzzyText(text))
    }

    /// The characters of the text that a query lights.
    private func lit(_ query: String, _ text: String) -> String {
        let characters = Array(text)
        return String((match(query, text)?.places ?? []).map { characters[$0] })
    }

    @Test("The better a text answers, the more it scores")
    func order() throws {
        let scores = try ["Heart", "Heart Rate", "Resting Heart Rate", "Head Ear Art Test", "Sweetheart"]
            .map { try #require(match("heart", $0)?.score, "\($0)") }
        #expect(scores[0] > scores[1] && scores[1] > scores[2] && scores[2] > scores[4] && scores[4] > scores[3])
    }

    @Test("Words in any order answer, and letters in order do")
    func words() {
        #expect(lit("rate hea", "Heart Rate") == "HeaRate")
        #expect(lit("hr", "Heart Rate") == "HR")
        #expect(lit("hrtrt", "Heart Rate") == "HrtRt")
        #expect(lit("RATE", "Heart Rate") == "Rate")
        #expect(lit("medications", "Medication Dose") == "Medications")
    }

    @Test("What is not in a text does not answer, nor do letters strewn over it")
    func none() {
        for (query, text) in [
            ("x", "Heart Rate"), ("", "Heart Rate"), ("  ", "Heart Rate"), ("heart rates", "Heart Rate"),
            ("rh", "Heart Rate"), ("ax", "A very long name that ends in e"), ("steps", ""),
            ("theme", "Thermometer"), ("medicine", "Medication Dose"),
        ] {
            #expect(match(query, text) == nil, "“\(query)” in “\(text)”")
        }
    }

    @Test("Characters of any kind are counted as people count them")
    func characters() {
        #expect(lit("é", "Énergie 👩‍👩‍👧") == "É")
        #expect(lit("👩‍👩‍👧", "Énergie 👩‍👩‍👧") == "👩‍👩‍👧")
    }
}

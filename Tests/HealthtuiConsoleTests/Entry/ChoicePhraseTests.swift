import HealthtuiEntry
import Testing

/// One of several names, as a person types it.
@Suite struct ChoicePhraseTests {
    @Test("A name typed in full is meant alone; a beginning means all that begin so, and capitals don't count")
    func matches() {
        let names = ["Run", "Running", "Walking", "walk"]
        #expect(ChoicePhrase.matches("run", in: names) == [0])
        #expect(ChoicePhrase.matches("RUNN", in: names) == [1])
        #expect(ChoicePhrase.matches("wa", in: names) == [2, 3])
        #expect(ChoicePhrase.matches("Walk", in: names) == [3])
        #expect(ChoicePhrase.matches("unning", in: names).isEmpty)
        #expect(ChoicePhrase.matches("", in: names).isEmpty)
        #expect(ChoicePhrase.matches("run", in: []).isEmpty)
    }
}

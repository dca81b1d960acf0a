import HealthKit
import HealthtuiConsole
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Questionnaires: their form and their pages.
@Suite struct QuestionnairePageTests {
    @Test("A questionnaire is answered by the form, and its page has each question, answer and the score")
    func questionnaire() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment(), height: 60)
        try await console.press("3", "/").type("anxiety").press(.enter, .enter)
        console.expectRow("Feeling nervous, anxious, or on edge: how often, over the last two weeks?")
        try await console.resize(width: 40, height: 10)
        #expect(console.words.contains("edge: how often, over the last two weeks?"), "\(console.text)")
        try await console.resize(width: 80, height: 60)
        try await console.press(.right, .right).press(.tab).press(.right).press(.control("s"))
        console.expectRow("saved Anxiety Risk 3, none to minimal")
        try await console.press(.escape, ":").type("anxiety").press(.enter, .enter)
        console.expectRow("3 of 21 GAD-7   None to minimal")
        console.expectRow("1. Feeling nervous, anxious, or on edge")
        console.expectRow("More than half the days, 2")
        try store.save(
            [
                HKGAD7Assessment(
                    validating: TestStore.time(30, 9),
                    answers: Array(repeating: .nearlyEveryDay, count: 7)
                )
            ],
            from: .health
        )
        try await console.waitFor("Over time")
        #expect(console.words.contains("Thu 22 Oct 2026 21 Severe"))
    }

    @Test("A person with thoughts of self-harm is shown whom to call, and others aren't")
    func emergency() throws {
        let store = TestStore()
        let environment = store.environment()
        let reader = RecordReader(.person(store.person), dates: environment.dates, samples: environment.samples)
        for (answer, isReported) in [
            (HKPHQ9Assessment.Answer.severalDays, true), (.notAtAll, false), (.preferNotToAnswer, false),
        ] {
            let sample = try HKPHQ9Assessment(
                validating: TestStore.time(1, 9),
                answers: Array(repeating: .notAtAll, count: 8) + [answer]
            )
            try store.save([sample], from: .health)
            let page = try #require(try reader.page(sample.uuid))
            #expect(page.rows.contains { $0.text.contains("988 in the United States") } == isReported)
        }
    }
}

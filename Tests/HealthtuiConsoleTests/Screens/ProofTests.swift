import Foundation
import HealthKitStore
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@testable import HealthKit
@testable import HealthtuiConsole

/// The question for the secret that a service wants.
@Suite("The question for a passphrase or PIN", .timeLimit(.minutes(10)))
struct ProofTests {
    private func question(_ need: OwnerNeed = .session, problem: String? = nil) -> OwnerQuestion {
        OwnerQuestion(challenge: OwnerChallenge(need, .pin), problem: problem)
    }

    /// Asks as a call of the console does, on a thread of its own; `nil` when there is no answer.
    private func ask(_ questions: SecretQuestions, _ question: OwnerQuestion) -> Task<String?, Never> {
        Task.detached {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    let secret = try? questions.ask(question)
                    continuation.resume(
                        returning: secret.map { String(decoding: $0.bytes.withBytes { Array($0) }, as: UTF8.self) }
                    )
                }
            }
        }
    }

    @Test(
        "It takes the place of every screen, hides what is typed, asks again after a wrong one, and goes when it is settled"
    )
    func answered() async throws {
        let environment = try TestStore.filled().environment()
        let console = try await Console.start(environment)
        console.expectRow("Summary")
        let first = ask(environment.questions, question())
        try await console.waitFor("Enter your PIN")
        console.expectNone("Summary")
        try await console.type("12345")
        console.expectNone("12345")
        try await console.press(.enter)
        #expect(await first.value == "12345")
        console.expectRow("checking…")
        let again = ask(environment.questions, question(problem: "The PIN is wrong"))
        try await console.waitFor("The PIN is wrong")
        try await console.type("8264").press(.enter)
        #expect(await again.value == "8264")
        environment.questions.settled()
        try await console.waitFor("Summary")
        console.expectNone("PIN")
    }

    @Test("Escape closes it, and what looks at the store by itself asks no more until a key is pressed")
    func declined() async throws {
        let environment = try TestStore.filled().environment()
        let console = try await Console.start(environment)
        let first = ask(environment.questions, question(.each))
        try await console.waitFor("each time")
        try await console.press(.escape)
        #expect(await first.value == nil)
        environment.questions.settled()
        try await console.waitFor("Summary")
        #expect(await ask(environment.questions, question()).value == nil)
        try await console.press(.escape)
        let second = ask(environment.questions, question())
        try await console.waitFor("Enter your PIN")
        try await console.type("8264").press(.enter)
        #expect(await second.value == "8264")
    }

    @Test("A console that ends leaves no call waiting for an answer")
    func ends() async throws {
        let environment = try TestStore.filled().environment()
        let console = try await Console.start(environment)
        let waiting = ask(environment.questions, question())
        try await console.waitFor("Enter your PIN")
        console.terminal.deliver(.key(.control("d")))
        environment.questions.close()
        #expect(await waiting.value == nil)
        #expect(await ask(environment.questions, question()).value == nil)
    }
}

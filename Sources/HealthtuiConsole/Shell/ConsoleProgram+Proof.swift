import HealthKit
import HealthtuiTerminalUI

extension ConsoleProgram {
    /// Observes the service's questions to the person.
    func hearQuestions() -> Effect<ConsoleAction> {
        let questions = environment.questions
        return .run(id: "store.secret", lifetime: .endless) { send in
            for await event in questions.events { send(.secret(event)) }
            // The console ends, so calls that wait for an answer fail.
            questions.close()
        }
    }

    /// Puts the question in the place of everything, or takes it away.
    func follow(_ event: SecretQuestions.Event, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch event {
        case .asked(let question):
            if var screen = state.proof?.screen as? ProofScreen {
                screen.take(question)
                state.proof?.screen = screen
                return []
            }
            state.lastID += 1
            state.overlay = nil
            state.proof = OpenScreen(id: state.lastID, screen: ProofScreen(question))
            return []
        case .waits(let wait):
            if var screen = state.proof?.screen as? ProofScreen {
                screen.take(wait)
                state.proof?.screen = screen
            }
            return []
        case .settled:
            state.proof = nil
            return offerRequest(in: &state)
        }
    }
}

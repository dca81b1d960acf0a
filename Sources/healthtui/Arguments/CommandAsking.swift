import Foundation
import HealthKit
import Synchronization

/// Gets the secret that a service asks for: from the named file, otherwise at the terminal without echo.
///
/// A command is one action of the person's: a secret that was typed once is used for everything it needs.
struct CommandAsking: OwnerAsking {
    private let arguments: SecretArguments
    private let state = Kept()

    /// The number of retries after a wrong secret.
    private static let mostTries = 3

    private final class Kept: Sendable {
        let value = Mutex<(secret: StoreSecret?, tries: Int)>((nil, 0))
    }

    init(_ arguments: SecretArguments) { self.arguments = arguments }

    func ask(_ question: OwnerQuestion) throws -> StoreSecret {
        if let problem = question.problem {
            let tries = state.value.withLock { kept in
                kept.tries += 1
                kept.secret = nil
                return kept.tries
            }
            guard !arguments.isNamed, tries < Self.mostTries else {
                throw CommandFailure(arguments.passphraseFile ?? Self.name(question), problem)
            }
            StandardError.line("healthtui: \(problem)")
        } else if let secret = state.value.withLock({ $0.secret }) {
            return secret
        }
        let isPIN = question.challenge.secret == .pin
        let secret = try arguments.secret(.passphrase, prompt: isPIN ? "PIN: " : "Passphrase: ", isPIN: isPIN)
        state.value.withLock { $0.secret = secret }
        return secret
    }

    func waits(_ wait: OwnerWait) {
        let from = wait.wrong.isEmpty ? "" : "; wrong ones came from \(wait.wrong.joined(separator: ", "))".printable
        StandardError.line(
            "healthtui: others are checked first; yours is in \(Int(wait.seconds.rounded(.up))) s at the latest\(from)"
        )
    }

    private static func name(_ question: OwnerQuestion) -> String {
        question.challenge.secret == .pin ? "PIN" : "passphrase"
    }
}

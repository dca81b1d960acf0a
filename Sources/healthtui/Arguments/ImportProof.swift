import Foundation
import HealthKit

/// The secret for imports, which also work without it: then they report how many objects they accepted but nothing
/// about the store's contents, and replacements wait.
struct ImportProof {
    let arguments: SecretArguments
    /// The number of retries after a wrong secret.
    private static let mostTries = 3

    /// Gives the service the secret from the options, if it requires one.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - asks: Whether to ask at the terminal if the options have no secret.
    /// - Throws: ``CommandFailure`` for a wrong one, and `HKError`.
    func give(to person: PersonAccess, asks: Bool) throws {
        guard arguments.isNamed || asks else { return }
        let prompt: String
        var isPIN = false
        switch try person.pinState() {
        case .unasked, .off: return
        case .unset: return Self.goOn("no PIN is set; set one with: healthtui pin set")
        case .set: (prompt, isPIN) = ("PIN (empty to go on without it): ", true)
        case .passphrase: prompt = "Passphrase (empty to go on without it): "
        }
        if arguments.isNamed {
            return try give(arguments.secret(.passphrase, prompt: prompt, isPIN: isPIN), to: person)
        }
        guard SecretReader.canAsk else { return Self.goOn("no terminal to ask at; use --passphrase-file") }
        for attempt in 1... {
            guard let entry = try SecretReader.askOptional(prompt) else { return Self.goOn("none was given") }
            do {
                return try person.proveForImports(entry.take(.passphrase))
            } catch let error as HKError where error.ownerChallenge?.isRefused == true {
                guard attempt < Self.mostTries else { throw Self.failure(error) }
                StandardError.line("healthtui: \(error.text)")
            }
        }
    }

    private func give(_ secret: StoreSecret, to person: PersonAccess) throws {
        do {
            try person.proveForImports(secret)
        } catch let error as HKError where error.ownerChallenge?.isRefused == true {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: HKError) -> CommandFailure {
        let name = error.ownerChallenge?.secret == .passphrase ? "passphrase" : "PIN"
        return CommandFailure(name, error.text)
    }

    private static func goOn(_ reason: String) {
        StandardError.line(
            "healthtui: imports go on without your PIN or passphrase: \(reason). What would replace something waits until you give it"
        )
    }
}

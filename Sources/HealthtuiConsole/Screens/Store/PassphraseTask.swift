import HealthKit

/// An operation on the store's passphrase.
package enum PassphraseTask: Hashable, Sendable {
    case set
    case change
    case recoveryKey
    case remove

    /// A required input; the inputs are typed one after the other.
    enum Step: Hashable, Sendable {
        case current
        case new
        case again

        /// The label of the input.
        func label(_ kind: StoreSecret.Kind) -> String {
            switch self {
            case .current: kind == .passphrase ? PassphraseStrings.current : PassphraseStrings.currentKey
            case .new: PassphraseStrings.new
            case .again: PassphraseStrings.again
            }
        }
    }

    /// The texts for it.
    var words: PassphraseStrings.Words {
        switch self {
        case .set: PassphraseStrings.set
        case .change: PassphraseStrings.change
        case .recoveryKey: PassphraseStrings.recoveryKey
        case .remove: PassphraseStrings.removal
        }
    }

    /// The result of the operation.
    package struct Outcome: Hashable, Sendable {
        /// The new recovery key, which isn't stored anywhere.
        package var recoveryKey: String?
        /// Why the store that was encrypted is locked now.
        package var problem: String?
    }

    /// The operations available for a store.
    static func all(isEncrypted: Bool) -> [PassphraseTask] { isEncrypted ? [.change, .recoveryKey, .remove] : [.set] }

    var steps: [Step] {
        switch self {
        case .set: [.new, .again]
        case .change: [.current, .new, .again]
        case .recoveryKey, .remove: [.current]
        }
    }

    /// Whether the store is closed and reopened for it.
    var closesStore: Bool { self == .set || self == .remove }

    /// Does it, blocking.
    ///
    /// - Parameters:
    ///   - secrets: The typed secrets, one for each step.
    ///   - person: The store.
    ///   - unlock: Unlocks the store for every program.
    ///   - progress: Called from time to time with the progress; an error thrown by it ends the work and leaves the
    ///     store unchanged.
    /// - Returns: The result of the operation.
    /// - Throws: `HKError`, and any error thrown by `progress`.
    func run(
        _ secrets: [StoreSecret],
        _ person: PersonAccess,
        unlock: (PersonAccess, StoreSecret) throws -> UnlockReport?,
        progress: (StorePassphrase.Step) throws -> Void
    ) throws -> Outcome {
        guard secrets.count == steps.count, let first = secrets.first else { return Outcome() }
        switch self {
        case .set:
            var outcome = Outcome(recoveryKey: try person.setPassphrase(first, progress: progress))
            do { _ = try unlock(person, first) } catch { outcome.problem = Failure(error).text }
            return outcome
        case .change:
            try person.changePassphrase(from: first, to: secrets[1])
            return Outcome()
        case .recoveryKey: return Outcome(recoveryKey: try person.renewRecoveryKey(with: first))
        case .remove:
            try person.removePassphrase(with: first, progress: progress)
            return Outcome()
        }
    }
}

extension StorePassphrase.Step {
    /// The progress in words.
    var text: String {
        switch self {
        case .writing(let done, let total): PassphraseStrings.written(done, of: total)
        case .checking: PassphraseStrings.checking
        case .overwriting(let done, let total): PassphraseStrings.overwritten(done, of: total)
        }
    }
}

import HealthStore

/// A call that carries the person's secret: it is sent only to the service, and checked before the call is carried out.
protocol SecretCarryingCall: PerformedSessionCall {
    /// The secret; `nil` where there is none yet.
    var carriedSecret: SecretForm? { get }
}

extension OwnerProveCall: SecretCarryingCall {
    var carriedSecret: SecretForm? { secret }

    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws {
        session.proof?.noteProven(session.login, isForOne ? session.permits : nil)
    }
}

extension OwnerSessionCheckCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws {}
}

extension OwnerPINStateCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> OwnerPINState {
        try session.proof?.pinState() ?? .unasked
    }
}

extension OwnerPINCall: SecretCarryingCall {
    var carriedSecret: SecretForm? { current }

    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws {
        guard let proof = session.proof else {
            throw HKError.invalid(
                "This service asks for no PIN, as it runs as you. Start it with --require-secret for one that does"
            )
        }
        try proof.setPIN(new?.secret())
    }
}

extension OwnerUnlockCall: SecretCarryingCall {
    var carriedSecret: SecretForm? { secret }
}

extension OwnerPassphraseCall: SecretCarryingCall {
    var carriedSecret: SecretForm? {
        switch change {
        case .set: nil
        case .change(let secret, _), .renewRecoveryKey(let secret), .remove(let secret): secret
        }
    }
}

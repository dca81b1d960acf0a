/// A call that carries the person's secret: it is sent only to the service, and the secret is checked before the call is carried
/// out.
protocol SecretCarryingCall: OwnerSessionCall {
    /// The secret, or `nil` if there is none yet.
    var carriedSecret: SecretForm? { get }
    /// The program that started the one giving the secret, or `nil` if unknown.
    var starter: OwnerStarter? { get }
}

extension SecretCarryingCall {
    var starter: OwnerStarter? { nil }
}

extension OwnerProveCall: SecretCarryingCall {
    var carriedSecret: SecretForm? { secret }
}

extension OwnerPINCall: SecretCarryingCall {
    var carriedSecret: SecretForm? { current }
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

import HealthKitStore

/// Proves that the person is at the other end of the connection.
package struct OwnerProveCall: OwnerSessionCall {
    package typealias Answer = Void
    package static let name = "prove"

    package var secret: SecretForm
    /// Whether it also applies to the next call that needs the secret each time, besides the terminal.
    package var isForOne: Bool
    /// Whether imports of this connection no longer need it, however long it lasts.
    package var isForImports: Bool?
    /// The program that started this one.
    package var starter: OwnerStarter?
}

/// Reports a key press of the person, which extends the validity of the secret given in the terminal.
package struct OwnerUseCall: OwnerSessionCall {
    package typealias Answer = Void
    package static let name = "use"
}

/// Returns how long a secret that is given now waits until it is checked.
package struct OwnerWaitCall: OwnerSessionCall {
    package typealias Answer = OwnerWait
    package static let name = "wait"

    package var starter: OwnerStarter?
}

/// Lets the next secret be checked at once; for root only.
package struct OwnerEndWaitCall: OwnerSessionCall {
    package typealias Answer = Void
    package static let name = "endWait"
}

/// Needs the same proof as reading, and returns nothing: for live calls that are opened after it.
package struct OwnerSessionCheckCall: OwnerSessionCall {
    package typealias Answer = Void
    package static let name = "checkSession"
}

/// The kind of secret that a service requires.
package enum OwnerPINState: String, Codable, Hashable, Sendable {
    /// The passphrase, as the store is encrypted.
    case passphrase
    /// The PIN.
    case set
    /// A PIN, but none is set: calls that need it are refused.
    case unset
    /// Nothing, by the person's decision.
    case off
    /// Nothing, as the service belongs to the same user.
    case unasked
}

/// Returns the kind of secret that the service requires.
package struct OwnerPINStateCall: OwnerSessionCall {
    package typealias Answer = OwnerPINState
    package static let name = "pinState"
}

/// Sets or removes the PIN of a plain store.
package struct OwnerPINCall: OwnerSessionCall {
    package typealias Answer = Void
    package static let name = "setPIN"
    /// The minimum number of characters of a PIN.
    static let least = 4

    /// The current PIN, or `nil` if there is none.
    package var current: SecretForm?
    /// The new PIN, or `nil` for none.
    package var new: SecretForm?
    /// The program that started this one.
    package var starter: OwnerStarter?
}

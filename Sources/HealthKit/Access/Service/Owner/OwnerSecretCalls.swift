import HealthStore

/// Proves that the person is at the other end of the connection.
package struct OwnerProveCall: OwnerSessionCall {
    package typealias Answer = Void
    package static let name = "prove"

    package var secret: SecretForm
    /// Whether it is for the next call that needs the secret each time, besides the login session.
    package var isForOne: Bool
}

/// Needs what reading needs, and says nothing: for calls that go on, which are opened after it.
package struct OwnerSessionCheckCall: OwnerSessionCall {
    package typealias Answer = Void
    package static let name = "checkSession"
}

/// What a service asks for.
package enum OwnerPINState: String, Codable, Hashable, Sendable {
    /// The passphrase, as the store is encrypted.
    case passphrase
    /// The PIN.
    case set
    /// A PIN, and there is none: what needs it is refused.
    case unset
    /// Nothing, as the person decided.
    case off
    /// Nothing: it is a service of the same user.
    case unasked
}

/// Says what the service asks for.
package struct OwnerPINStateCall: OwnerSessionCall {
    package typealias Answer = OwnerPINState
    package static let name = "pinState"
}

/// Sets or removes the PIN of a plain store.
package struct OwnerPINCall: OwnerSessionCall {
    package typealias Answer = Void
    package static let name = "setPIN"
    /// The fewest characters of a PIN.
    static let least = 4

    /// The PIN that there is; `nil` where there is none.
    package var current: SecretForm?
    /// The one that is to be; `nil` for none.
    package var new: SecretForm?
}

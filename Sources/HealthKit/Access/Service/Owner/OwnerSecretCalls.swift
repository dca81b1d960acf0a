import HealthStore

/// Proves that the person is at the other end of the connection.
package struct OwnerProveCall: OwnerSessionCall {
    package typealias Answer = Void
    package static let name = "prove"

    package var secret: SecretForm
    /// Whether it is for the next call that needs the secret each time, besides the terminal.
    package var isForOne: Bool
    /// Whether imports of this connection need it no more, however long it lasts.
    package var isForImports: Bool?
    /// The program that started this one.
    package var starter: OwnerStarter?
}

/// Says that the person pressed a key, so that the secret that was given in the terminal goes on to hold.
package struct OwnerUseCall: OwnerSessionCall {
    package typealias Answer = Void
    package static let name = "use"
}

/// Says how long a secret that is given now waits until it is checked.
package struct OwnerWaitCall: OwnerSessionCall {
    package typealias Answer = OwnerWait
    package static let name = "wait"

    package var starter: OwnerStarter?
}

/// Has the next secret checked at once; root's alone.
package struct OwnerEndWaitCall: OwnerSessionCall {
    package typealias Answer = Void
    package static let name = "endWait"
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
    /// The program that started this one.
    package var starter: OwnerStarter?
}

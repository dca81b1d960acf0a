import HealthStore

/// How hard a passphrase is to guess for who has the store's file.
package enum PassphraseStrength: Sendable, Hashable {
    /// It takes too long to guess.
    case good
    /// A program that guesses finds it.
    case weak
    /// It can't be judged: the library for it isn't there. The text says why.
    case unknown(String)

    /// How many bits the guesses of a good one are.
    ///
    /// Each takes Argon2id half a second: a thousand machines guess 2^40 in years.
    private static let goodBits = 40.0

    /// Judges a passphrase.
    package init(_ secret: StoreSecret) {
        do {
            self = try Passphrase.guessBits(of: secret.bytes) < Self.goodBits ? .weak : .good
        } catch {
            self = .unknown((error as? StoreError)?.message ?? "\(error)")
        }
    }
}

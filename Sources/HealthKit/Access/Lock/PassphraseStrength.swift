import HealthKitStore

/// The difficulty of guessing a passphrase with access to the store's file.
package enum PassphraseStrength: Sendable, Hashable {
    /// It takes too long to guess.
    case good
    /// A guessing program finds it.
    case weak
    /// It can't be judged, as the required library is missing. The text gives the reason.
    case unknown(String)

    /// The minimum number of guesses, in bits, for a good one.
    ///
    /// Each guess takes Argon2id half a second: a thousand machines need years for 2^40.
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

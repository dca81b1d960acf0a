import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// The question for the secret that a service wants.
enum ProofStrings {
    static var passphraseTitle: String { localized("Enter your passphrase") }
    static var pinTitle: String { localized("Enter your PIN") }
    static var pin: String { localized("PIN") }
    static var checking: String { localized("checking…") }
    /// The reason for asking once.
    static var session: String {
        localized(
            "The service asks before it shows, changes or deletes your data, and again after 15 minutes without a key."
        )
    }
    /// The reason for asking each time.
    static var each: String {
        localized("The service asks each time before it changes permissions, exports or makes a backup.")
    }
    /// Why a secret isn't checked yet.
    static func waits(_ seconds: Int, _ programs: String) -> String {
        let time = NumberText.text(seconds)
        return programs.isEmpty
            ? localized("Others are checked first; yours is in \(time) s at the latest.")
            : localized(
                "Others are checked first; yours is in \(time) s at the latest. Wrong ones came from \(programs)."
            )
    }
    static func title(isPIN: Bool) -> String { isPIN ? pinTitle : passphraseTitle }
    static func label(isPIN: Bool) -> String { isPIN ? pin : LockStrings.passphrase }
    /// Why a call failed whose question was closed.
    static func missing(isPIN: Bool) -> String {
        isPIN ? localized("This needs your PIN") : localized("This needs your passphrase")
    }
}

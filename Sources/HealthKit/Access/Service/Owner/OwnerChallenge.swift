import Foundation
import HealthStore

/// What a service asks for before it carries out a call of the owner's: the detail of an error.
package struct OwnerChallenge: Hashable, Sendable {
    /// What the person is asked for.
    package enum Secret: String, Hashable, Sendable {
        /// The passphrase of an encrypted store.
        case passphrase
        /// The PIN of a plain store.
        case pin
        /// A PIN that nobody has set yet.
        case unset
    }

    package var need: OwnerNeed
    package var secret: Secret
    /// Whether a secret was given that isn't the right one, or came too soon.
    package var isRefused: Bool

    package init(_ need: OwnerNeed, _ secret: Secret, isRefused: Bool = false) {
        (self.need, self.secret, self.isRefused) = (need, secret, isRefused)
    }

    /// As it stands in an error that is sent.
    var detail: String {
        (["proof", need.rawValue, secret.rawValue] + (isRefused ? ["refused"] : [])).joined(separator: " ")
    }

    /// Reads what ``detail`` wrote; `nil` for anything else.
    init?(detail: String) {
        let words = detail.split(separator: " ").map(String.init)
        guard words.count >= 3, words[0] == "proof", let need = OwnerNeed(rawValue: words[1]),
            let secret = Secret(rawValue: words[2])
        else { return nil }
        self.init(need, secret, isRefused: words.dropFirst(3) == ["refused"])
    }

    /// The error that asks for it.
    var error: HKError {
        let text =
            switch secret {
            case .unset: "The service asks for a PIN, and none is set. Set one with: healthtui pin set"
            case .passphrase:
                isRefused ? "The passphrase is wrong" : "The service asks for the store's passphrase first"
            case .pin: isRefused ? "The PIN is wrong" : "The service asks for your PIN first"
            }
        return error(text)
    }

    /// The error that asks for it, in other words.
    func error(_ text: String) -> HKError {
        HKError(.errorAuthorizationDenied, userInfo: [NSLocalizedDescriptionKey: text, HKError.challengeKey: detail])
    }
}

extension HKError {
    static let challengeKey = "HealthKit.ownerChallenge"

    /// What the service asks for; `nil` for any other error.
    package var ownerChallenge: OwnerChallenge? {
        (userInfo[Self.challengeKey] as? String).flatMap { OwnerChallenge(detail: $0) }
    }

    /// What is sent of an error besides its code and text; `nil` for nothing.
    var sentDetail: String? {
        if let challenge = userInfo[Self.challengeKey] as? String { return challenge }
        return saysLocked ? "locked" : nil
    }

    /// An error as it was sent.
    init(_ code: Code, _ text: String, detail: String?) {
        var info: [String: Any] = [NSLocalizedDescriptionKey: text]
        switch detail {
        case "locked"?: info[NSUnderlyingErrorKey] = StoreError.locked(nil)
        case let detail? where OwnerChallenge(detail: detail) != nil: info[Self.challengeKey] = detail
        default: break
        }
        self.init(code, userInfo: info)
    }
}

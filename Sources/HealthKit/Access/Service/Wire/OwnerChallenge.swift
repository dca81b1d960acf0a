import Foundation
import HealthKitStore

/// The secret that a service requires before it carries out a call of the owner: the detail of an error.
package struct OwnerChallenge: Hashable, Sendable {
    /// The kind of secret.
    package enum Secret: String, Hashable, Sendable {
        /// The passphrase of an encrypted store.
        case passphrase
        /// The PIN of a plain store.
        case pin
        /// A PIN that isn't set yet.
        case unset
    }

    package var need: OwnerNeed
    package var secret: Secret
    /// Whether the given secret was wrong, or came too soon.
    package var isRefused: Bool

    package init(_ need: OwnerNeed, _ secret: Secret, isRefused: Bool = false) {
        (self.need, self.secret, self.isRefused) = (need, secret, isRefused)
    }

    /// The form sent in an error.
    var detail: String {
        (["proof", need.rawValue, secret.rawValue] + (isRefused ? ["refused"] : [])).joined(separator: " ")
    }

    /// Reads the form written by ``detail``; fails for anything else.
    init?(detail: String) {
        let words = detail.split(separator: " ").map(String.init)
        guard words.count >= 3, words[0] == "proof", let need = OwnerNeed(rawValue: words[1]),
            let secret = Secret(rawValue: words[2])
        else { return nil }
        self.init(need, secret, isRefused: words.dropFirst(3) == ["refused"])
    }

    /// The error that requests it.
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

    /// The error that requests it, with a different text.
    func error(_ text: String) -> HKError {
        HKError(.errorAuthorizationDenied, userInfo: [NSLocalizedDescriptionKey: text, HKError.challengeKey: detail])
    }
}

extension HKError {
    static let challengeKey = "HealthKit.ownerChallenge"

    /// The service's challenge, or `nil` for any other error.
    package var ownerChallenge: OwnerChallenge? {
        (userInfo[Self.challengeKey] as? String).flatMap { OwnerChallenge(detail: $0) }
    }

    /// The detail of an error that is sent besides its code and text, or `nil` for none.
    var sentDetail: String? {
        if let challenge = userInfo[Self.challengeKey] as? String { return challenge }
        return saysLocked ? "locked" : nil
    }

    /// An error as received.
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

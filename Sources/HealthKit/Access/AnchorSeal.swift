import Foundation
import HealthKitStore

/// Converts change numbers to and from anchors that an app can keep but not interpret.
///
/// A change number counts everyone's saves and would reveal to an app how much others saved. An app's anchor therefore holds a
/// number that only this store can convert back, records how much the app itself was given, and carries a tag that only this
/// store can compute for this app. Any other anchor starts from the beginning: HealthKit documents no error for one, and the app
/// recognizes repeated objects by their UUIDs.
struct AnchorSeal {
    /// Distinguishes a sealed number from a plain one.
    private static let mark: Int64 = 1 << 62
    private static let halfBits: UInt64 = 31
    private static let half: UInt64 = 1 << halfBits - 1

    private let key: AnchorKey
    private let bundle: String?
    /// The latest change; no anchor refers to a later one unless the store was restored to an earlier state.
    private let last: Int64

    /// The seal of a reader's caller; the owner's anchors are change numbers.
    init(_ reader: ObjectReader) throws {
        bundle = reader.makes(.anchors) ? reader.caller?.bundleIdentifier : nil
        let stored = try bundle == nil ? nil : reader.value(AnchorKey.self, AnchorKey.namespace, AnchorKey.name)
        key = stored ?? .ofProcess
        last = try bundle == nil ? .max : reader.store.currentAnchor
    }

    /// The anchor of a change number for the caller.
    func anchor(at changeNumber: Int64, given: Int64) -> HKQueryAnchor {
        guard bundle != nil else { return HKQueryAnchor(changeNumber) }
        let value = changeNumber == 0 ? 0 : Self.mark | Int64(scrambled(UInt64(changeNumber)))
        return HKQueryAnchor(value, given: given, tag: value == 0 ? nil : tag(value, given))
    }

    /// The change number of an anchor, or the beginning for an anchor that this store did not give to the caller.
    func changeNumber(of anchor: CallAnchor) -> Int64 {
        guard bundle != nil else { return max(0, anchor.value) }
        // A made-up number would let an app count what others saved between two of its own changes.
        guard anchor.value >= Self.mark else { return 0 }
        let changeNumber = Int64(unscrambled(UInt64(anchor.value ^ Self.mark)))
        guard changeNumber <= last else { return 0 }
        if let tag = anchor.tag { return tag == self.tag(anchor.value, anchor.given) ? changeNumber : 0 }
        // Anchors of version 0.2 have no tag; a random number is unlikely to match a change of that time.
        return changeNumber <= key.lastUntagged ?? last ? changeNumber : 0
    }

    /// The tag proving that this store gave an anchor to the caller, or `nil` while the store's key is of an older version.
    private func tag(_ value: Int64, _ given: Int64?) -> Int64? {
        guard let authenticator = key.authenticator else { return nil }
        let text = "\(value)\u{1F}\(given ?? 0)\u{1F}\(bundle ?? "")"
        return Int64(bitPattern: KeyedHash.authenticator(of: Array(text.utf8), key: Array(authenticator)))
    }

    /// A permutation of the 62-bit numbers, by a four-round Feistel network.
    private func scrambled(_ number: UInt64) -> UInt64 {
        var (left, right) = (number >> Self.halfBits, number & Self.half)
        for round in 0..<4 { (left, right) = (right, left ^ noise(right, UInt64(round))) }
        return left << Self.halfBits | right
    }

    private func unscrambled(_ number: UInt64) -> UInt64 {
        var (left, right) = (number >> Self.halfBits, number & Self.half)
        for round in (0..<4).reversed() { (left, right) = (right ^ noise(left, UInt64(round)), left) }
        return left << Self.halfBits | right
    }

    private func noise(_ half: UInt64, _ round: UInt64) -> UInt64 {
        KeyedHash.word(key: key.secret, [round, half], text: bundle ?? "") & Self.half
    }
}

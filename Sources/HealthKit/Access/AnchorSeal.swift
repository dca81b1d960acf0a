import Foundation
import HealthStore

/// Turns places in the store's order of changes into anchors that an app can keep but not read, and back.
///
/// A place counts what everybody saved; an app would learn from it how much that was. So an app's anchor holds a number
/// that only this store can turn back, and says how much the app itself was given.
struct AnchorSeal {
    /// Tells a sealed place from the plain ones of older versions.
    private static let mark: Int64 = 1 << 62
    private static let halfBits: UInt64 = 31
    private static let half: UInt64 = 1 << halfBits - 1
    /// A place above this was not sealed by this store.
    private static let highestPlace: Int64 = 1 << 44

    private let key: AnchorKey?
    private let bundle: String?

    /// The seal of a reader's asker; the person's anchors are places.
    init(_ reader: ObjectReader) throws {
        bundle = reader.makes(.anchors) ? reader.asker?.bundleIdentifier : nil
        key = try bundle == nil ? nil : reader.value(AnchorKey.self, AnchorKey.namespace, AnchorKey.name)
    }

    /// The anchor of a place for the asker.
    func anchor(at place: Int64, given: Int64) -> HKQueryAnchor {
        guard bundle != nil else { return HKQueryAnchor(place) }
        return HKQueryAnchor(place == 0 ? 0 : Self.mark | Int64(scrambled(UInt64(place), key?.secret)), given: given)
    }

    /// The place of an anchor; the beginning for one that this store did not give to the asker.
    func place(of anchor: CallAnchor) -> Int64 {
        guard bundle != nil else { return max(0, anchor.value) }
        guard anchor.value >= Self.mark else {
            // Anchors of older versions are places; no other plain number is, so that nobody can measure with them.
            return max(0, min(anchor.value, key?.lastPlain ?? anchor.value))
        }
        for secret in [key?.secret, nil] {
            let place = Int64(unscrambled(UInt64(anchor.value ^ Self.mark), secret))
            if place < Self.highestPlace { return place }
        }
        return 0
    }

    /// A permutation of the numbers of 62 bits, by four rounds of Feistel's.
    private func scrambled(_ number: UInt64, _ secret: UInt64?) -> UInt64 {
        var (left, right) = (number >> Self.halfBits, number & Self.half)
        for round in 0..<4 { (left, right) = (right, left ^ noise(right, UInt64(round), secret)) }
        return left << Self.halfBits | right
    }

    private func unscrambled(_ number: UInt64, _ secret: UInt64?) -> UInt64 {
        var (left, right) = (number >> Self.halfBits, number & Self.half)
        for round in (0..<4).reversed() { (left, right) = (right ^ noise(left, UInt64(round), secret), left) }
        return left << Self.halfBits | right
    }

    private func noise(_ half: UInt64, _ round: UInt64, _ secret: UInt64?) -> UInt64 {
        KeyedHash.word(key: secret ?? 0, [round, half], text: bundle ?? "") & Self.half
    }
}

/// What a store's anchors are sealed with.
struct AnchorKey: Codable, Sendable {
    static let namespace = "anchors"
    static let name = "key"

    var secret: UInt64
    /// The last place that an anchor of an older version may stand for.
    var lastPlain: Int64
}

extension ObjectWriter {
    /// Makes the key of the store's anchors, once: when the person first decides something, or is first asked.
    func makeAnchorKey() throws {
        guard try value(AnchorKey.self, AnchorKey.namespace, AnchorKey.name) == nil else { return }
        let hasApps = try !store.values(StoreNamespace.grants, limit: 1).isEmpty
        let key = AnchorKey(
            secret: UInt64.random(in: 1...(.max)),
            lastPlain: hasApps ? try store.currentAnchor : 0
        )
        try setValue(key, AnchorKey.namespace, AnchorKey.name)
    }
}

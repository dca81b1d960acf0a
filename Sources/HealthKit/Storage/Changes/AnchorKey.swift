import Foundation
import HealthKitStore

/// The keys that seal a store's anchors.
struct AnchorKey: Codable, Sendable {
    static let namespace = "anchors"
    static let name = "key"

    var secret: UInt64
    /// The number that versions before 0.3 read as the last plain number of 0.1 with a change: none.
    var lastPlain: Int64 = 0
    /// The key of the tags; `nil` in a key of version 0.2.
    var authenticator: Data?
    /// The last change that an anchor without a tag can stand for; `nil` in a key of version 0.2.
    var lastUntagged: Int64?

    static func random(lastUntagged: Int64) -> AnchorKey {
        AnchorKey(
            secret: UInt64.random(in: 1...(.max)),
            authenticator: Data(KeyedHash.randomKey()),
            lastUntagged: lastUntagged
        )
    }

    /// The key used if the store has none and can't get one; only this process can open anchors sealed with it.
    static let ofProcess = random(lastUntagged: 0)
}

extension ObjectWriter {
    /// Creates the store's anchor key once, at the owner's first decision or first request.
    func makeAnchorKey() throws {
        let known = try anchorKey()
        guard known?.authenticator == nil else { return }
        var key = AnchorKey.random(lastUntagged: known == nil ? 0 : try store.currentAnchor)
        if let known { key.secret = known.secret }
        try setValue(key, AnchorKey.namespace, AnchorKey.name)
    }
}

extension ObjectReader {
    fileprivate func anchorKey() throws -> AnchorKey? {
        try value(AnchorKey.self, AnchorKey.namespace, AnchorKey.name)
    }

    /// Whether apps have rights in the store but it lacks an anchor key of this version.
    fileprivate var needsAnchorKey: Bool {
        get throws {
            try anchorKey()?.authenticator == nil && !store.values(StoreNamespace.grants, limit: 1).isEmpty
        }
    }
}

extension HealthDatabase {
    /// Creates the anchor key of a store from an older version that has app rights but no such key.
    func upgradeAnchorKey() throws {
        if try read({ try $0.needsAnchorKey }) { try write { try $0.makeAnchorKey() } }
    }
}

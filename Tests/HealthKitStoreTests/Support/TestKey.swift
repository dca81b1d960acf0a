import Foundation
@testable import HealthKitStore

/// The key of the stores that tests encrypt, which the process has for every one of them.
enum TestKey {
    /// The key; it is given to whoever opens a store of it without one.
    static let secret: SecretBytes = {
        var bytes = (0..<32).map { UInt8($0 * 7 + 3) }
        guard let secret = try? SecretBytes(taking: &bytes) else { preconditionFailure("no memory for a key") }
        StoreKeys.addProvider { lock in try lock.isKey(secret) ? secret : nil }
        return secret
    }()

    private static let handle = try? StoreKeyHandle(secret)

    /// What a name of SQLite's says so that it opens, or makes, files of this key.
    static var parameter: String { "&key=\(handle?.number ?? 0)" }
}

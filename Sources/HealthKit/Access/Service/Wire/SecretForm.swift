import Foundation
import HealthKitStore

/// A secret that the person typed.
package struct SecretForm: Codable, Sendable {
    var isRecoveryKey: Bool
    var bytes: [UInt8]
}

extension SecretForm {
    /// The secret, in guarded memory.
    func secret() throws -> StoreSecret {
        let entry = try StoreSecret.Entry()
        for byte in bytes {
            guard entry.add(byte) else { throw HKError.invalid("A passphrase has at most 1,024 bytes") }
        }
        return try entry.take(isRecoveryKey ? .recoveryKey : .passphrase)
    }

    init(_ secret: StoreSecret) {
        self.init(isRecoveryKey: secret.kind == .recoveryKey, bytes: secret.bytes.withBytes { Array($0) })
    }
}

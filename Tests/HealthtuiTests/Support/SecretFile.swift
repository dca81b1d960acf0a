import Foundation

/// Files with secrets, which must not be readable by other users.
enum SecretFile {
    /// Writes one.
    static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
}

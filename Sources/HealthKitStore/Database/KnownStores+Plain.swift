import CHealthKitStoreFileSystem
import Foundation

extension KnownStores {
    /// Checks that no encrypted store was at a path where there is a plain one now, or none.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - exists: Whether there is a file.
    /// - Throws: ``StoreError`` with code `notEncrypted`.
    package func requirePlain(_ path: String, exists: Bool) throws {
        guard let entry = entry(of: path) else { return }
        if exists, isExpected(entry, path) {
            forget(path)
            return
        }
        let what =
            exists
            ? "The store that was here is encrypted, and this file isn't. Someone replaced it. Nothing was read or saved."
            : "The encrypted store that was here is missing. No other was made in its place."
        let way = " Put the right file back. If you made this change yourself, run: healthtui passphrase accept"
        throw StoreError(.notEncrypted, what + way, path: path)
    }

    /// Whether there is the plain file that was to take the store's place.
    private func isExpected(_ entry: Entry, _ path: String) -> Bool {
        // A file that can't be looked at is not the expected one, and the caller refuses it.
        guard let next = entry.next, let fileHeader = try? StoreFileSystem.standard.fileHeader(path) else {
            return false
        }
        return next == Data(SealedBox.hash(fileHeader.fileID))
    }
}

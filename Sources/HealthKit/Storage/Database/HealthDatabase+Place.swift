import Foundation
import HealthKitStore

/// The state of an open store's file.
package enum StorePlace: Sendable, Hashable {
    /// The file is still in place.
    case unchanged
    /// The file was moved or deleted; reads return its last contents.
    case removed
    /// Another store has replaced it and is open now.
    case reopened
    /// Something else has replaced it.
    case unreadable(String)
}

extension HealthDatabase {
    /// Checks whether the file is still in place, and opens the store that has replaced it.
    ///
    /// Listeners are notified to read again.
    ///
    /// - Returns: The state of the file.
    func checkPlace() -> StorePlace {
        // There is nothing to check while the store is locked or closed.
        guard let path, let store = try? store, !store.isInPlace else { return .unchanged }
        guard FileManager.default.fileExists(atPath: path) else { return .removed }
        do {
            guard encryption == nil else {
                let text = "The store was replaced while it was open. End the program and start it again."
                throw StoreError(.moved, text, path: path)
            }
            guard let new = try store.reopened() else { return .removed }
            changes.turn(to: nil)
            put(new)
            changes.turn(to: new)
            forgetWhatWasRead()
            changes.reportReopened()
            return .reopened
        } catch {
            return .unreadable((error as? HKError)?.text ?? "\(error)")
        }
    }
}

import Foundation
import HealthStore

/// What became of the file of a store that is open.
package enum StorePlace: Sendable, Hashable {
    /// It is where it was opened.
    case unchanged
    /// It was moved or removed; what is read is what it held then.
    case removed
    /// Another store is in its place, and is open now.
    case reopened
    /// Something else is in its place.
    case unreadable(String)
}

extension HealthDatabase {
    /// Looks whether the file is still where it was opened, and opens the store that has taken its place.
    ///
    /// Whoever listens is told to read anew.
    ///
    /// - Returns: What became of the file.
    func checkPlace() -> StorePlace {
        // While it is locked or closed there is nothing to look after.
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

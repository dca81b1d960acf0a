import Foundation
import HealthKit
import HealthtuiConsole

/// Locks the person's store when the screen is locked, if the person enabled that.
enum ScreenLocking {
    /// Begins to listen, on a separate thread.
    ///
    /// - Parameters:
    ///   - path: The owner's socket of the service that may have the store open.
    ///   - report: Called with a line about each action.
    static func start(at path: String, _ report: @escaping @Sendable (String) -> Void) {
        Thread.detachNewThread {
            ScreenLock.listen {
                do {
                    guard try SettingsFile.readStandard().locksWithScreen else { return }
                    let stores = try lock(at: path)
                    if stores > 0 { report("screen locked: \(stores.of("store")) locked") }
                } catch {
                    report("screen locked, but the store isn't: \(error)")
                }
            }
        }
    }

    /// Locks the stores whose keys an agent of this user has, and that of the service.
    private static func lock(at path: String) throws -> Int {
        var stores = try PersonAccess.lockAll().stores
        // A service that isn't there has nothing open.
        guard FileManager.default.fileExists(atPath: path) else { return stores }
        let person = HKHealthStore.person(location: .service(path)).person
        if case .unlocked = try person.lockState() { stores += try person.lock().stores }
        return stores
    }
}

import HealthKitStore

/// Observes the screen's lock through logind.
package enum ScreenLock {
    /// Listens until the process ends; without logind, it is never called.
    ///
    /// - Parameter heard: Called when the screen of a session of this user was locked.
    package static func listen(_ heard: () -> Void) { ScreenLockWatch().run(heard) }
}

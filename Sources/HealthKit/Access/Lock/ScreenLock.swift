import HealthStore

/// Hears of the screen's lock from logind.
package enum ScreenLock {
    /// Listens until the process ends; where there is no logind nothing is ever heard.
    ///
    /// - Parameter heard: Called when the screen of a session of this user was locked.
    package static func listen(_ heard: () -> Void) { ScreenLockWatch().run(heard) }
}

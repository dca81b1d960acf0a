import Synchronization

/// Observes the person's choice of units, made in any process (R11.2).
final class PreferenceWatch: Sendable {
    private let token = Mutex<ChangeToken?>(nil)

    /// Starts watching; further calls have no effect.
    func watch(_ port: any CallPort, _ report: @escaping @Sendable () -> Void) {
        token.withLock { token in
            guard token == nil else { return }
            let interest = ChangeInterest(types: [], namespaces: [StoreNamespace.preferredUnits], whenReopened: false)
            // On failure the app isn't notified; it still reads the right units when it asks.
            token = HealthLog.attempt("listen") { try port.listen(interest, report) }
        }
    }
}

import Synchronization

/// Hears when the person chooses other units, in whichever process (R11.2).
final class PreferenceWatch: Sendable {
    private let token = Mutex<ChangeToken?>(nil)

    /// Begins to watch; once is enough.
    func watch(_ port: any CallPort, _ report: @escaping @Sendable () -> Void) {
        token.withLock { token in
            guard token == nil else { return }
            let interest = ChangeInterest(types: [], namespaces: [StoreNamespace.preferredUnits], whenReopened: false)
            // Without it the app isn't told; it reads the right units when it asks.
            token = HealthLog.attempt("listen") { try port.listen(interest, report) }
        }
    }
}

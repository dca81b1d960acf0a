import Foundation
import Synchronization

/// The observer queries that a test's app has executed, which a simulated background launch needs to know.
package final class ObserverRegistry: Sendable {
    /// One observer.
    package struct Observer: Sendable {
        /// The bundle identifier of the observing app.
        package let bundleIdentifier: String
        /// The types that it observes.
        package let types: Set<HKSampleType>
        /// Whether the app was notified, and has acknowledged every notification.
        package let isDone: @Sendable () -> Bool
        /// Sets the handler called for each update that is delivered or acknowledged.
        package let listen: @Sendable ((@Sendable () -> Void)?) -> Void
        /// Ends the query.
        package let stop: @Sendable () -> Void
    }

    private let state = Mutex<[Observer]>([])

    package init() {}

    /// Registers a running observer.
    package func note(_ observer: Observer) { state.withLock { $0.append(observer) } }

    /// Takes the observers that an app executed since the last call.
    package func take(of bundleIdentifier: String) -> [Observer] {
        state.withLock { observers in
            let taken = observers.filter { $0.bundleIdentifier == bundleIdentifier }
            observers.removeAll { $0.bundleIdentifier == bundleIdentifier }
            return taken
        }
    }
}

import Foundation
import Synchronization

/// The observers that the app of a test has executed, as a launch in the background has to know them.
package final class ObserverRegistry: Sendable {
    /// One observer.
    package struct Observer: Sendable {
        /// Whose it is.
        package let bundleIdentifier: String
        /// The types that it observes.
        package let types: Set<HKSampleType>
        /// Whether the app was told of something, and is done with all that it was told.
        package let isDone: @Sendable () -> Bool
        /// Has somebody hear of each update that is told or acknowledged.
        package let listen: @Sendable ((@Sendable () -> Void)?) -> Void
        /// Ends the query.
        package let stop: @Sendable () -> Void
    }

    private let state = Mutex<[Observer]>([])

    package init() {}

    /// Keeps an observer that runs.
    package func note(_ observer: Observer) { state.withLock { $0.append(observer) } }

    /// Those of an app that were executed since this was last asked.
    package func take(of bundleIdentifier: String) -> [Observer] {
        state.withLock { observers in
            let taken = observers.filter { $0.bundleIdentifier == bundleIdentifier }
            observers.removeAll { $0.bundleIdentifier == bundleIdentifier }
            return taken
        }
    }
}

import Foundation
import HealthKit
import Synchronization

/// What changed in the store since the last time.
package struct StoreNews: Sendable, Hashable {
    /// Identifiers of types that samples were added to or deleted from.
    package var types: Set<String> = []
    /// Namespaces of values that were set.
    package var namespaces: Set<String> = []

    package func concerns(_ type: String) -> Bool { types.contains(type) }

    package var hasSamples: Bool { !types.isEmpty }
}

extension StoreNews {
    /// How long news are gathered after some were told, so that an import does not redraw at every commit.
    private static let pause = Duration.milliseconds(250)

    /// Tells of every change until the task is cancelled; changes in quick succession come as one.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - tell: Called with what changed.
    package static func watch(_ person: PersonAccess, _ tell: @Sendable (StoreNews) -> Void) async {
        let gathered = Gathered()
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let token = try? person.listen { change in
            gathered.add(change)
            continuation.yield()
        }
        defer { token?.cancel() }
        for await _ in signals {
            tell(gathered.take())
            try? await Task.sleep(for: pause)
        }
    }

    private final class Gathered: Sendable {
        private let news = Mutex(StoreNews())

        func add(_ change: DatabaseChange) {
            news.withLock { news in
                news.types.formUnion(change.types)
                news.namespaces.formUnion(change.namespaces)
            }
        }

        func take() -> StoreNews {
            news.withLock { news in
                defer { news = StoreNews() }
                return news
            }
        }
    }
}

import Foundation
import HealthKit
import Synchronization

/// What changed in the store since the last time.
package struct StoreNews: Sendable, Hashable {
    /// Identifiers of types that samples were added to or deleted from.
    package var types: Set<String> = []
    /// What else changed.
    package var topics: Set<ChangeTopic> = []

    package func concerns(_ type: String) -> Bool { types.contains(type) }

    package var hasSamples: Bool { !types.isEmpty }

    /// These news and earlier ones that were not looked at yet.
    package mutating func merge(_ others: StoreNews) {
        types.formUnion(others.types)
        topics.formUnion(others.topics)
    }
}

extension StoreNews {
    /// How long news are gathered after some were told, so that an import does not redraw at every commit.
    private static let pause = Duration.milliseconds(250)

    /// How long to wait before a store that does not tell of its changes is asked again to do so.
    private static let retry = Duration.seconds(5)

    /// Tells of every change until the task is cancelled; changes in quick succession come as one.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - tell: Called with what changed.
    ///   - failed: Called, once, when the store does not tell of changes; it is asked again and again.
    package static func watch(
        _ person: PersonAccess,
        _ tell: @Sendable (StoreNews) -> Void,
        failed: @Sendable (Failure) -> Void
    ) async {
        let gathered = Gathered()
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var token: ChangeToken?
        var wasTold = false
        while token == nil, !Task.isCancelled {
            do {
                token = try person.listen { change in
                    gathered.add(change)
                    continuation.yield()
                }
            } catch {
                if !wasTold { failed(Failure(error)) }
                wasTold = true
                try? await Task.sleep(for: retry)
            }
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
            news.withLock { $0.merge(StoreNews(types: change.types, topics: change.topics)) }
        }

        func take() -> StoreNews {
            news.withLock { news in
                defer { news = StoreNews() }
                return news
            }
        }
    }
}

import Foundation
import HealthKit
import Synchronization

/// The changes in the store since the last report.
package struct StoreNews: Sendable, Hashable {
    /// Identifiers of types that samples were added to or deleted from.
    package var types: Set<String> = []
    /// The other changes.
    package var topics: Set<ChangeTopic> = []
    /// Whether there was no observer for a while, so that anything may have changed.
    package var isAnything = false
    /// Whether the store was locked since, or unlocked; nil when neither.
    package var isLocked: Bool?

    /// Anything may have changed.
    package static let anything = StoreNews(topics: Set(ChangeTopic.allCases), isAnything: true)

    /// Nothing that affects the rest of the console changed, but the visible data has to be read again.
    static let shownAnew: StoreNews = {
        var news = StoreNews.anything
        news.topics.subtract([.units, .guest, .requests])
        return news
    }()

    package func concerns(_ type: String) -> Bool { isAnything || types.contains(type) }

    package var hasSamples: Bool { isAnything || !types.isEmpty }

    /// These news and earlier ones that were not looked at yet.
    package mutating func merge(_ others: StoreNews) {
        types.formUnion(others.types)
        topics.formUnion(others.topics)
        isAnything = isAnything || others.isAnything
        isLocked = others.isLocked ?? isLocked
    }
}

/// Observes a store's changes from its creation on.
package final class StoreEar: Sendable {
    /// The time that changes are collected after a report, so that an import doesn't redraw at every commit.
    private static let pause = Duration.milliseconds(250)

    private let gathered: Gathered
    private let signals: AsyncStream<Void>
    private let token: ChangeToken

    /// Begins to listen.
    ///
    /// - Parameter person: The store.
    /// - Throws: `HKError` if the store does not report its changes.
    package init(_ person: PersonAccess) throws {
        let gathered = Gathered()
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        token = try person.listen { change in
            gathered.add(change)
            continuation.yield()
        }
        self.gathered = gathered
        self.signals = signals
    }

    /// Reports every change until the task is cancelled; changes in quick succession are combined.
    ///
    /// - Parameter report: Called with the changes.
    package func report(_ report: @Sendable (StoreNews) -> Void) async {
        defer { token.cancel() }
        for await _ in signals {
            report(gathered.take())
            // It fails only where it is cancelled, which ends the signals.
            try? await Task.sleep(for: Self.pause)
        }
    }

    private final class Gathered: Sendable {
        private let news = Mutex(StoreNews())

        func add(_ change: DatabaseChange) {
            var new = StoreNews(types: change.types, topics: change.topics)
            if change.isReopened || change.isLocked {
                new.isAnything = true
                new.isLocked = change.isLocked
            }
            let added = new
            news.withLock { $0.merge(added) }
        }

        func take() -> StoreNews {
            news.withLock { news in
                defer { news = StoreNews() }
                return news
            }
        }
    }
}

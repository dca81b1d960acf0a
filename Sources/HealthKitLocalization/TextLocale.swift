import Synchronization

/// The language of texts, and how numbers and dates in them are written.
///
/// The console chooses one before its first screen. Until then, and in every command for scripts, all is
/// ``standard``: English, which costs a read of an atomic more than the text itself.
package final class TextLocale: Sendable {
    /// English as it stands in the code.
    package static let standard = TextLocale()

    package let catalogue: MessageCatalogue
    package let region: RegionFormat

    /// A language in a place.
    ///
    /// - Parameters:
    ///   - catalogue: The translations; an empty one is English.
    ///   - region: How numbers and dates are written.
    package init(_ catalogue: MessageCatalogue = MessageCatalogue(), region: RegionFormat = .standard) {
        self.catalogue = catalogue
        self.region = region
    }

    /// Whether anything but ``standard`` was ever chosen in this process.
    private static let isChosen = Atomic(false)
    private static let chosen = Mutex(TextLocale.standard)

    /// For work that has another one than the process: tests run at the same time.
    @TaskLocal private static var ofTask: TextLocale?

    /// Whether texts may be other than the English ones.
    static var isTranslating: Bool { isChosen.load(ordering: .relaxed) }

    /// The one that holds here.
    package static var current: TextLocale {
        guard isTranslating else { return standard }
        return ofTask ?? chosen.withLock { $0 }
    }

    /// Makes it the one of the process: done once, before anything is drawn.
    package func choose() {
        Self.chosen.withLock { $0 = self }
        Self.isChosen.store(true, ordering: .relaxed)
    }

    /// Lets it hold for some work, and for the tasks that the work begins.
    ///
    /// - Parameter work: The work.
    /// - Returns: The result of the work.
    package func during<T>(_ work: () throws -> T) rethrows -> T {
        Self.isChosen.store(true, ordering: .relaxed)
        return try Self.$ofTask.withValue(self, operation: work)
    }

    /// Lets it hold for some work, and for the tasks that the work begins.
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor.
    ///   - work: The work.
    /// - Returns: The result of the work.
    package func during<T>(
        isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> T
    ) async rethrows -> T {
        Self.isChosen.store(true, ordering: .relaxed)
        return try await Self.$ofTask.withValue(self, operation: work)
    }
}

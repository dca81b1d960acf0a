import Synchronization

/// The filters that were used while the console is open, by the type that they were used on.
///
/// They stay in memory, like the history of the command line: a filter may contain health data, which must not be in a
/// file outside the store.
package final class FilterHistory: Sendable {
    private let texts = Mutex<[String: [String]]>([:])

    /// The most filters that are kept of a type.
    private static let limit = 100

    init() {}

    /// The filters of a type, the last one last.
    func filters(of identifier: String) -> [String] { texts.withLock { $0[identifier] ?? [] } }

    /// Keeps a filter; one that was used before moves to the end.
    func add(_ text: String, to identifier: String) {
        texts.withLock { texts in
            let others = (texts[identifier] ?? []).filter { $0 != text }
            texts[identifier] = Array((others + [text]).suffix(Self.limit))
        }
    }
}

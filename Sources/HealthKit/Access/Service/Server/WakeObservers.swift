import Foundation
import Synchronization

/// The updates delivered to the observers of connected apps, and those that the apps acknowledged.
final class WakeObservers: Sendable {
    private struct Entry {
        let app: String
        let types: Set<String>
        /// The connection that it came over.
        let connection: ObjectIdentifier
        /// The change number up to which changes were examined.
        var examined: Int64?
        /// The unacknowledged answers, each with its index and the change number acknowledged before it.
        var waiting: [(index: UInt64, before: Int64)] = []
        var last: UInt64 = 0
        let reportAgain: @Sendable () -> Void

        var done: Int64 { waiting.first?.before ?? examined ?? .min }
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        var last: UInt64 = 0
        var left: [WakeKey: Int64] = [:]

        func done(_ key: WakeKey) -> Int64? {
            entries.values.filter { $0.app == key.app && $0.types.contains(key.type) }.map(\.done).min()
        }

        /// Keeps the acknowledged change number of an observer that ends.
        mutating func keepDone(of entry: Entry) {
            for type in entry.types {
                let key = WakeKey(app: entry.app, type: type)
                guard let done = done(key), done > .min else { continue }
                left[key] = max(left[key] ?? .min, done)
            }
        }
    }

    private let state = Mutex(State())
    private let onChange: @Sendable () -> Void

    /// - Parameter onChange: Called when an app acknowledged an update, or observes more or less than before.
    init(_ onChange: @escaping @Sendable () -> Void) { self.onChange = onChange }

    /// Adds an observer of an app.
    ///
    /// - Parameters:
    ///   - app: The app's bundle identifier.
    ///   - types: The types that it observes.
    ///   - connection: The connection that it came over.
    ///   - reportAgain: Calls the observer again.
    /// - Returns: The object that tracks its updates.
    func open(
        app: String,
        types: Set<String>,
        connection: ObjectIdentifier,
        reportAgain: @escaping @Sendable () -> Void
    ) -> WakeObserver {
        let number = state.withLock { state in
            state.last += 1
            state.entries[state.last] = Entry(app: app, types: types, connection: connection, reportAgain: reportAgain)
            return state.last
        }
        return WakeObserver(self, number)
    }

    /// Records that an update was sent to the app, or that there was none.
    fileprivate func note(_ number: UInt64, examined: Int64?, isReported: Bool) {
        let isNew = state.withLock { state in
            guard var entry = state.entries[number] else { return false }
            if isReported {
                entry.last += 1
                entry.waiting.append((entry.last, entry.done))
            }
            let isFirst = entry.examined == nil
            if let examined { entry.examined = max(entry.examined ?? examined, examined) }
            state.entries[number] = entry
            return isFirst || !isReported
        }
        if isNew { onChange() }
    }

    fileprivate func acknowledge(_ number: UInt64, _ index: UInt64) {
        state.withLock { state in
            guard var entry = state.entries[number] else { return }
            entry.waiting.removeAll { $0.index <= index }
            state.entries[number] = entry
        }
        onChange()
    }

    fileprivate func close(_ number: UInt64) {
        let wasThere = state.withLock { state in
            guard let entry = state.entries[number] else { return false }
            state.keepDone(of: entry)
            state.entries[number] = nil
            return true
        }
        if wasThere { onChange() }
    }

    /// Notes that a connection has ended, with all observers that came over it.
    func close(connection: ObjectIdentifier) {
        let isAny = state.withLock { state in
            let gone = state.entries.filter { $0.value.connection == connection }
            // All are removed at once: another observer must not take over an update that one of them didn't
            // acknowledge.
            for entry in gone.values { state.keepDone(of: entry) }
            for number in gone.keys { state.entries[number] = nil }
            return !gone.isEmpty
        }
        if isAny { onChange() }
    }

    /// The change number up to which all observers of an app and a type have acknowledged, or `nil` when there are none.
    func done(_ key: WakeKey) -> Int64? { state.withLock { $0.done(key) } }

    /// The change number up to which observers that have ended had acknowledged.
    func left(_ key: WakeKey) -> Int64? { state.withLock { $0.left[key] } }

    /// Calls the observers of an app and a type again.
    func reportAgain(_ key: WakeKey) {
        let found = state.withLock { state in
            state.entries.values.filter { $0.app == key.app && $0.types.contains(key.type) }.map(\.reportAgain)
        }
        for reportAgain in found { reportAgain() }
    }
}

/// An observer of a connected app.
final class WakeObserver: Sendable {
    private let observers: WakeObservers
    private let number: UInt64

    fileprivate init(_ observers: WakeObservers, _ number: UInt64) {
        self.observers = observers
        self.number = number
    }

    /// Notes that the app is sent an update.
    ///
    /// - Parameter examined: The change number up to which it reports; `nil` for an error.
    func report(_ examined: Int64?) { observers.note(number, examined: examined, isReported: true) }

    /// Notes that there was no update, up to a change number.
    func examined(_ examined: Int64?) { observers.note(number, examined: examined, isReported: false) }

    /// Notes that the app acknowledged its updates, up to one of the answers.
    func acknowledge(_ index: UInt64) { observers.acknowledge(number, index) }

    /// Notes that it gets no further updates.
    func close() { observers.close(number) }
}

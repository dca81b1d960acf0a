import Foundation
import Synchronization

/// What the observers of connected apps were told, and what of that the apps have said they are done with.
final class WakeObservers: Sendable {
    private struct Entry {
        let app: String
        let types: Set<String>
        /// Which connection it came over.
        let connection: ObjectIdentifier
        /// The change number up to which it was looked for something to tell.
        var examined: Int64?
        /// What was told and not acknowledged: which answer it was, and what was done before it.
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

        /// Keeps what apps are done with of which an observer goes.
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

    /// - Parameter onChange: Called when an app has said it is done, or observes more or less than before.
    init(_ onChange: @escaping @Sendable () -> Void) { self.onChange = onChange }

    /// An observer of an app.
    ///
    /// - Parameters:
    ///   - app: The app's bundle identifier.
    ///   - types: The types that it observes.
    ///   - connection: Which connection it came over.
    ///   - reportAgain: Calls it again.
    /// - Returns: What hears of what it is told.
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

    /// Hears that the app was told something, or that there was nothing to tell.
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

    /// Hears that a connection has ended, with all observers that came over it.
    func close(connection: ObjectIdentifier) {
        let isAny = state.withLock { state in
            let gone = state.entries.filter { $0.value.connection == connection }
            // All together: what one was not done with, another must not stand for.
            for entry in gone.values { state.keepDone(of: entry) }
            for number in gone.keys { state.entries[number] = nil }
            return !gone.isEmpty
        }
        if isAny { onChange() }
    }

    /// The change number up to which all observers of an app and a type are done; `nil` when there are none.
    func done(_ key: WakeKey) -> Int64? { state.withLock { $0.done(key) } }

    /// The change number up to which those were done that are gone.
    func left(_ key: WakeKey) -> Int64? { state.withLock { $0.left[key] } }

    /// Has the observers of an app and a type called again.
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

    /// Hears that the app is told something.
    ///
    /// - Parameter examined: The change number up to which it is told; `nil` for an error.
    func report(_ examined: Int64?) { observers.note(number, examined: examined, isReported: true) }

    /// Hears that there was nothing to tell, up to a change number.
    func examined(_ examined: Int64?) { observers.note(number, examined: examined, isReported: false) }

    /// Hears that the app is done with what it was told, up to one of the answers.
    func acknowledge(_ index: UInt64) { observers.acknowledge(number, index) }

    /// Hears that it is told nothing more.
    func close() { observers.close(number) }
}

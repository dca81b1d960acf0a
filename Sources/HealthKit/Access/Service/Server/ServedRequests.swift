import Foundation
import HealthKitStore
import Synchronization

/// The connections that made the requests waiting for the person: a request ends with the last of them, or after a day.
final class ServedRequests: Sendable {
    private struct State {
        var held: [ObjectIdentifier: [Int]] = [:]
        /// The time of the last search for expired requests, in seconds of the service's clock.
        var lastSweep = -Double.infinity
    }

    /// The maximum number of requests remembered for one connection, the latest; earlier ones have ended.
    private static let most = 2 * RequestLimits.inAll
    /// The interval between searches for expired requests, in seconds.
    private static let pause = 600.0

    private let owner: Gate
    private let state = Mutex(State())

    init(_ owner: Gate) { self.owner = owner }

    /// Notes that a connection made a request.
    func note(_ request: Int, by connection: ObjectIdentifier) {
        state.withLock { state in
            state.held[connection] = (state.held[connection] ?? []).suffix(Self.most - 1) + [request]
        }
    }

    /// Ends the requests of a closed connection.
    func end(_ connection: ObjectIdentifier) {
        let (own, others): ([Int], Set<Int>) = state.withLock { state in
            let own = state.held.removeValue(forKey: connection) ?? []
            return (own, own.isEmpty ? [] : Set(state.held.values.joined()))
        }
        guard !own.isEmpty else { return }
        change { try $0.endRequests(own, heldBy: others) }
    }

    /// Ends expired requests, if it is time to search for them.
    func passTime(_ now: Double) {
        let isDue = state.withLock { state in
            guard now - state.lastSweep > Self.pause else { return false }
            state.lastSweep = now
            return true
        }
        guard isDue else { return }
        let time = owner.clock().timeIntervalSinceReferenceDate
        DispatchQueue.global()
            .async { [owner] in
                HealthLog.attempt("request") {
                    let database = try owner.handle.database()
                    guard !database.state.isLocked, try database.read({ try $0.hasExpiredRequest(at: time) }) else {
                        return
                    }
                    try database.write { try $0.endExpiredRequests(at: time) }
                }
            }
    }

    /// Requests that can't be changed while the store is locked end after a day.
    private func change(_ body: @escaping @Sendable (ObjectWriter) throws -> Void) {
        DispatchQueue.global()
            .async { [owner] in HealthLog.attempt("request") { try owner.handle.database().write { try body($0) } } }
    }
}

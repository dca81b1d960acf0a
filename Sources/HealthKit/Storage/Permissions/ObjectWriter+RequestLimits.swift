import Foundation
import HealthKitStore

/// The limits on the number and age of pending access requests.
package enum RequestLimits {
    /// The maximum per program.
    package static let ofProgram = 3
    /// The maximum in total.
    package static let inAll = 64
    /// How long a request stays pending, in seconds.
    package static let seconds = 86_400.0
    /// The number of most recent completed requests to keep.
    static let keptEnded = 256
}

extension AppRecord {
    /// The requesting program: as proven by the system, or as found by or reported to a service.
    ///
    /// Within the library alone, only identifiers distinguish programs.
    fileprivate var asking: String {
        guard verification == nil, level != nil, let identity else { return account }
        return "\(identity.path)\u{1F}\(identity.digest)"
    }
}

extension ObjectReader {
    /// Whether any request has been pending for too long.
    func hasExpiredRequest(at now: Double) throws -> Bool {
        try pendingRequests().contains { now - $0.created > RequestLimits.seconds }
    }
}

extension ObjectWriter {
    /// Ends the requests that have been pending for too long.
    ///
    /// - Parameter now: The current time, in seconds since the reference date.
    /// - Throws: `HKError`.
    func endExpiredRequests(at now: Double) throws {
        for old in try pendingRequests() where now - old.created > RequestLimits.seconds {
            try end(old, .expired)
        }
    }

    /// Ends an unanswered request; its app gets the reason.
    private func end(_ request: AuthorizationRequest, _ ending: AuthorizationRequest.Ending) throws {
        var request = request
        request.ending = ending
        try set(request, state: .cancelled)
    }

    /// Keeps one program from filling the list: the oldest request of the program with the most requests is removed.
    func limitRequests(after newest: AuthorizationRequest) throws {
        try endExpiredRequests(at: newest.created)
        var pending = try pendingRequests()
        var counts = Dictionary(grouping: pending, by: \.app.asking).mapValues(\.count)
        func end(_ isWanted: (AuthorizationRequest) -> Bool) throws {
            guard let place = pending.firstIndex(where: { $0.id != newest.id && isWanted($0) }) else { return }
            let old = pending.remove(at: place)
            counts[old.app.asking, default: 1] -= 1
            try self.end(old, .displaced)
        }
        let own = newest.app.asking
        for _ in 0..<max(0, counts[own, default: 0] - RequestLimits.ofProgram) { try end { $0.app.asking == own } }
        for _ in 0..<max(0, pending.count - RequestLimits.inAll) {
            let most = counts.values.max()
            try end { counts[$0.app.asking] == most }
        }
        let ended = try values(AuthorizationRequest.self, StoreNamespace.requests).filter { $0.value.state != .pending }
        for old in ended.dropLast(RequestLimits.keptEnded) {
            try setValue(AuthorizationRequest?.none, StoreNamespace.requests, old.key)
        }
    }

    /// Ends requests whose programs have exited, or the later ones that they were merged into.
    ///
    /// - Parameters:
    ///   - numbers: The requests.
    ///   - others: Requests that other programs are waiting for.
    /// - Throws: `HKError`.
    func endRequests(_ numbers: [Int], heldBy others: Set<Int>) throws {
        let held = Set(try others.compactMap { try finalRequest(of: $0)?.id })
        for number in numbers {
            guard let last = try finalRequest(of: number), last.state == .pending, !held.contains(last.id) else {
                continue
            }
            try set(last, state: .cancelled)
        }
    }
}

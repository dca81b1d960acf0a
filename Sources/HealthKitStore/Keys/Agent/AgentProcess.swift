import Foundation

/// The process of the agent at the other end of a socket.
struct AgentProcess: Sendable, Hashable {
    let number: pid_t

    init(_ number: pid_t) { self.number = number }

    /// - Parameter socket: A connection to it; nil if its process is unknown, such as in another container.
    init?(socket: Int32) {
        // pid, uid and gid, as the system's `struct ucred` has them.
        var peer: (pid_t, UInt32, UInt32) = (0, .max, .max)
        var size = socklen_t(12)
        guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, size == 12, peer.0 > 0 else { return nil }
        number = peer.0
    }

    /// Whether it is stopped, by a signal or a debugger, so that it can't answer.
    var isStopped: Bool {
        guard let data = FileManager.default.contents(atPath: "/proc/\(number)/stat"),
            let end = data.lastIndex(of: UInt8(ascii: ")")), data.count > end + 2
        else { return false }
        return [UInt8(ascii: "T"), UInt8(ascii: "t")].contains(data[end + 2])
    }

    /// The error for an agent that doesn't answer.
    static func silence(_ process: AgentProcess?) -> StoreError {
        guard let process else { return StoreError(.busy, "The agent that keeps the keys doesn't answer. Try again.") }
        let number = process.number
        if process.isStopped {
            let way =
                "Let it go on with: kill -CONT \(number). Or end it, which locks every store: kill -KILL \(number)"
            return StoreError(.busy, "The agent that keeps the keys is stopped (process \(number)). \(way)")
        }
        let way = "Try again, or end it, which locks every store: kill \(number)"
        return StoreError(.busy, "The agent that keeps the keys doesn't answer (process \(number)). \(way)")
    }
}

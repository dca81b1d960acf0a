import Foundation

/// A program that talks to the agent.
///
/// For the agent's own thread.
final class AgentPeer {
    let socket: Int32
    /// The process at its other end; nil if unknown.
    let process: AgentProcess?
    /// Bytes that it sent and that aren't parsed yet.
    let input: GuardedBuffer
    /// The stores that it observes.
    private(set) var watched: Set<UUID> = []
    /// The stores whose key it received, and which it hasn't reported as closed.
    private(set) var holds: Set<UUID> = []
    /// The stores about which the last message to it was the key.
    private var unlocked: Set<UUID> = []
    /// The number of lock messages for each store that it hasn't confirmed yet.
    private var unanswered: [UUID: Int] = [:]
    /// Whether no more is read from it: it is dropped once it has received the reason.
    var isDismissed = false

    private var output: [SecretBytes] = []
    /// The number of bytes sent of the first.
    private var sent = 0
    /// The time since which it owes something: the rest of a message, or room for an answer.
    private(set) var owesSince: Double
    private let begun: Double

    /// The most answers that wait for a program.
    private static let mostWaiting = 2 * AgentMessage.mostStores
    /// The time for which a program may leave a message half sent, leave an answer unread, or say nothing at all, in seconds.
    static let patience = 5.0

    init(_ socket: Int32, at time: Double) throws {
        self.socket = socket
        process = AgentProcess(socket: socket)
        input = try GuardedBuffer(capacity: AgentMessage.longestQuestion)
        begun = time
        owesSince = time
    }

    deinit { close(socket) }

    /// Whether there is something to send.
    var isWaiting: Bool { !output.isEmpty }

    /// Whether it may go: nothing is expected from it and it expects nothing.
    var isIdle: Bool { watched.isEmpty }

    /// The time since which it is connected.
    var since: Double { begun }

    /// Notes a store.
    /// - Returns: false when there are too many.
    func watch(_ store: UUID) -> Bool {
        guard watched.contains(store) || watched.count < AgentMessage.mostStores else { return false }
        watched.insert(store)
        return true
    }

    /// Puts a message to those that wait for the program.
    /// - Returns: false when it does not take them, or none can be made.
    func say(_ message: AgentMessage) -> Bool {
        guard output.count < Self.mostWaiting, let frame = try? message.frame() else { return false }
        output.append(frame)
        switch message {
        case .key(let store, _):
            holds.insert(store)
            unlocked.insert(store)
        case .locked(let store):
            unlocked.remove(store)
            unanswered[store, default: 0] += 1
        default: break
        }
        return true
    }

    /// Notes that the program says to have closed a store: the answer to the first lock that it has not answered.
    ///
    /// It doesn't apply to a key that was sent after that lock.
    func noteReleased(_ store: UUID) {
        let rest = (unanswered[store] ?? 1) - 1
        unanswered[store] = rest > 0 ? rest : nil
        if rest <= 0, !unlocked.contains(store) { holds.remove(store) }
    }

    /// Sends as much as the program takes now.
    /// - Returns: false when it is gone.
    func flush(at time: Double) -> Bool {
        while let frame = output.first {
            let count = frame.withBytes { bytes -> Int in
                guard let start = bytes.baseAddress else { return 0 }
                return send(socket, start + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN || errno == EWOULDBLOCK
            }
            owesSince = time
            sent += count
            if sent >= frame.count {
                output.removeFirst()
                sent = 0
            }
        }
        return true
    }

    /// Notes that a message was understood.
    func noteMessage(at time: Double) { owesSince = time }

    /// Whether it has left a message incomplete for too long, or hasn't made a request yet.
    func isOverdue(at time: Double) -> Bool {
        let owes = input.count > 0 || isWaiting || isDismissed || watched.isEmpty
        return owes && time - owesSince > Self.patience
    }
}

import Foundation
import HealthStore
import Synchronization

/// What the service says over a connection: sent at once where the program reads, else kept in order until it does.
final class ServiceOutput: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var start = 0
        var isBroken = false
        var endsWhenRead = false
        /// When bytes last went, or the first waited, in seconds.
        var since = 0.0
    }

    let descriptor: Int32
    private let waker: Waker
    private let clock: @Sendable () -> Double
    private let state = Mutex(State())

    init(_ descriptor: Int32, waker: Waker, clock: @escaping @Sendable () -> Double) {
        self.descriptor = descriptor
        self.waker = waker
        self.clock = clock
    }

    deinit { close(descriptor) }

    /// The bytes that the program has not read.
    var unread: Int { state.withLock { $0.bytes.count - $0.start } }

    /// How long the program has read nothing although there is something, in seconds.
    var stalled: Double { state.withLock { $0.bytes.count > $0.start ? clock() - $0.since : 0 } }

    /// Whether nothing can be said any more.
    var isOver: Bool { state.withLock { $0.isBroken || ($0.endsWhenRead && $0.start == $0.bytes.count) } }

    /// Says something after what was said before.
    func send(_ bytes: [UInt8]) {
        let waits = state.withLock { state in
            guard !state.isBroken, !state.endsWhenRead else { return false }
            guard state.start == state.bytes.count else {
                state.bytes += bytes
                return false
            }
            let count = push(bytes[...], &state)
            state.since = clock()
            state.bytes = count < bytes.count ? Array(bytes[count...]) : []
            state.start = 0
            return count < bytes.count || state.isBroken
        }
        if waits { waker.wake() }
    }

    /// Says what is left, as far as the program reads it now.
    func flush() {
        state.withLock { state in
            guard state.start < state.bytes.count, !state.isBroken else { return }
            let count = push(state.bytes[state.start...], &state)
            if count > 0 { state.since = clock() }
            state.start += count
            if state.start == state.bytes.count {
                (state.bytes, state.start) = ([], 0)
            } else if state.start > 4 << 20 {
                state.bytes.removeSubrange(0..<state.start)
                state.start = 0
            }
        }
    }

    /// Ends the connection once the program has read what was said.
    func endWhenRead() {
        state.withLock { $0.endsWhenRead = true }
        waker.wake()
    }

    /// Has the service look at the connection again.
    func wake() { waker.wake() }

    private func push(_ bytes: ArraySlice<UInt8>, _ state: inout State) -> Int {
        var sent = 0
        bytes.withUnsafeBytes { buffer in
            while sent < buffer.count {
                let count = Glibc.send(
                    descriptor,
                    buffer.baseAddress! + sent,
                    buffer.count - sent,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                )
                if count > 0 {
                    sent += count
                } else if errno == EINTR {
                    continue
                } else {
                    if errno != EAGAIN { state.isBroken = true }
                    return
                }
            }
        }
        return sent
    }
}

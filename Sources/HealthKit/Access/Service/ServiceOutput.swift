import Foundation
import HealthStore
import Synchronization

/// What the service says over a connection: sent at once where the program reads, else kept in order until it does.
final class ServiceOutput: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var start = 0
        /// Descriptors that go with bytes that wait, by the place of the first of those.
        var attached: [(place: Int, descriptor: Int32)] = []
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

    deinit {
        close(descriptor)
        for (_, descriptor) in state.withLock({ $0.attached }) { close(descriptor) }
    }

    /// The bytes that the program has not read.
    var unread: Int { state.withLock { $0.bytes.count - $0.start } }

    /// How long the program has read nothing although there is something, in seconds.
    var stalled: Double { state.withLock { $0.bytes.count > $0.start ? clock() - $0.since : 0 } }

    /// Whether nothing can be said any more.
    var isOver: Bool { state.withLock { $0.isBroken || ($0.endsWhenRead && $0.start == $0.bytes.count) } }

    /// Says something after what was said before.
    ///
    /// - Parameters:
    ///   - bytes: What.
    ///   - attached: What goes with its first byte, and is closed here afterwards; `nil` for nothing.
    func send(_ bytes: [UInt8], descriptor attached: Int32? = nil) {
        let waits = state.withLock { state in
            guard !state.isBroken, !state.endsWhenRead else {
                if let attached { close(attached) }
                return false
            }
            if let attached { state.attached.append((state.bytes.count, attached)) }
            guard state.start == state.bytes.count else {
                state.bytes += bytes
                return false
            }
            state.since = clock()
            if attached == nil {
                let count = push(bytes[...], &state)
                (state.bytes, state.start) = (count < bytes.count ? Array(bytes[count...]) : [], 0)
            } else {
                (state.bytes, state.start) = (bytes, 0)
                pushWaiting(&state)
            }
            return state.start < state.bytes.count || state.isBroken
        }
        if waits { waker.wake() }
    }

    /// Says what is left, as far as the program reads it now.
    func flush() {
        state.withLock { state in
            guard state.start < state.bytes.count, !state.isBroken else { return }
            let start = state.start
            pushWaiting(&state)
            if state.start > start { state.since = clock() }
        }
    }

    private func pushWaiting(_ state: inout State) {
        while state.start < state.bytes.count, !state.isBroken {
            // Up to what the next descriptor goes with, or from there on.
            var end = state.bytes.count
            var attached: Int32?
            if let next = state.attached.first {
                if next.place == state.start { attached = next.descriptor } else { end = next.place }
            }
            let count: Int
            if let attached {
                count = DescriptorPassing.send(state.bytes[state.start..<end], attached, over: descriptor)
                if count > 0 {
                    state.attached.removeFirst()
                    close(attached)
                } else if count < 0, errno != EAGAIN, errno != EINTR {
                    state.isBroken = true
                }
            } else {
                count = push(state.bytes[state.start..<end], &state)
            }
            state.start += max(0, count)
            if count <= 0 || (attached == nil && state.start < end) { break }
        }
        if state.start == state.bytes.count {
            (state.bytes, state.start) = ([], 0)
        } else if state.start > 4 << 20 {
            for index in state.attached.indices { state.attached[index].place -= state.start }
            state.bytes.removeSubrange(0..<state.start)
            state.start = 0
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

import Foundation
import HealthKitStore
import Synchronization

/// A service's output on a connection: sent at once if the program reads it, otherwise kept in order until it does.
final class ServiceOutput: Sendable {
    private struct State {
        /// The unsent bytes, in pieces.
        var pieces: [[UInt8]] = []
        var first = 0
        /// The number of bytes of the first piece that were sent.
        var start = 0
        /// The number of unsent bytes.
        var count = 0
        /// Descriptors attached to unsent bytes, with the number of bytes before them.
        var attached: [(place: Int, descriptor: Int32)] = []
        var isBroken = false
        var endsWhenRead = false
        /// The time when bytes were last sent, or the first had to wait, in seconds.
        var since = 0.0

        /// Adds bytes to the unsent ones, of which some were sent.
        mutating func add(_ bytes: [UInt8], sent: Int = 0) {
            count += bytes.count - sent
            if first == pieces.count {
                (pieces, first, start) = ([bytes], 0, sent)
            } else if pieces[pieces.count - 1].count + bytes.count <= ServiceOutput.longestJoined {
                pieces[pieces.count - 1] += bytes
            } else {
                pieces.append(bytes)
            }
        }

        /// Removes sent bytes from the first piece.
        mutating func remove(_ sent: Int) {
            count -= sent
            start += sent
            for index in attached.indices { attached[index].place -= sent }
            guard start == pieces[first].count else { return }
            pieces[first] = []
            (first, start) = (first + 1, 0)
            if first > pieces.count / 2 {
                pieces.removeSubrange(0..<first)
                first = 0
            }
        }
    }

    /// The maximum number of unsent bytes that are joined into one piece.
    private static let longestJoined = 64 << 10

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

    /// The number of bytes that the program has not read.
    var unread: Int { state.withLock { $0.count } }

    /// The time for which the program has read nothing although there is output, in seconds.
    var stalled: Double { state.withLock { $0.count > 0 ? clock() - $0.since : 0 } }

    /// Whether nothing can be sent any more.
    var isOver: Bool { state.withLock { $0.isBroken || ($0.endsWhenRead && $0.count == 0) } }

    /// Sends bytes after those sent before.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - attached: The descriptor to pass with the first byte, which is closed here afterwards; `nil` for none.
    func send(_ bytes: [UInt8], descriptor attached: Int32? = nil) {
        let waits = state.withLock { state in
            guard !state.isBroken, !state.endsWhenRead else {
                if let attached { close(attached) }
                return false
            }
            if let attached { state.attached.append((state.count, attached)) }
            guard state.count == 0 else {
                state.add(bytes)
                return false
            }
            state.since = clock()
            if attached == nil {
                let sent = push(bytes[...], &state)
                if sent < bytes.count { state.add(bytes, sent: sent) }
            } else {
                state.add(bytes)
                pushWaiting(&state)
            }
            return state.count > 0 || state.isBroken
        }
        if waits { waker.wake() }
    }

    /// Sends unsent bytes, as far as the program reads them now.
    func flush() {
        state.withLock { state in
            guard state.count > 0, !state.isBroken else { return }
            let count = state.count
            pushWaiting(&state)
            if state.count < count { state.since = clock() }
        }
    }

    private func pushWaiting(_ state: inout State) {
        while state.count > 0, !state.isBroken {
            let piece = state.pieces[state.first][state.start...]
            let next = state.attached.first
            let sent: Int
            if let next, next.place == 0 {
                let end = state.attached.dropFirst().first?.place ?? .max
                sent = DescriptorPassing.send(piece.prefix(end), next.descriptor, over: descriptor)
                if sent > 0 {
                    state.attached.removeFirst()
                    close(next.descriptor)
                } else if sent < 0, errno != EAGAIN, errno != EINTR {
                    state.isBroken = true
                }
            } else {
                // Up to the place of the next descriptor.
                sent = push(piece.prefix(next?.place ?? .max), &state)
            }
            guard sent > 0 else { return }
            state.remove(sent)
        }
    }

    /// Ends the connection once the program has read all output.
    func endWhenRead() {
        state.withLock { $0.endsWhenRead = true }
        waker.wake()
    }

    /// Makes the service check the connection again.
    func wake() { waker.wake() }

    private func push(_ bytes: ArraySlice<UInt8>, _ state: inout State) -> Int {
        var sent = 0
        bytes.withUnsafeBytes { buffer in
            while sent < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                let count = Glibc.send(
                    descriptor,
                    rest.baseAddress,
                    rest.count,
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

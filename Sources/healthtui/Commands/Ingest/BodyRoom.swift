import Foundation
import Synchronization

/// The memory that bodies of requests may take together.
final class BodyRoom: Sendable {
    /// A part of it, returned with the last reference.
    final class Part {
        private let room: BodyRoom
        private var count = 0

        fileprivate init(_ room: BodyRoom) { self.room = room }

        /// Reserves more, as soon as it is free.
        ///
        /// - Parameters:
        ///   - more: How many bytes.
        ///   - seconds: How long to wait at most.
        /// - Returns: Whether there was room.
        func grow(by more: Int, within seconds: Double) -> Bool {
            guard room.take(more, within: seconds) else { return false }
            count += more
            return true
        }

        deinit { room.giveBack(count) }
    }

    /// Two bodies of the largest kind, in bytes.
    static let size = 64 << 20

    private let condition = NSCondition()
    // Changed while `condition` is held; the mutex makes it safe, the condition waits.
    private let free: Mutex<Int>

    init(size: Int = BodyRoom.size) { free = Mutex(size) }

    /// A part that has nothing yet.
    func part() -> Part { Part(self) }

    private func take(_ count: Int, within seconds: Double) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while !takeNow(count) {
            guard condition.wait(until: deadline) else { return false }
        }
        return true
    }

    private func takeNow(_ count: Int) -> Bool {
        free.withLock { free in
            guard free >= count else { return false }
            free -= count
            return true
        }
    }

    private func giveBack(_ count: Int) {
        condition.lock()
        defer { condition.unlock() }
        free.withLock { $0 += count }
        condition.broadcast()
    }
}

import CHealthKitSodium
import Foundation

/// Bytes read from a stream and not parsed yet, in guarded memory since a key may be among them.
///
/// For one thread at a time.
final class GuardedBuffer {
    private let memory: UnsafeMutableRawPointer
    private let capacity: Int
    /// The number of bytes.
    private(set) var count = 0

    /// - Throws: ``StoreError/Code/cannotOpen`` when no guarded memory is to be had.
    init(capacity: Int) throws {
        guard sodium_init() >= 0, let memory = sodium_malloc(capacity) else {
            throw StoreError(.cannotOpen, "There isn't enough guarded memory for a key.")
        }
        self.memory = memory
        self.capacity = capacity
    }

    deinit { sodium_free(memory) }

    /// The result of a read.
    enum Filling {
        case some
        /// Nothing is there now.
        case nothing
        /// The other side is gone.
        case end
    }

    /// Whether it is full.
    var isFull: Bool { count == capacity }

    /// Reads from a socket, as much as there is room for.
    func fill(from socket: Int32) -> Filling {
        while true {
            let read = recv(socket, memory + count, capacity - count, 0)
            if read > 0 {
                count += read
                return .some
            }
            if read == 0 { return .end }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return .nothing
            default: return .end
            }
        }
    }

    /// Lends the bytes.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// Forgets the first bytes.
    func drop(_ number: Int) {
        let number = min(number, count)
        memmove(memory, memory + number, count - number)
        count -= number
        sodium_memzero(memory + count, number)
    }
}

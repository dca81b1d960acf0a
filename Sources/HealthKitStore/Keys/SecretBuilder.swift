import CHealthKitSodium
import Synchronization

/// A secret while it is typed, in guarded memory: it leaves no trace where it grows.
package final class SecretBuilder: Sendable {
    private struct State {
        let memory: UnsafeMutableRawPointer
        let capacity: Int
        var count = 0
    }

    private let state: Mutex<State>

    /// Makes an empty one.
    ///
    /// - Parameter capacity: The maximum number of bytes; further bytes are dropped, which is recorded.
    /// - Throws: ``StoreError/Code/cannotOpen`` when no guarded memory is to be had.
    package init(capacity: Int = 2048) throws {
        guard sodium_init() >= 0, let memory = sodium_malloc(capacity) else {
            throw StoreError.noMemoryForKey
        }
        state = Mutex(State(memory: memory, capacity: capacity))
    }

    deinit { state.withLock { sodium_free($0.memory) } }

    /// The number of bytes.
    package var count: Int { state.withLock { $0.count } }

    /// Adds a byte; false when there is no room.
    package func add(_ byte: UInt8) -> Bool {
        state.withLock { state in
            guard state.count < state.capacity else { return false }
            state.memory.storeBytes(of: byte, toByteOffset: state.count, as: UInt8.self)
            state.count += 1
            return true
        }
    }

    /// Takes the last bytes away, as many as one sign of UTF-8 has; false when there is none.
    package func removeLast() -> Bool {
        state.withLock { state in
            guard state.count > 0 else { return false }
            var byte: UInt8
            repeat {
                state.count -= 1
                byte = state.memory.load(fromByteOffset: state.count, as: UInt8.self)
                state.memory.storeBytes(of: 0, toByteOffset: state.count, as: UInt8.self)
            } while byte & 0xC0 == 0x80 && state.count > 0
            return true
        }
    }

    /// Forgets everything.
    package func clear() {
        state.withLock { state in
            sodium_memzero(state.memory, state.capacity)
            state.count = 0
        }
    }

    /// Returns the typed bytes and clears them here.
    ///
    /// - Throws: ``StoreError/Code/cannotOpen`` when no guarded memory is to be had.
    package func take() throws -> SecretBytes {
        defer { clear() }
        return try state.withLock { state in
            try SecretBytes(count: state.count) { target in
                target.copyMemory(from: UnsafeRawBufferPointer(start: state.memory, count: state.count))
            }
        }
    }
}

import Synchronization

/// The dictionary entries read so far, shared by all transactions of a store.
///
/// Its memory is bounded.
///
/// Only committed entries are cached: an entry never changes and is never removed, so it is valid for any snapshot that
/// can refer to it.
final class DictionaryCache: Sendable {
    struct Entry: Sendable {
        var bytes: [UInt8]
        var hash: UInt64
    }

    private struct State {
        var entries: [Int64: Entry] = [:]
        var keys: [UInt64: Int64] = [:]
        var byteCount = 0
        var extent = DictionaryExtent()
    }

    private let state = Mutex(State())

    /// Bytes and bookkeeping that are kept before all is forgotten.
    private static let limit = 4 << 20

    func entry(_ key: Int64) -> Entry? {
        state.withLock { $0.entries[key] }
    }

    /// The known extent of the dictionaries.
    var extent: DictionaryExtent { state.withLock { $0.extent } }

    func extend(to extent: DictionaryExtent) {
        state.withLock { state in
            if extent.covers(state.extent) { state.extent = extent }
        }
    }

    func key(hash: UInt64) -> Int64? {
        state.withLock { $0.keys[hash] }
    }

    /// Forgets everything.
    func forget() { state.withLock { $0 = State() } }

    func insert(_ entry: Entry, key: Int64) {
        state.withLock { state in
            if state.entries[key] != nil { return }
            state.byteCount += entry.bytes.count + 128
            if state.byteCount > DictionaryCache.limit {
                let extent = state.extent
                state = State()
                state.extent = extent
                state.byteCount = entry.bytes.count + 128
            }
            state.entries[key] = entry
            state.keys[entry.hash] = key
        }
    }
}

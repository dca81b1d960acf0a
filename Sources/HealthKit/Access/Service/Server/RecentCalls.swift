import Synchronization

/// A program's recent reads, by their bytes.
///
/// Many programs repeat the same reads, and decoding a call takes a good part of the time of a short one.
final class RecentCalls: Sendable {
    private struct Known {
        var kind: ServiceFrame.Kind
        var bytes: [UInt8]
        var call: any ReadCall
    }

    private static let most = 8
    private static let longest = 4_096
    private let calls = Mutex<[Known]>([])

    /// A recent read with the same bytes, or `nil` if there is none.
    func call(_ frame: ServiceFrame) -> (any ReadCall)? {
        guard frame.body.count <= Self.longest else { return nil }
        return calls.withLock { calls in
            guard let place = calls.firstIndex(where: { $0.kind == frame.kind && $0.bytes == frame.body }) else {
                return nil
            }
            if place > 0 { calls.insert(calls.remove(at: place), at: 0) }
            return calls[0].call
        }
    }

    /// Remembers a read.
    func note(_ call: any StoreCall, _ frame: ServiceFrame) {
        guard let call = call as? any ReadCall, frame.body.count <= Self.longest else { return }
        calls.withLock { calls in
            if calls.count == Self.most { calls.removeLast() }
            calls.insert(Known(kind: frame.kind, bytes: frame.body, call: call), at: 0)
        }
    }
}

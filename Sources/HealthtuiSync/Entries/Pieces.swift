/// Payloads too large for an entry, as pieces.
package enum Pieces {
    /// The most bytes of a piece, and of a payload kept in its entry.
    package static let size = 256 << 10

    /// A version with a small payload, and the pieces of a large one before it.
    package static func entries(_ version: SyncedVersion) -> [Entry] {
        guard case .record(let payload) = version.content.body, payload.count > size else { return [.sample(version)] }
        let whole = Digest(of: payload)
        let starts = Array(stride(from: 0, to: payload.count, by: size))
        var version = version
        version.content.body = .pieces(whole, size: payload.count)
        return starts.enumerated()
            .map { index, start in
                let bytes = Array(payload[start..<min(start + size, payload.count)])
                return .piece(Piece(whole: whole, index: UInt32(index), count: UInt32(starts.count), bytes: bytes))
            } + [.sample(version)]
    }

    /// The payload of pieces; `nil` while one is missing, and when they aren't those of the hash.
    package static func payload(_ pieces: some Collection<Piece>, whole: Digest, size: Int) -> [UInt8]? {
        let sorted = pieces.sorted { $0.index < $1.index }
        guard sorted.reduce(0, { $0 + $1.bytes.count }) == size else { return nil }
        let payload = sorted.flatMap(\.bytes)
        return Digest(of: payload) == whole ? payload : nil
    }
}

import CHealthKitSodium

/// A stream of chunks that are encrypted in order (XChaCha20-Poly1305, libsodium's `secretstream`): none can be
/// changed, omitted, repeated or moved, and the last one is marked as the last.
package final class StreamSealer {
    /// The bytes of the key.
    package static let keySize = 32
    /// The bytes that a reader needs beforehand.
    package static let headerSize = 24
    /// The number of bytes that sealing adds to a chunk.
    package static let overhead = 17

    /// The header that a reader needs beforehand.
    package let header: [UInt8]
    private var state = crypto_secretstream_xchacha20poly1305_state()

    /// Begins a stream.
    /// - Throws: ``StoreError`` with code `invalidArgument` for a key of another length.
    package init(key: SecretBytes) throws {
        guard sodium_init() >= 0, key.count == Self.keySize else {
            throw StoreError(.invalidArgument, "The key of a stream has \(Self.keySize) bytes.")
        }
        var header = [UInt8](repeating: 0, count: Self.headerSize)
        var state = self.state
        _ = key.withPointer { crypto_secretstream_xchacha20poly1305_init_push(&state, &header, $0) }
        self.state = state
        self.header = header
    }

    /// The next chunk, sealed.
    ///
    /// - Parameters:
    ///   - chunk: Its bytes.
    ///   - about: What is bound to it and not written: a reader has to give the same.
    ///   - isLast: Whether it ends the stream.
    /// - Returns: The sealed bytes.
    package func seal(_ chunk: [UInt8], about: [UInt8], isLast: Bool) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: chunk.count + Self.overhead)
        let tag =
            isLast
            ? crypto_secretstream_xchacha20poly1305_tag_final() : crypto_secretstream_xchacha20poly1305_tag_message()
        _ = crypto_secretstream_xchacha20poly1305_push(
            &state,
            &sealed,
            nil,
            chunk,
            UInt64(chunk.count),
            about,
            UInt64(about.count),
            tag
        )
        return sealed
    }
}

/// Reads a stream written by a ``StreamSealer``.
package final class StreamOpener {
    private var state = crypto_secretstream_xchacha20poly1305_state()

    /// Begins to read a stream.
    /// - Throws: ``StoreError`` with code `damaged` for a header or a key that can't be one.
    package init(key: SecretBytes, header: [UInt8]) throws {
        var state = self.state
        let isReady = key.withPointer { bytes in
            guard sodium_init() >= 0, key.count == StreamSealer.keySize, header.count == StreamSealer.headerSize else {
                return false
            }
            return crypto_secretstream_xchacha20poly1305_init_pull(&state, header, bytes) == 0
        }
        guard isReady else { throw StoreError(.damaged, "The head of the stream is damaged.") }
        self.state = state
    }

    /// The bytes of the next chunk, and whether it is the last; `nil` when it was changed or is not the next one.
    package func open(_ sealed: [UInt8], about: [UInt8]) -> (bytes: [UInt8], isLast: Bool)? {
        guard sealed.count >= StreamSealer.overhead else { return nil }
        var bytes = [UInt8](repeating: 0, count: sealed.count - StreamSealer.overhead)
        var tag: UInt8 = 0
        let result = crypto_secretstream_xchacha20poly1305_pull(
            &state,
            &bytes,
            nil,
            &tag,
            sealed,
            UInt64(sealed.count),
            about,
            UInt64(about.count)
        )
        guard result == 0 else { return nil }
        return (bytes, tag == crypto_secretstream_xchacha20poly1305_tag_final())
    }
}

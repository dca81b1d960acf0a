import Foundation

/// A key that identifies a change, so that it is made only once however often it is repeated.
///
/// The calling program makes it, and sends it before the call: 16 random bytes, and the time of its creation in milliseconds
/// since 1970, little-endian.
package struct ChangeKey: Hashable, Sendable, Codable {
    /// The size of a key in bytes.
    package static let size = 24

    /// The random bytes.
    package let random: UUID
    /// The creation time of the key, in milliseconds since 1970.
    package let made: UInt64

    package init(random: UUID = UUID(), made: UInt64) {
        self.random = random
        self.made = made
    }

    /// A new key.
    package init() {
        self.init(random: .random(), made: UInt64(max(0, Date().timeIntervalSince1970 * 1_000)))
    }

    /// Reads a key before a call; fails if there are too few bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count >= Self.size else { return nil }
        let bytes = Array(bytes.prefix(Self.size))
        random = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        made = bytes[16...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    package var bytes: [UInt8] { withUnsafeBytes(of: random.uuid) { Array($0) } + Self.bytes(of: made) }

    static func bytes(of made: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: made >> (8 * UInt64($0))) }
    }
}

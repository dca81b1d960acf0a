import Foundation
import HealthKitStore

/// Sixteen bytes that name a sample, a deletion, a device, a group or an epoch; compared byte by byte.
package struct SyncID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The size in bytes.
    package static let size = 16
    /// The identity of nothing: the device of stamps that no device made.
    package static let zero = SyncID(high: 0, low: 0)

    /// The first eight bytes, the first of them highest.
    let high: UInt64
    /// The last eight bytes.
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The identity that a UUID has.
    package init(_ uuid: UUID) {
        self = withUnsafeBytes(of: uuid.uuid) { SyncID(words: $0) }
    }

    /// Reads sixteen bytes; `nil` when there are fewer or more.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        self = Array(bytes).withUnsafeBytes { SyncID(words: $0) }
    }

    private init(words: UnsafeRawBufferPointer) {
        high = UInt64(bigEndian: words.loadUnaligned(as: UInt64.self))
        low = UInt64(bigEndian: words.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    /// A new random identity.
    package static func random() -> SyncID {
        var generator = SystemRandomNumberGenerator()
        return SyncID(high: generator.next(), low: generator.next())
    }

    /// A new identity of a deletion: that of an undo ends with a mark, so that every version can read it.
    ///
    /// - Parameter isUndo: Whether an undo takes away what the deletion names.
    /// - Returns: The identity.
    package static func ofDeletion(isUndo: Bool) -> SyncID {
        let id = random()
        if isUndo { return SyncID(high: id.high, low: undoMark) }
        return id.isOfUndo ? ofDeletion(isUndo: false) : id
    }

    /// Whether an undo made the deletion with this identity.
    package var isOfUndo: Bool { low == Self.undoMark }

    /// The eight bytes “takeback”.
    private static let undoMark: UInt64 = 0x7461_6B65_6261_636B

    /// The sixteen bytes.
    package var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }

    /// The UUID of these bytes.
    package var uuid: UUID { UUID(uuid: unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self)) }

    /// The bytes in lower-case base32, as folders and files are named.
    package var description: String { Base32.text(bytes) }

    package static func < (left: SyncID, right: SyncID) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

/// A BLAKE2b-256 hash: of a file, or of a piece.
package struct Digest: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The size in bytes.
    package static let size = 32

    private let first: SyncID
    private let second: SyncID

    /// Reads 32 bytes; `nil` when there are fewer or more.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.size, let first = SyncID(bytes.prefix(SyncID.size)),
            let second = SyncID(bytes.dropFirst(SyncID.size))
        else {
            return nil
        }
        self.first = first
        self.second = second
    }

    private init(first: SyncID, second: SyncID) {
        self.first = first
        self.second = second
    }

    /// The hash of bytes.
    package init(of bytes: [UInt8]) {
        self = Digest(Blake2b.hash(bytes, count: Self.size)) ?? Digest(first: .zero, second: .zero)
    }

    /// The 32 bytes.
    package var bytes: [UInt8] { first.bytes + second.bytes }

    /// The first eight bytes, as a number.
    var word: UInt64 { first.high }

    /// The 16 hexadecimal digits that names of files have.
    package var description: String {
        let digits = String(first.high, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package static func < (left: Digest, right: Digest) -> Bool {
        left.first == right.first ? left.second < right.second : left.first < right.first
    }
}

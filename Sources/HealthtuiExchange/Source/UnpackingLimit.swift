/// Distinguishes a decompression bomb from an export.
///
/// Exports unpack to some 10 to 40 times their size; deflate can reach a thousand times.
struct UnpackingLimit {
    /// The largest allowed ratio of unpacked to packed size.
    static let ratio: UInt64 = 200
    /// The unpacked size below which the ratio isn't checked: small files may well be very regular.
    static let free: UInt64 = 64 << 20

    /// The message for a file that unpacks to more.
    static let words =
        "it unpacks to more than \(ratio) times its size, which no export does; the rest of it is left out"

    /// The unpacked size of the previous files.
    private var unpackedBefore: UInt64 = 0
    private var packedBefore: UInt64 = 0
    /// The unpacked size of the current file.
    private var unpacked: UInt64 = 0
    private var packed: UInt64 = 0

    /// Begins the next file.
    mutating func begin() {
        (unpackedBefore, packedBefore) = (unpackedBefore + unpacked, packedBefore + packed)
        (unpacked, packed) = (0, 0)
    }

    /// Notes unpacked bytes.
    ///
    /// - Parameters:
    ///   - count: The number of bytes unpacked.
    ///   - packed: The number of packed bytes of the current file read so far.
    mutating func note(_ count: Int, of packed: UInt64) {
        unpacked += UInt64(count)
        self.packed = max(self.packed, packed)
    }

    /// Whether the current file unpacks to too much.
    var isExceeded: Bool { Self.isTooMuch(unpacked, of: packed) }

    /// Whether all files together exceed the limit, so that no more have to be read.
    var isExceededByAll: Bool { Self.isTooMuch((unpackedBefore + unpacked) / 4, of: (packedBefore + packed) / 4) }

    /// Whether an unpacked size is too large for a packed size.
    static func isTooMuch(_ unpacked: UInt64, of packed: UInt64) -> Bool {
        unpacked > free && unpacked / ratio > packed
    }
}

/// Tells an archive that unpacks to next to nothing but size from an export.
///
/// Exports unpack to some 10 to 40 times their size; deflate can do a thousand times.
struct UnpackingLimit {
    /// How many times as large as packed a file may be.
    static let ratio: UInt64 = 200
    /// How much is unpacked before the ratio counts: small files may well be regular.
    static let free: UInt64 = 64 << 20

    /// What is wrong with a file that unpacks to more.
    static let words =
        "it unpacks to more than \(ratio) times its size, which no export does; the rest of it is left out"

    /// What came of the files before the one at hand.
    private var unpackedBefore: UInt64 = 0
    private var packedBefore: UInt64 = 0
    /// What came of the file at hand.
    private var unpacked: UInt64 = 0
    private var packed: UInt64 = 0

    /// Begins the next file.
    mutating func begin() {
        (unpackedBefore, packedBefore) = (unpackedBefore + unpacked, packedBefore + packed)
        (unpacked, packed) = (0, 0)
    }

    /// Notes what was unpacked.
    ///
    /// - Parameters:
    ///   - count: How many bytes came.
    ///   - packed: How many packed bytes of the file at hand were read so far.
    mutating func note(_ count: Int, of packed: UInt64) {
        unpacked += UInt64(count)
        self.packed = max(self.packed, packed)
    }

    /// Whether the file at hand unpacks to too much.
    var isExceeded: Bool { Self.isTooMuch(unpacked, of: packed) }

    /// Whether all files together do, so that none is worth reading any more.
    var isExceededByAll: Bool { Self.isTooMuch((unpackedBefore + unpacked) / 4, of: (packedBefore + packed) / 4) }

    /// Whether so many bytes are too many for a file of a packed size.
    static func isTooMuch(_ unpacked: UInt64, of packed: UInt64) -> Bool {
        unpacked > free && unpacked / ratio > packed
    }
}

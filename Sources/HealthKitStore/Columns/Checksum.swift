import CHealthKitStoreFileSystem

/// A 64-bit checksum of bytes: any change within one aligned word always changes it.
package enum Checksum {
    /// The checksum of some bytes by four lanes, the algorithm of all formats so far and of the pages below.
    ///
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - seed: The checksum of the preceding bytes, or 0.
    /// - Returns: the checksum; every version computes the same.
    package static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        store_four_lanes(bytes.baseAddress, bytes.count, seed)
    }
}

/// A 64-bit checksum of bytes: any change within one aligned word always changes it.
///
/// Four independent lanes, each step of which is a bijection of the lane for a given word and of the word for a given
/// lane; so a single damaged word can't cancel out, and any other damage has a chance of 2⁻⁶⁴ to go unseen.
package enum Checksum {
    /// The checksum of some bytes.
    ///
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - seed: the checksum of what comes before them, or 0.
    /// - Returns: the checksum; every version computes the same.
    package static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        var a = seed ^ 0x9E37_79B9_7F4A_7C15
        var b = seed ^ 0xC2B2_AE3D_27D4_EB4F
        var c = seed ^ 0x1656_67B1_9E37_79F9
        var d = seed ^ 0x27D4_EB2F_1656_67C5
        guard let base = bytes.baseAddress else { return finish(a, b, c, d, 0) }
        let count = bytes.count
        var offset = 0
        while offset + 32 <= count {
            a = step(a, base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            b = step(b, base.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
            c = step(c, base.loadUnaligned(fromByteOffset: offset &+ 16, as: UInt64.self))
            d = step(d, base.loadUnaligned(fromByteOffset: offset &+ 24, as: UInt64.self))
            offset &+= 32
        }
        while offset + 8 <= count {
            a = step(a, base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset &+= 8
        }
        var last: UInt64 = 0
        var shift: UInt64 = 0
        while offset < count {
            last |= UInt64(base.load(fromByteOffset: offset, as: UInt8.self)) &<< shift
            shift &+= 8
            offset &+= 1
        }
        b = step(b, last)
        return finish(a, b, c, d, UInt64(count))
    }

    @inline(__always)
    private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let product = (lane ^ UInt64(littleEndian: word)) &* 0x9FB2_1C65_1E98_DF25
        return product &<< 29 | product &>> 35
    }

    private static func finish(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64, _ count: UInt64) -> UInt64 {
        var sum = count &* 0xA24B_AED4_963E_E407
        for lane in [a, b, c, d] {
            sum = (sum ^ lane) &* 0x9FB2_1C65_1E98_DF25
            sum ^= sum &>> 32
        }
        return sum
    }
}

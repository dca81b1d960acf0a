/// The checksum of a part of a FIT file: CRC-16 with the reflected polynomial 0xA001.
package enum FITChecksum {
    /// The sum of bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: Their sum.
    package static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt16 {
        guard let start = bytes.baseAddress else { return 0 }
        return tables.withUnsafeBufferPointer { tables in
            var sum: UInt16 = 0
            var position = 0
            // Eight bytes at a time, each through the table for its distance from the end of the eight.
            while position &+ 8 <= bytes.count {
                let word = start.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian ^ UInt64(sum)
                sum = 0
                for byte in 0..<8 {
                    sum ^= tables[(7 &- byte) &<< 8 | Int(truncatingIfNeeded: word &>> UInt64(byte &* 8) & 0xFF)]
                }
                position &+= 8
            }
            while position < bytes.count {
                let byte = start.load(fromByteOffset: position, as: UInt8.self)
                sum = sum &>> 8 ^ tables[Int((sum ^ UInt16(byte)) & 0xFF)]
                position &+= 1
            }
            return sum
        }
    }

    /// Eight tables of 256: the effect of a byte followed by zero to seven zero bytes.
    private static let tables: [UInt16] = {
        var tables: [UInt16] = []
        tables.reserveCapacity(8 * 256)
        for byte in 0..<UInt16(256) {
            var sum = byte
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
            tables.append(sum)
        }
        for entry in 256..<8 * 256 {
            let before = tables[entry - 256]
            tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()
}

import Foundation

/// Random numbers that a seed decides (SplitMix64), so that a failure can be run again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededGenerator {
    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }
}

extension SeededGenerator {
    /// A random UUID of version 4.
    mutating func uuid() -> UUID {
        var bytes = UUID().uuid
        withUnsafeMutableBytes(of: &bytes) { buffer in
            buffer.storeBytes(of: next(), toByteOffset: 0, as: UInt64.self)
            buffer.storeBytes(of: next(), toByteOffset: 8, as: UInt64.self)
            buffer[6] = buffer[6] & 0x0F | 0x40
            buffer[8] = buffer[8] & 0x3F | 0x80
        }
        return UUID(uuid: bytes)
    }
}

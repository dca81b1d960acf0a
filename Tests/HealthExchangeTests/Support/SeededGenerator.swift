import Foundation

/// Random numbers that can be had again: splitmix64.
struct SeededGenerator: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    /// Takes the seed from `HEALTHKIT_TEST_SEED`, or a new one, and prints it.
    init(_ purpose: String) {
        let given = ProcessInfo.processInfo.environment["HEALTHKIT_TEST_SEED"].flatMap { UInt64($0) }
        seed = given ?? UInt64.random(in: 0..<1 << 32)
        state = seed
        print("\(purpose): HEALTHKIT_TEST_SEED=\(seed)")
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

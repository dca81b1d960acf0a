import Foundation

/// Random numbers that a seed repeats (SplitMix64), so that a failure can be run again.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    package let seed: UInt64
    private var state: UInt64

    /// The numbers of a seed.
    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// The numbers of ``newSeed()``; a failing test says the seed in its message.
    package init() { self.init(seed: newSeed()) }

    /// The numbers of ``newSeed()``, which is printed.
    ///
    /// - Parameter purpose: What the numbers are for.
    package init(_ purpose: String) {
        self.init()
        print("\(purpose): TEST_SEED=\(seed)")
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The seed of a random test: that of `TEST_SEED` in the environment, to repeat a failure, or a new one.
package func newSeed() -> UInt64 {
    ProcessInfo.processInfo.environment["TEST_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...UInt64(UInt32.max))
}

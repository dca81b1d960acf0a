/// Numbers that look random and are the same every time.
struct SampleGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number in a range.
    mutating func next(_ range: ClosedRange<Double>) -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let share = Double(state >> 11) / Double(UInt64(1) << 53)
        return range.lowerBound + share * (range.upperBound - range.lowerBound)
    }
}

// Comparing times of day: which is later, and by how much.
extension ClockMean {
    /// How much later a time of day is than another on the shorter way round the clock.
    ///
    /// - Parameters:
    ///   - time: Seconds since midnight.
    ///   - other: The other time.
    /// - Returns: Seconds, from −12 hours up to 12 hours.
    package static func distance(_ time: Double, from other: Double) -> Double {
        let rest = (time - other).truncatingRemainder(dividingBy: 86_400)
        let ahead = rest < 0 ? rest + 86_400 : rest
        return ahead >= 43_200 ? ahead - 86_400 : ahead
    }
}

extension [Double] {
    /// How much single numbers vary: their standard deviation; `nil` for fewer than two.
    var deviation: Double? {
        guard count >= 2 else { return nil }
        let mean = reduce(0, +) / Double(count)
        let variance = reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)
        return variance.isFinite ? variance.squareRoot() : nil
    }
}

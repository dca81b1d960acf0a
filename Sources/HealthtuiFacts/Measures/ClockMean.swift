import Foundation

/// Means of clock times, which are on a circle: half past eleven and half past twelve at night average midnight.
///
/// Times are seconds since midnight.
package enum ClockMean {
    private static let day = 86_400.0
    /// How far from the mean a usual time may lie.
    private static let near = 2 * 3_600.0

    /// The mean of clock times on the circle.
    ///
    /// - Parameter times: Seconds since midnight; those that aren't finite are left out.
    /// - Returns: The mean, from 0 up to 86,400; `nil` without times, or where they cancel each other out.
    package static func mean(_ times: [Double]) -> Double? {
        let angles = times.filter(\.isFinite).map { $0 / day * 2 * Double.pi }
        guard !angles.isEmpty else { return nil }
        let (x, y) = angles.reduce((0.0, 0.0)) { ($0.0 + cos($1), $0.1 + sin($1)) }
        // Two opposite times leave only what rounding leaves.
        guard (x * x + y * y).squareRoot() > 1e-9 * Double(angles.count) else { return nil }
        return wrapped(atan2(y, x) / (2 * Double.pi) * day)
    }

    /// The mean of clock times if it is a usual time: half of them lie within two hours of it.
    package static func usual(_ times: [Double]) -> Double? {
        let known = times.filter(\.isFinite)
        guard let mean = mean(known) else { return nil }
        return known.filter { abs(distance($0, from: mean)) <= near }.count * 2 >= known.count ? mean : nil
    }

    /// How much later a time is than another on the shorter way round, from −12 hours up to 12 hours.
    package static func distance(_ time: Double, from other: Double) -> Double {
        let ahead = wrapped(time - other)
        return ahead >= day / 2 ? ahead - day : ahead
    }

    private static func wrapped(_ seconds: Double) -> Double {
        let rest = seconds.truncatingRemainder(dividingBy: day)
        let positive = rest < 0 ? rest + day : rest
        return positive >= day ? 0 : positive
    }
}

import Foundation

/// The default zones for a person who set none (R7.20).
///
/// Apple says that its heart rate zones come from age and resting heart rate, and publishes no formula. Here they are
/// those of Karvonen (1957): 60, 70, 80 and 90 percent of the way from the resting to the greatest heart rate, which is
/// estimated as 208 − 0.7 · age (Tanaka, Monahan and Seals, 2001). Without a resting heart rate they are the same
/// percentages of the greatest. Power zones are those of Coggan: 55, 75, 90, 105 and 120 percent of the functional
/// threshold power; his seventh, above 150 percent, is omitted, since Apple has six.
package enum AutomaticZones {
    /// The age in years used for an app if there is no age that it may read (R6.7).
    package static let defaultAge = BodyFacts().age
    private static let heartRateShares = [0.6, 0.7, 0.8, 0.9]
    private static let powerShares = [0.55, 0.75, 0.9, 1.05, 1.2]

    /// Heart rate zones.
    ///
    /// - Parameters:
    ///   - age: Years.
    ///   - resting: The resting heart rate in beats a minute, or `nil`.
    /// - Returns: Five zones; `nil` for an age or a rate that leaves no room for them.
    package static func heartRate(age: Double, resting: Double?) -> HKWorkoutZoneConfiguration? {
        guard (0...130).contains(age) else { return nil }
        let greatest = 208 - 0.7 * age
        let rest = resting ?? 0
        guard rest >= 0, rest < greatest - 20 else { return nil }
        let unit = HKUnit.count().unitDivided(by: .minute())
        // Rounded to a tenth of a beat, so that the displayed values are the ones counted.
        // Invalid boundaries result in no zones.
        let values = heartRateShares.map { ((rest + $0 * (greatest - rest)) * 10).rounded() / 10 }
        return try? HKWorkoutZoneConfiguration(
            HKQuantityType(.heartRate),
            values.map { HKQuantity(unit: unit, doubleValue: $0) },
            source: .system
        )
    }

    /// Power zones.
    ///
    /// - Parameter threshold: The functional threshold power in watts.
    /// - Returns: Six zones; `nil` for an invalid power.
    package static func cyclingPower(threshold: Double) -> HKWorkoutZoneConfiguration? {
        guard threshold.isFinite, threshold >= 10 else { return nil }
        // Invalid boundaries result in no zones.
        return try? HKWorkoutZoneConfiguration(
            HKQuantityType(.cyclingPower),
            powerShares.map { HKQuantity(unit: .watt(), doubleValue: (threshold * $0 * 10).rounded() / 10) },
            source: .system
        )
    }
}

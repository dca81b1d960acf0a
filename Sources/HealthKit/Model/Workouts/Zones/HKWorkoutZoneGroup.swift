import Foundation

/// The time that was spent in a zone.
public struct HKWorkoutZoneDuration: Sendable {
    /// The zone.
    public let zone: HKWorkoutZone

    /// The time in it, pauses left out, in seconds.
    public let duration: TimeInterval
}

/// The time that a workout, or an activity of it, spent in the zones of a type.
///
/// A value applies until the next one, but for no longer than a minute if none follows; time without a value counts for no
/// zone. Apple doesn't document how it counts: this is our choice (R7.21).
public struct HKWorkoutZoneGroup: Sendable {
    /// The zones.
    public let configuration: HKWorkoutZoneConfiguration

    /// The time in each zone, from the lowest to the highest.
    public let zoneDurations: [HKWorkoutZoneDuration]

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - configuration: The zones.
    ///   - seconds: The time in each; zones without a number have none.
    package init(_ configuration: HKWorkoutZoneConfiguration, seconds: [Double]) {
        self.configuration = configuration
        zoneDurations = configuration.zones.map { zone in
            HKWorkoutZoneDuration(zone: zone, duration: zone.index < seconds.count ? seconds[zone.index] : 0)
        }
    }
}

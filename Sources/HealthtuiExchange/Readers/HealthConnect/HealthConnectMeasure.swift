import HealthKit

/// Measures of Health Connect that name no activity: HealthKit has a type for each of several activities.
package struct HealthConnectMeasure: Sendable, Equatable {
    /// The unit of the numbers.
    package let unit: String

    /// The column of the numbers: of the record, or of its points.
    package let column: String

    /// The types by activity.
    package let types: [HKWorkoutActivityType: HKQuantityTypeIdentifier]

    /// The type outside of sessions and for activities that aren't in ``types``; nil for none.
    package let other: HKQuantityTypeIdentifier?

    /// Activities whose distances HealthKit has no type for.
    private static let untyped: Set<HKWorkoutActivityType> = [
        .sailing, .surfingSports, .underwaterDiving, .waterSports, .equestrianSports,
    ]

    /// The type for an activity.
    ///
    /// - Parameter activity: The activity of the session; nil outside of sessions.
    /// - Returns: The type, or nil if there is none.
    package func type(for activity: HKWorkoutActivityType?) -> HKQuantityTypeIdentifier? {
        guard let activity else { return other }
        if let type = types[activity] { return type }
        return Self.untyped.contains(activity) ? nil : other
    }

    /// Distances.
    package static let distance = HealthConnectMeasure(
        unit: "m",
        column: "distance",
        types: [
            .cycling: .distanceCycling, .handCycling: .distanceCycling, .swimming: .distanceSwimming,
            .rowing: .distanceRowing, .paddleSports: .distancePaddleSports, .skatingSports: .distanceSkatingSports,
            .crossCountrySkiing: .distanceCrossCountrySkiing, .downhillSkiing: .distanceDownhillSnowSports,
            .snowboarding: .distanceDownhillSnowSports, .wheelchairWalkPace: .distanceWheelchair,
        ],
        other: .distanceWalkingRunning
    )

    /// Speeds.
    package static let speed = HealthConnectMeasure(
        unit: "m/s",
        column: "speed",
        types: [
            .running: .runningSpeed, .cycling: .cyclingSpeed, .rowing: .rowingSpeed,
            .paddleSports: .paddleSportsSpeed, .crossCountrySkiing: .crossCountrySkiingSpeed,
        ],
        other: nil
    )

    /// Power.
    package static let power = HealthConnectMeasure(
        unit: "W",
        column: "power",
        types: [.running: .runningPower, .cycling: .cyclingPower],
        other: nil
    )

    /// Turns of pedals.
    package static let cadence = HealthConnectMeasure(
        unit: "count/min",
        column: "revolutions_per_minute",
        types: [.cycling: .cyclingCadence],
        other: nil
    )
}

import Foundation

extension HKWorkout {
    /// The time in zones over the whole workout, by type; `nil` when there are no values of a type that has zones.
    ///
    /// Computed from the samples of the workout, in the zones that applied when it was recorded. Each activity has its own, see
    /// ``HKWorkoutActivity/zoneGroupsByType``.
    public var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? { content.zones?.groups }

    /// The time in zones of one type over the whole workout.
    ///
    /// - Parameter quantityType: Heart rate or cycling power.
    /// - Returns: The zones and the time in each; `nil` without values of the type.
    public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? {
        zoneGroupsByType?[quantityType]
    }
}

extension HKWorkoutActivity {
    /// The time in zones within the activity, by type; `nil` when there are no values of a type that has zones.
    public var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? { content.zones?.groups }

    /// The time in zones of one type within the activity.
    ///
    /// - Parameter quantityType: Heart rate or cycling power.
    /// - Returns: The zones and the time in each; `nil` without values of the type.
    public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? {
        zoneGroupsByType?[quantityType]
    }
}

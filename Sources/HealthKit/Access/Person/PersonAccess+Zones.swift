extension PersonAccess {
    /// The zones that the person set for a type, or `nil` for calculated ones.
    package func chosenZones(of type: HKQuantityType) throws -> HKWorkoutZoneConfiguration? {
        try ask(OwnerChosenZonesCall(type: type))
    }

    /// Sets the boundaries between a type's zones, in ascending order; `nil` for calculated ones.
    ///
    /// Workouts that are already recorded keep their zones.
    ///
    /// - Throws: `errorInvalidArgument` for boundaries that make no valid zones.
    package func setZones(_ boundaries: [HKQuantity]?, of type: HKQuantityType) throws {
        if let boundaries { _ = try HKWorkoutZoneConfiguration(type, boundaries, source: .user) }
        try perform(.setZones(type: type.identifier, boundaries?.map { QuantityText($0) }))
    }
}

import Foundation

extension HKHealthStore {
    /// The zones that hold for the workouts of the person.
    ///
    /// They are the person's own, else those that are worked out: heart rate zones from age and resting heart rate by
    /// Karvonen's formula, with the greatest heart rate after Tanaka; power zones from the functional threshold power by
    /// Coggan's levels. Apple publishes no formula of its own (R7.20). An app gets those of what it may read: without the date of
    /// birth the default ones, of 30 years.
    ///
    /// - Parameter quantityType: Heart rate or cycling power; the app needs the right to read it.
    /// - Returns: The zones; `nil` when the person set none and the store knows too little to work them out, and for a type
    ///   that the person denied.
    /// - Throws: `errorAuthorizationNotDetermined` for a type never asked for, `errorInvalidArgument` for one that has no
    ///   zones, `errorDatabaseInaccessible`.
    public func preferredWorkoutZoneConfiguration(for quantityType: HKQuantityType) async throws
        -> HKWorkoutZoneConfiguration?
    {
        try await perform { try self.preferredZonesNow(of: quantityType) }
    }

    /// Reads the zones on this thread.
    package func preferredZonesNow(of type: HKQuantityType) throws -> HKWorkoutZoneConfiguration? {
        try port.send(PreferredZonesCall(type: type, date: port.clock()))
    }
}

extension PersonAccess {
    /// The zones that the person set for a type; `nil` for those that are worked out.
    package func chosenZones(of type: HKQuantityType) throws -> HKWorkoutZoneConfiguration? {
        try ask(OwnerChosenZonesCall(type: type))
    }

    /// Sets where the zones of a type meet, from the lowest to the highest; `nil` for those that are worked out.
    ///
    /// Workouts that are recorded already keep the zones that they have.
    ///
    /// - Throws: `errorInvalidArgument` for what makes no zones.
    package func setZones(_ boundaries: [HKQuantity]?, of type: HKQuantityType) throws {
        if let boundaries { _ = try HKWorkoutZoneConfiguration(type, boundaries, source: .user) }
        try perform(.setZones(type: type.identifier, boundaries?.map { QuantityText($0) }))
    }
}

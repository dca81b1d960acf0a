import Foundation

extension HKHealthStore {
    /// The zones that apply to the person's workouts.
    ///
    /// They are the person's own or, without any, calculated ones: heart rate zones from age and resting heart rate by
    /// Karvonen's formula, with the greatest heart rate after Tanaka; power zones from the functional threshold power
    /// by Coggan's levels. Apple publishes no formula (R7.20). An app gets zones based on what it may read: without the
    /// date of birth, the default ones for age 30.
    ///
    /// - Parameter quantityType: Heart rate or cycling power; the app needs the right to read it.
    /// - Returns: The zones; `nil` when the person set none and the store knows too little to calculate them, and for a type that
    ///   the person denied.
    /// - Throws: `errorAuthorizationNotDetermined` for a type never asked for, `errorInvalidArgument` for one that has no zones,
    ///   `errorDatabaseInaccessible`.
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

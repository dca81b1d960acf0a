import Foundation

extension HKWorkoutBuilder {
    /// Sets zones for this workout alone, instead of the person's own.
    ///
    /// - Parameters:
    ///   - configuration: The zones; `nil` for the person's.
    ///   - quantityType: Heart rate or cycling power.
    /// - Throws: `errorInvalidArgument` after collection has begun, for a type without zones and for zones of another type.
    public func setCustomZoneConfiguration(
        _ configuration: HKWorkoutZoneConfiguration?,
        for quantityType: HKQuantityType
    ) async throws {
        try await waitForSuccess { done in
            core.perform(
                { [core] in try core.change { try $0.setZones(configuration, of: quantityType) } },
                { done($0.isSuccess, $0.failure) }
            )
        }
    }

    /// The zones of this workout: those that were set for it, otherwise the person's.
    ///
    /// - Parameter quantityType: Heart rate or cycling power.
    /// - Returns: The zones; `nil` when there are none, see
    ///   ``HKHealthStore/preferredWorkoutZoneConfiguration(for:)``.
    /// - Throws: `errorAuthorizationNotDetermined` for a type that was never requested where no zones were set,
    ///   `errorInvalidArgument` for a type without zones, `errorDatabaseInaccessible`.
    public func zoneConfiguration(for quantityType: HKQuantityType) async throws -> HKWorkoutZoneConfiguration? {
        if let own = core.content.zones(of: quantityType) { return own }
        return try await core.store.preferredWorkoutZoneConfiguration(for: quantityType)
    }

    /// The time in the zones of a type so far.
    ///
    /// The zones are those that held when collection began.
    ///
    /// - Parameter quantityType: Heart rate or cycling power.
    /// - Returns: The zones and the time in each; `nil` without zones or values.
    public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? { core.zoneGroup(of: quantityType) }
}

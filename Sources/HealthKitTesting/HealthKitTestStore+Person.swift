public import Foundation
public import HealthKit

extension HealthKitTestStore {
    /// All samples of a type, regardless of their source and of apps' permissions, by start.
    ///
    /// - Parameter type: The type.
    /// - Returns: The samples that are stored; not those that wait for the machine to be unlocked.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    public func samples(of type: HKSampleType) throws -> [HKSample] {
        try person.samples(SampleListQuery(type: type), ascending: true, limit: .max)
    }

    /// Sets the day on which the person was born.
    ///
    /// - Parameter date: Year, month and day of the Gregorian calendar; `nil` for not set.
    /// - Throws: `HKError.errorInvalidArgument` for components without year, month or day.
    public func setDateOfBirth(_ date: DateComponents?) throws {
        let day = try date.map { components in
            guard let year = components.year, let month = components.month, let day = components.day else {
                throw HKError.invalid("A date of birth needs year, month and day")
            }
            return CalendarDay(year: year, month: month, day: day).text
        }
        try change { $0.dateOfBirth = day }
    }

    /// Sets the sex the person was born with.
    ///
    /// - Parameter sex: The value.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    public func setBiologicalSex(_ sex: HKBiologicalSex) throws { try change { $0.biologicalSex = sex.rawValue } }

    /// Sets the sex whose reference ranges count for the person.
    ///
    /// - Parameter sex: The value.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    public func setReferenceSex(_ sex: HKReferenceSex) throws { try change { $0.referenceSex = sex.rawValue } }

    /// Sets the person's blood type.
    ///
    /// - Parameter type: The value.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    public func setBloodType(_ type: HKBloodType) throws { try change { $0.bloodType = type.rawValue } }

    /// Sets how the person's skin answers to sunlight.
    ///
    /// - Parameter type: The value.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    public func setFitzpatrickSkinType(_ type: HKFitzpatrickSkinType) throws {
        try change { $0.fitzpatrickSkinType = type.rawValue }
    }

    /// Sets whether the person uses a wheelchair.
    ///
    /// - Parameter use: The value.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    public func setWheelchairUse(_ use: HKWheelchairUse) throws { try change { $0.wheelchairUse = use.rawValue } }

    /// Sets whether the person's move ring counts energy or time.
    ///
    /// - Parameter mode: The value.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    public func setActivityMoveMode(_ mode: HKActivityMoveMode) throws {
        try change { $0.activityMoveMode = mode.rawValue }
    }

    /// Chooses the unit in which the person sees a type.
    ///
    /// - Parameters:
    ///   - unit: A unit that fits the type; `nil` for the default.
    ///   - type: The type.
    /// - Throws: `HKError.errorInvalidArgument` for a unit that does not fit.
    public func setPreferredUnit(_ unit: HKUnit?, for type: HKQuantityType) throws {
        try person.setPreferredUnit(unit, for: type)
    }

    /// Sets the person's zones of heart rate or power.
    ///
    /// - Parameters:
    ///   - boundaries: The upper end of each zone but the last, from the lowest to the highest; `nil` for computed
    ///     zones.
    ///   - type: Heart rate or cycling power.
    /// - Throws: `HKError.errorInvalidArgument` for invalid zones.
    public func setWorkoutZones(_ boundaries: [HKQuantity]?, for type: HKQuantityType) throws {
        try person.setZones(boundaries, of: type)
    }

    /// Sets in which order sources count for the totals of a type.
    ///
    /// - Parameters:
    ///   - sources: The sources, the first counts first; those not named come after.
    ///   - type: The type.
    ///   - excluded: Sources that do not count at all.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    public func setSourceOrder(_ sources: [HKSource], for type: HKQuantityType, excluded: Set<HKSource> = []) throws {
        try person.setSourceOrder(
            type.identifier,
            order: sources.map(\.bundleIdentifier),
            excluded: Set(excluded.map(\.bundleIdentifier))
        )
    }

    private func change(_ body: (inout CharacteristicValues) -> Void) throws {
        var values = try person.characteristics()
        body(&values)
        try person.setCharacteristics(values)
    }
}

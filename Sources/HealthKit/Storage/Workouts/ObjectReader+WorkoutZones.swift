import Foundation
import HealthStore

extension ObjectReader {
    /// The zones of a type that hold for the person: those that the person set, else those that are worked out (R7.20).
    ///
    /// An app gets those that are worked out of what it may read, and where it may not read the date of birth, or there is
    /// none, the default ones: what zones are worked out from can be read off them.
    ///
    /// - Parameters:
    ///   - type: Heart rate or cycling power.
    ///   - date: When: what was measured later does not count.
    /// - Returns: The zones; `nil` when the person set none and nothing is known to work them out from.
    /// - Throws: What reading the store throws.
    package func preferredZones(of type: HKQuantityType, at date: Date) throws -> HKWorkoutZoneConfiguration? {
        if let own = try chosenZones(of: type) { return own }
        switch HKQuantityTypeIdentifier(rawValue: type.identifier) {
        case .heartRate:
            let birth =
                try mayRead(.dateOfBirth) ? characteristics().dateOfBirth.flatMap { CalendarDay(text: $0) } : nil
            let age = birth.map { Double($0.years(until: date)) } ?? (caller == nil ? nil : AutomaticZones.defaultAge)
            guard let age else { return nil }
            return AutomaticZones.heartRate(
                age: age,
                resting: try latest(.restingHeartRate, .count().unitDivided(by: .minute()), before: date)
            )
        case .cyclingPower:
            return try latest(.cyclingFunctionalThresholdPower, .watt(), before: date)
                .flatMap { AutomaticZones.cyclingPower(threshold: $0) }
        default: return nil
        }
    }

    /// The zones of a type that say nothing of the person; `nil` where there are none.
    static func defaultZones(of type: HKQuantityType) -> HKWorkoutZoneConfiguration? {
        guard type.identifier == HKQuantityTypeIdentifier.heartRate.rawValue else { return nil }
        return AutomaticZones.heartRate(age: AutomaticZones.defaultAge, resting: nil)
    }

    /// Whether the caller may read, wholly, what the zones of a type are worked out from.
    func seesOrigin(ofZones type: HKQuantityType) throws -> Bool {
        guard caller != nil, makes(.zoneOrigins) else { return true }
        switch HKQuantityTypeIdentifier(rawValue: type.identifier) {
        case .heartRate:
            return try mayRead(.dateOfBirth) && visibility(of: HKQuantityType(.restingHeartRate)) == .everything
        case .cyclingPower: return try visibility(of: HKQuantityType(.cyclingFunctionalThresholdPower)) == .everything
        default: return true
        }
    }

    /// Whether the caller may read a characteristic.
    func mayRead(_ characteristic: HKCharacteristicTypeIdentifier) throws -> Bool {
        guard let caller else { return true }
        return try grant(of: caller, type: characteristic.rawValue).read == true
    }

    /// The zones that the person set; `nil` for none.
    package func chosenZones(of type: HKQuantityType) throws -> HKWorkoutZoneConfiguration? {
        guard let texts = try value([QuantityText].self, StoreNamespace.workoutZones, type.identifier) else {
            return nil
        }
        let boundaries = texts.compactMap(\.quantity)
        guard boundaries.count == texts.count,
            let zones = try? HKWorkoutZoneConfiguration(type, boundaries, source: .user)
        else {
            HealthLog.unreadable(StoreNamespace.workoutZones)
            return nil
        }
        return zones
    }

    /// The value that began last, not after a date, of those that the caller may read.
    private func latest(_ identifier: HKQuantityTypeIdentifier, _ unit: HKUnit, before date: Date) throws -> Double? {
        let type = HKQuantityType(identifier)
        let visible: TypeVisibility? = try makes(.zoneOrigins) ? visibility(of: type) : TypeVisibility.everything
        guard let visible, visible.scope != .nothing else { return nil }
        let request = FetchRequest(
            type: type,
            scope: visible.scope,
            bounds: TimeBounds(startUpper: date.timeIntervalSinceReferenceDate, endLower: visible.since)
        )
        let found = try samples([request], order: .byStart(ascending: false), limit: 1).first as? HKQuantitySample
        return found?.quantity.doubleValue(for: unit)
    }
}

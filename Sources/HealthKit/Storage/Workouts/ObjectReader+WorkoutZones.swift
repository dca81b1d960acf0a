import Foundation
import HealthKitStore

extension ObjectReader {
    /// The zones of a type that apply to the person: those that the person set, otherwise computed ones (R7.20).
    ///
    /// An app gets zones computed only from data that it may read. If it may not read the date of birth, or there is none, it
    /// gets the default zones, because computed zones reveal the data that they were computed from.
    ///
    /// - Parameters:
    ///   - type: Heart rate or cycling power.
    ///   - date: The reference date; later measurements don't count.
    /// - Returns: The zones; `nil` if the person set none and there is no data to compute them from.
    /// - Throws: Any error from reading the store.
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

    /// The zones of a type that don't depend on the person; `nil` if there are none.
    static func defaultZones(of type: HKQuantityType) -> HKWorkoutZoneConfiguration? {
        guard type.identifier == HKQuantityTypeIdentifier.heartRate.rawValue else { return nil }
        return AutomaticZones.heartRate(age: AutomaticZones.defaultAge, resting: nil)
    }

    /// Whether the caller may fully read the data from which a type's zones are computed.
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

    /// The value with the latest start up to a date, among those that the caller may read.
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

import Foundation
import HealthStore

extension ObjectReader {
    /// The zones of a type that hold for the person: those that the person set, else those that are worked out (R7.20).
    ///
    /// Only for a reader that sees everything.
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
            let me = try value(CharacteristicValues.self, StoreNamespace.characteristics, CharacteristicValues.key)
            guard let birth = me?.dateOfBirth.flatMap({ CalendarDay(text: $0) }) else { return nil }
            return AutomaticZones.heartRate(
                age: Double(birth.years(until: date)),
                resting: try latest(.restingHeartRate, .count().unitDivided(by: .minute()), before: date)
            )
        case .cyclingPower:
            return try latest(.cyclingFunctionalThresholdPower, .watt(), before: date)
                .flatMap { AutomaticZones.cyclingPower(threshold: $0) }
        default: return nil
        }
    }

    /// The zones that the person set; `nil` for none.
    package func chosenZones(of type: HKQuantityType) throws -> HKWorkoutZoneConfiguration? {
        guard let texts = try value([QuantityText].self, StoreNamespace.workoutZones, type.identifier) else {
            return nil
        }
        let boundaries = texts.compactMap(\.quantity)
        guard boundaries.count == texts.count else { return nil }
        return try? HKWorkoutZoneConfiguration(type, boundaries, source: .user)
    }

    /// The value that began last, not after a date.
    private func latest(_ identifier: HKQuantityTypeIdentifier, _ unit: HKUnit, before date: Date) throws -> Double? {
        let request = FetchRequest(
            type: HKQuantityType(identifier),
            bounds: TimeBounds(startUpper: date.timeIntervalSinceReferenceDate)
        )
        let found = try samples([request], order: .byStart(ascending: false), limit: 1).first as? HKQuantitySample
        return found?.quantity.doubleValue(for: unit)
    }
}

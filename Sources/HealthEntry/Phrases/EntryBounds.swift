import Foundation
import HealthKit

/// Between which values what a person types makes sense: bounds of what has been seen of people, with room beyond.
///
/// HealthKit itself takes any number. A person who types one that nobody has means another: `700` pounds, `98` percent.
package enum EntryBounds {
    /// Bounds, and the unit that they are told in.
    private struct Bounds {
        let least: Double
        let most: Double
        let unit: String

        init(_ least: Double, _ most: Double, _ unit: String) {
            self.least = least
            self.most = most
            self.unit = unit
        }
    }

    /// Why a quantity makes no sense for a type.
    ///
    /// - Parameters:
    ///   - quantity: A quantity in a unit of the type.
    ///   - type: The type.
    /// - Returns: The reason with the bounds; `nil` when the quantity makes sense.
    package static func doubt(about quantity: HKQuantity, of type: HKQuantityType) -> String? {
        guard let bounds = bounds(of: type), let unit = HKUnit.named(bounds.unit),
            let number = quantity.converted(to: unit)
        else { return nil }
        // What conversion between units loses is no doubt.
        let slack = 1e-9 * max(abs(bounds.least), abs(bounds.most))
        guard number < bounds.least - slack || number > bounds.most + slack else { return nil }
        let isPercent = unit == HKUnit.percent()
        let numbers = [bounds.least, bounds.most].map { HKQuantity.text(isPercent ? $0 * 100 : $0) }
        let label = unit == HKUnit.count() ? "" : " " + UnitPhrase.label(bounds.unit)
        return EntryTexts.makesSense(type.entry.name, from: numbers[0], to: numbers[1] + label)
    }

    private static func bounds(of type: HKQuantityType) -> Bounds? {
        if let own = byType[HKQuantityTypeIdentifier(rawValue: type.identifier)] { return own }
        let isFood = type.identifier.hasPrefix("HKQuantityTypeIdentifierDietary")
        return (isFood ? food : general).first { HKUnit.named($0.unit).map { type.is(compatibleWith: $0) } ?? false }
    }

    /// What one meal may hold.
    private static let food = [Bounds(0, 2_000, "g"), Bounds(0, 20_000, "kcal"), Bounds(0, 20, "L")]

    /// By what is measured, for types that are not listed; the first unit that fits counts.
    private static let general = [
        Bounds(0, 1_000_000, "m"), Bounds(0, 20_000, "kcal"), Bounds(0, 60, "m/s"), Bounds(0, 4_000, "W"),
        Bounds(0, 44_640, "min"), Bounds(0, 1_000, "count/min"), Bounds(0, 194, "dBASPL"), Bounds(-100, 100, "degC"),
        Bounds(0, 1_000, "kg"), Bounds(0, 20, "L"), Bounds(0, 10, "appleEffortScore"), Bounds(0, 1_000_000, "count"),
    ]

    private static let byType: [HKQuantityTypeIdentifier: Bounds] = [
        .bodyMass: Bounds(0.2, 700, "kg"),
        .leanBodyMass: Bounds(0.1, 400, "kg"),
        .bodyMassIndex: Bounds(5, 250, "count"),
        .bodyFatPercentage: Bounds(0, 1, "%"),
        .height: Bounds(0.2, 3, "m"),
        .waistCircumference: Bounds(0.1, 5, "m"),
        .stepCount: Bounds(0, 250_000, "count"),
        .pushCount: Bounds(0, 250_000, "count"),
        .swimmingStrokeCount: Bounds(0, 250_000, "count"),
        .flightsClimbed: Bounds(0, 5_000, "count"),
        .numberOfTimesFallen: Bounds(0, 1_000, "count"),
        .numberOfAlcoholicBeverages: Bounds(0, 100, "count"),
        .inhalerUsage: Bounds(0, 200, "count"),
        .uvExposure: Bounds(0, 50, "count"),
        .heartRate: Bounds(10, 400, "count/min"),
        .restingHeartRate: Bounds(10, 250, "count/min"),
        .heartRateRecoveryOneMinute: Bounds(0, 250, "count/min"),
        .heartRateVariabilitySDNN: Bounds(0, 2_000, "ms"),
        .heartRateVariabilityRMSSD: Bounds(0, 2_000, "ms"),
        .respiratoryRate: Bounds(1, 200, "count/min"),
        .oxygenSaturation: Bounds(0.2, 1, "%"),
        .peripheralPerfusionIndex: Bounds(0, 1, "%"),
        .bloodAlcoholContent: Bounds(0, 0.02, "%"),
        .walkingAsymmetryPercentage: Bounds(0, 1, "%"),
        .walkingDoubleSupportPercentage: Bounds(0, 1, "%"),
        .bodyTemperature: Bounds(13, 47, "degC"),
        .basalBodyTemperature: Bounds(13, 47, "degC"),
        .waterTemperature: Bounds(-5, 100, "degC"),
        .bloodPressureSystolic: Bounds(20, 400, "mmHg"),
        .bloodPressureDiastolic: Bounds(5, 370, "mmHg"),
        .bloodGlucose: Bounds(1, 3_000, "mg/dL"),
        .insulinDelivery: Bounds(0, 1_000, "IU"),
        .forcedVitalCapacity: Bounds(0, 15, "L"),
        .forcedExpiratoryVolume1: Bounds(0, 15, "L"),
        .peakExpiratoryFlowRate: Bounds(0, 1_200, "L/min"),
        .vo2Max: Bounds(1, 120, "mL/(kg*min)"),
        .physicalEffort: Bounds(0, 50, "kcal/(kg*hr)"),
        .electrodermalActivity: Bounds(0, 0.001, "S"),
        .underwaterDepth: Bounds(0, 400, "m"),
        .sixMinuteWalkTestDistance: Bounds(0, 1_500, "m"),
        .runningStrideLength: Bounds(0, 10, "m"),
        .walkingStepLength: Bounds(0, 5, "m"),
        .runningVerticalOscillation: Bounds(0, 100, "cm"),
        .runningGroundContactTime: Bounds(0, 5_000, "ms"),
    ]
}

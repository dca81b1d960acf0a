import Foundation

/// The plausible range of a quantity: bounds of observed human values, with a margin.
///
/// HealthKit itself accepts any number. An implausible number that a person types is usually a mistake, such as `700`
/// pounds or `98` percent; so is one from a table whose unit was guessed. Exports of the Health app are never checked
/// against bounds.
package struct EntryBounds: Sendable {
    package let least: Double
    package let most: Double
    /// The unit of both.
    package let unit: String

    private init(_ least: Double, _ most: Double, _ unit: String) {
        self.least = least
        self.most = most
        self.unit = unit
    }

    /// The bounds of a type that a quantity exceeds.
    ///
    /// - Parameters:
    ///   - quantity: A quantity in a unit of the type.
    ///   - type: The type.
    /// - Returns: The bounds; `nil` when the quantity makes sense, or nothing is known of the type.
    package static func exceeded(by quantity: HKQuantity, of type: HKQuantityType) -> EntryBounds? {
        guard let bounds = bounds(of: type), let unit = HKUnit.named(bounds.unit),
            let number = quantity.converted(to: unit)
        else { return nil }
        // The rounding error of a unit conversion doesn't make a value doubtful.
        let slack = 1e-9 * max(abs(bounds.least), abs(bounds.most))
        return number < bounds.least - slack || number > bounds.most + slack ? bounds : nil
    }

    /// The values of a type that make sense.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - unit: The unit of the values.
    /// - Returns: The smallest and the largest one, with room for rounding; `nil` if the type has no bounds, or the
    ///   unit doesn't match.
    package static func values(of type: HKQuantityType, in unit: HKUnit) -> ClosedRange<Double>? {
        guard let bounds = bounds(of: type), let own = HKUnit.named(bounds.unit),
            let conversion = own.conversion(to: unit), conversion.scale > 0
        else { return nil }
        let slack = 1e-9 * max(abs(bounds.least), abs(bounds.most))
        let ends = [bounds.least - slack, bounds.most + slack].map { $0 * conversion.scale + conversion.offset }
        return ends[0]...ends[1]
    }

    private static func bounds(of type: HKQuantityType) -> EntryBounds? {
        if let own = byType[HKQuantityTypeIdentifier(rawValue: type.identifier)] { return own }
        let isFood = type.identifier.hasPrefix("HKQuantityTypeIdentifierDietary")
        return (isFood ? food : general).first { HKUnit.named($0.unit).map { type.is(compatibleWith: $0) } ?? false }
    }

    /// The bounds for a single meal.
    private static let food = [EntryBounds(0, 2_000, "g"), EntryBounds(0, 20_000, "kcal"), EntryBounds(0, 20, "L")]

    /// Bounds by unit for types that aren't listed; the first compatible unit counts.
    private static let general = [
        EntryBounds(0, 1_000_000, "m"), EntryBounds(0, 20_000, "kcal"), EntryBounds(0, 60, "m/s"),
        EntryBounds(0, 4_000, "W"),
        EntryBounds(0, 44_640, "min"), EntryBounds(0, 1_000, "count/min"), EntryBounds(0, 194, "dBASPL"),
        EntryBounds(-100, 100, "degC"),
        EntryBounds(0, 1_000, "kg"), EntryBounds(0, 20, "L"), EntryBounds(0, 10, "appleEffortScore"),
        EntryBounds(0, 1_000_000, "count"),
    ]

    private static let byType: [HKQuantityTypeIdentifier: EntryBounds] = [
        .bodyMass: EntryBounds(0.2, 700, "kg"),
        .leanBodyMass: EntryBounds(0.1, 400, "kg"),
        .bodyMassIndex: EntryBounds(5, 250, "count"),
        .bodyFatPercentage: EntryBounds(0, 1, "%"),
        .height: EntryBounds(0.2, 3, "m"),
        .waistCircumference: EntryBounds(0.1, 5, "m"),
        .stepCount: EntryBounds(0, 250_000, "count"),
        .pushCount: EntryBounds(0, 250_000, "count"),
        .swimmingStrokeCount: EntryBounds(0, 250_000, "count"),
        .flightsClimbed: EntryBounds(0, 5_000, "count"),
        .numberOfTimesFallen: EntryBounds(0, 1_000, "count"),
        .numberOfAlcoholicBeverages: EntryBounds(0, 100, "count"),
        .inhalerUsage: EntryBounds(0, 200, "count"),
        .uvExposure: EntryBounds(0, 50, "count"),
        .heartRate: EntryBounds(10, 400, "count/min"),
        .restingHeartRate: EntryBounds(10, 250, "count/min"),
        .heartRateRecoveryOneMinute: EntryBounds(0, 250, "count/min"),
        .heartRateVariabilitySDNN: EntryBounds(0, 2_000, "ms"),
        .heartRateVariabilityRMSSD: EntryBounds(0, 2_000, "ms"),
        .respiratoryRate: EntryBounds(1, 200, "count/min"),
        .oxygenSaturation: EntryBounds(0.2, 1, "%"),
        .peripheralPerfusionIndex: EntryBounds(0, 1, "%"),
        .bloodAlcoholContent: EntryBounds(0, 0.02, "%"),
        .walkingAsymmetryPercentage: EntryBounds(0, 1, "%"),
        .walkingDoubleSupportPercentage: EntryBounds(0, 1, "%"),
        .bodyTemperature: EntryBounds(13, 47, "degC"),
        .basalBodyTemperature: EntryBounds(13, 47, "degC"),
        .waterTemperature: EntryBounds(-5, 100, "degC"),
        .bloodPressureSystolic: EntryBounds(20, 400, "mmHg"),
        .bloodPressureDiastolic: EntryBounds(5, 370, "mmHg"),
        .bloodGlucose: EntryBounds(1, 3_000, "mg/dL"),
        .insulinDelivery: EntryBounds(0, 1_000, "IU"),
        .forcedVitalCapacity: EntryBounds(0, 15, "L"),
        .forcedExpiratoryVolume1: EntryBounds(0, 15, "L"),
        .peakExpiratoryFlowRate: EntryBounds(0, 1_200, "L/min"),
        .vo2Max: EntryBounds(1, 120, "mL/(kg*min)"),
        .physicalEffort: EntryBounds(0, 50, "kcal/(kg*hr)"),
        .electrodermalActivity: EntryBounds(0, 0.001, "S"),
        .underwaterDepth: EntryBounds(0, 400, "m"),
        .distanceSwimming: EntryBounds(0, 300_000, "m"),
        .sixMinuteWalkTestDistance: EntryBounds(0, 1_500, "m"),
        .runningStrideLength: EntryBounds(0, 10, "m"),
        .walkingStepLength: EntryBounds(0, 5, "m"),
        .runningVerticalOscillation: EntryBounds(0, 100, "cm"),
        .runningGroundContactTime: EntryBounds(0, 5_000, "ms"),
    ]
}

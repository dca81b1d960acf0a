/// The types that may be on an assistant's sheet, and the effect of “Turn all on”.
package enum AssistantTypes {
    /// The identifier of blood pressure, whose two values are one type on the sheet.
    package static let bloodPressure = HKCorrelationTypeIdentifier.bloodPressure.rawValue

    /// The identifiers of the types that may be on the sheet, in the order of the catalogue.
    package static let all: [String] = TypeCatalogue.shared.entries.filter(isOnSheet).map(\.identifier)

    private static let known = Set(all)

    /// Whether a type may be on the sheet.
    ///
    /// - Parameter type: The identifier of the type.
    /// - Returns: Whether it is so.
    package static func contains(_ type: String) -> Bool { known.contains(type) }

    private static func isOnSheet(_ entry: CatalogueEntry) -> Bool {
        switch entry.kind {
        case .quantity: !pressures.contains(entry.identifier)
        case .category, .workout: true
        case .correlation: entry.identifier == bloodPressure
        default: false
        }
    }

    /// The members of a blood pressure, which are one type on the sheet.
    static let pressures: Set<String> = [
        HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue,
        HKQuantityTypeIdentifier.bloodPressureDiastolic.rawValue,
    ]

    /// Whether a type isn't part of “Turn all on”: reproductive health, mind, medications, symptoms, alcohol, clinical
    /// records and the person's details.
    ///
    /// - Parameter type: The identifier of the type.
    /// - Returns: Whether it is so.
    package static func isSensitive(_ type: String) -> Bool {
        if sensitive.contains(type) { return true }
        return switch TypeCatalogue.shared.entry(identifier: type)?.group {
        case .cycle, .mental, .medications, .symptoms, .records, .profile, nil: true
        default: false
        }
    }

    /// Sensitive types of groups that aren't.
    private static let sensitive = Set(
        [
            .bloodAlcoholContent, .numberOfAlcoholicBeverages, .insulinDelivery, .inhalerUsage,
        ]
        .map { (type: HKQuantityTypeIdentifier) in type.rawValue }
    )

    /// The level of a type after “Turn all on”.
    ///
    /// Days where many samples make one; weeks where a day is about one sample, so that a day's number would be the sample.
    ///
    /// - Parameter type: The identifier of the type.
    /// - Returns: The level; `nil` for a sensitive type, and one that isn't on the sheet.
    package static func levelOfAll(_ type: String) -> AssistantLevel? {
        guard contains(type), !isSensitive(type) else { return nil }
        return isSampleADay(type) ? .weeks : .days
    }

    /// Whether a type is recorded about once a day or less often, so that a day reveals the sample.
    ///
    /// - Parameter type: The identifier of the type.
    /// - Returns: Whether it is so.
    package static func isSampleADay(_ type: String) -> Bool {
        if single.contains(type) { return true }
        guard let entry = TypeCatalogue.shared.entry(identifier: type), entry.kind == .category else { return false }
        return !spans.contains(type)
    }

    /// Categories whose days are made of many samples.
    private static let spans = Set(
        [.sleepAnalysis, .appleStandHour, .mindfulSession].map { (type: HKCategoryTypeIdentifier) in type.rawValue }
    )

    private static let single: Set<String> = Set(
        [
            .bodyMass, .bodyMassIndex, .leanBodyMass, .bodyFatPercentage, .height, .waistCircumference,
            .appleSleepingWristTemperature, .electrodermalActivity, .restingHeartRate, .walkingHeartRateAverage,
            .heartRateRecoveryOneMinute, .atrialFibrillationBurden, .vo2Max, .heartRateVariabilityRMSSD,
            .peripheralPerfusionIndex, .cyclingFunctionalThresholdPower, .workoutEffortScore,
            .estimatedWorkoutEffortScore, .appleWalkingSteadiness, .sixMinuteWalkTestDistance, .numberOfTimesFallen,
            .uvExposure, .waterTemperature, .underwaterDepth, .bloodAlcoholContent, .insulinDelivery,
            .numberOfAlcoholicBeverages, .inhalerUsage, .forcedExpiratoryVolume1, .forcedVitalCapacity,
            .peakExpiratoryFlowRate, .appleSleepingBreathingDisturbances, .bloodGlucose, .bodyTemperature,
            .basalBodyTemperature, .nikeFuel,
        ]
        .map { (type: HKQuantityTypeIdentifier) in type.rawValue }
    )
    .union([bloodPressure])

    /// Whether an assistant may draft entries of a type: those with one number that a program may save, and blood pressure.
    ///
    /// - Parameter type: The identifier of the type.
    /// - Returns: Whether it is so.
    package static func canBeDrafted(_ type: String) -> Bool {
        guard contains(type), let entry = TypeCatalogue.shared.entry(identifier: type), !entry.isReadOnly else {
            return false
        }
        return entry.kind == .quantity || type == bloodPressure
    }
}

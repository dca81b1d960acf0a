import Foundation

/// The units that people see who chose none, by where they are (rule R11.3).
package enum LocaleUnits {
    /// The unit that a type's values are shown in.
    ///
    /// Apple does not publish its table. What exports show is followed: pounds, feet, miles and `Cal` in the United
    /// States, stones and miles in Britain, kilojoules in Australia and New Zealand, and glucose in moles where
    /// laboratories report it so.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - locale: The person's locale.
    /// - Returns: A unit compatible with the type.
    package static func defaultUnit(for type: HKQuantityType, locale: Locale) -> HKUnit {
        let region = locale.region?.identifier ?? ""
        let name = name(for: HKQuantityTypeIdentifier(rawValue: type.identifier), region: region)
        guard let name, let unit = HKUnit.named(name), type.is(compatibleWith: unit) else { return type.displayUnit }
        return unit
    }

    private static func name(for type: HKQuantityTypeIdentifier, region: String) -> String? {
        switch type {
        case .bodyMass, .leanBodyMass:
            region == "GB" && type == .bodyMass ? "st" : isCustomary(region) ? "lb" : nil
        case .height:
            isCustomary(region) ? "ft" : nil
        case .waistCircumference, .walkingStepLength:
            isCustomary(region) ? "in" : nil
        case .distanceWalkingRunning, .distanceCycling, .distanceWheelchair, .distanceCrossCountrySkiing,
            .distanceDownhillSnowSports, .distancePaddleSports, .distanceRowing, .distanceSkatingSports:
            usesMiles(region) ? "mi" : nil
        case .distanceSwimming:
            isCustomary(region) ? "yd" : nil
        case .underwaterDepth:
            isCustomary(region) ? "ft" : nil
        case .walkingSpeed, .runningSpeed, .cyclingSpeed, .crossCountrySkiingSpeed, .paddleSportsSpeed, .rowingSpeed:
            usesMiles(region) ? "mi/hr" : nil
        case .stairAscentSpeed, .stairDescentSpeed:
            isCustomary(region) ? "ft/s" : nil
        case .bodyTemperature, .basalBodyTemperature, .appleSleepingWristTemperature, .waterTemperature:
            fahrenheitRegions.contains(region) ? "degF" : nil
        case .activeEnergyBurned, .basalEnergyBurned, .dietaryEnergyConsumed:
            energy(region)
        case .dietaryWater:
            region == "US" ? "fl_oz_us" : nil
        case .bloodGlucose:
            molarGlucoseRegions.contains(region) ? "mmol<\(HKUnitMolarMassBloodGlucose)>/L" : nil
        default:
            nil
        }
    }

    private static func energy(_ region: String) -> String? {
        switch region {
        case "US": "Cal"
        case "AU", "NZ": "kJ"
        default: nil
        }
    }

    /// Whether people measure in the customary units of the United States.
    private static func isCustomary(_ region: String) -> Bool { ["US", "LR", "MM"].contains(region) }

    private static func usesMiles(_ region: String) -> Bool { isCustomary(region) || region == "GB" }

    private static let fahrenheitRegions: Set<String> = ["US", "BS", "BZ", "KY", "PW", "FM", "LR", "MH"]

    private static let molarGlucoseRegions: Set<String> = [
        "AU", "BG", "CA", "CH", "CN", "CZ", "DK", "EE", "FI", "GB", "HK", "HR", "HU", "IE", "IS", "KZ", "LT", "LV",
        "MT",
        "MY", "NL", "NO", "NZ", "RU", "SE", "SG", "SI", "SK", "UA", "VN", "ZA",
    ]
}

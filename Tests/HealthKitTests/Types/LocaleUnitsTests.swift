import Foundation
import Testing

@testable import HealthKit

@Suite("Units by locale")
struct LocaleUnitsTests {
    @Test(
        "R11.3 people see the units of where they are",
        arguments: [
            ("en_US", "bodyMass", "lb"), ("en_US", "height", "ft"), ("en_US", "distanceWalkingRunning", "mi"),
            ("en_US", "bodyTemperature", "degF"),
            ("en_US", "activeEnergyBurned", "Cal"), ("en_US", "bloodGlucose", "mg/dL"),
            ("en_US", "dietaryWater", "fl_oz_us"),
            ("en_US", "walkingStepLength", "in"), ("en_US", "walkingSpeed", "mi/hr"), ("en_GB", "bodyMass", "st"),
            ("en_GB", "distanceCycling", "mi"),
            ("en_GB", "height", "cm"), ("en_GB", "bodyTemperature", "degC"),
            ("en_GB", "bloodGlucose", "mmol<180.1558800000541>/L"),
            ("de_DE", "bodyMass", "kg"), ("de_DE", "distanceWalkingRunning", "km"),
            ("de_DE", "activeEnergyBurned", "kcal"),
            ("de_DE", "bodyTemperature", "degC"), ("de_DE", "bloodGlucose", "mg/dL"),
            ("en_AU", "activeEnergyBurned", "kJ"),
            ("en_AU", "bloodGlucose", "mmol<180.1558800000541>/L"),
            ("en_CA", "bloodGlucose", "mmol<180.1558800000541>/L"),
            ("ja_JP", "heartRate", "count/min"), ("en_US", "bloodPressureSystolic", "mmHg"), ("en", "bodyMass", "kg"),
        ]
    )
    func defaults(locale: String, shortName: String, unit: String) throws {
        let type = try #require(TypeCatalogue.resolve(shortName)?.type as? HKQuantityType)
        #expect(LocaleUnits.defaultUnit(for: type, locale: Locale(identifier: locale)).unitString == unit)
    }

    @Test("every type has a unit it can be told in, everywhere")
    func everywhere() {
        for type in HKObjectType.all.compactMap({ $0 as? HKQuantityType }) {
            for region in Locale.Region.isoRegions {
                let unit = LocaleUnits.defaultUnit(for: type, locale: Locale(identifier: "en_\(region.identifier)"))
                #expect(type.is(compatibleWith: unit), "\(type) in \(region.identifier)")
            }
        }
    }
}

import HealthKit

/// Android's numbers for values that HealthKit numbers differently.
package enum HealthConnectCode {
    /// The values of a category type, by the numbers of a column.
    package struct Values: Sendable, Equatable {
        /// Nil where every record has the same value.
        package let column: String?
        /// The values by Android's number; one that isn't here has none.
        package let values: [Int64: Int]
        /// The value of all records, if there is no column.
        package let value: Int

        init(_ column: String, _ values: [Int64: Int]) {
            (self.column, self.values, value) = (column, values, 0)
        }

        /// The same value for all; HealthKit has 0 for types without values.
        init(_ value: Int = 0) {
            (column, values, self.value) = (nil, [:], value)
        }
    }

    /// The values of metadata, by the numbers of a column.
    package struct Entry: Sendable, Equatable {
        package let column: String
        package let key: String
        package let values: [Int64: Int]
    }

    /// Stages of sleep; 0 isn't known.
    package static let stages: [Int64: HKCategoryValueSleepAnalysis] = [
        1: .awake, 2: .asleepUnspecified, 3: .awake, 4: .asleepCore, 5: .asleepDeep, 6: .asleepREM, 7: .awake,
    ]

    static let flow: [Int64: Int] = [
        0: HKCategoryValueVaginalBleeding.unspecified.rawValue, 1: HKCategoryValueVaginalBleeding.light.rawValue,
        2: HKCategoryValueVaginalBleeding.medium.rawValue, 3: HKCategoryValueVaginalBleeding.heavy.rawValue,
    ]

    static let ovulation: [Int64: Int] = [
        0: HKCategoryValueOvulationTestResult.indeterminate.rawValue,
        1: HKCategoryValueOvulationTestResult.luteinizingHormoneSurge.rawValue,
        2: HKCategoryValueOvulationTestResult.estrogenSurge.rawValue,
        3: HKCategoryValueOvulationTestResult.negative.rawValue,
    ]

    /// 0 isn't known, 6 is unusual.
    static let mucus: [Int64: Int] = [
        1: HKCategoryValueCervicalMucusQuality.dry.rawValue, 2: HKCategoryValueCervicalMucusQuality.sticky.rawValue,
        3: HKCategoryValueCervicalMucusQuality.creamy.rawValue, 4: HKCategoryValueCervicalMucusQuality.watery.rawValue,
        5: HKCategoryValueCervicalMucusQuality.eggWhite.rawValue,
    ]

    /// Whether protection was used; 0 isn't known.
    static let protection: [Int64: Bool] = [1: true, 2: false]

    static let meal = Entry(
        column: "relation_to_meal",
        key: HKMetadataKeyBloodGlucoseMealTime,
        values: [3: HKBloodGlucoseMealTime.preprandial.rawValue, 4: HKBloodGlucoseMealTime.postprandial.rawValue]
    )

    /// 9 is the wrist and 10 the vagina, for which HealthKit has no number.
    static let temperatureLocation = Entry(
        column: "measurement_location",
        key: HKMetadataKeyBodyTemperatureSensorLocation,
        values: [
            1: HKBodyTemperatureSensorLocation.armpit.rawValue, 2: HKBodyTemperatureSensorLocation.finger.rawValue,
            3: HKBodyTemperatureSensorLocation.forehead.rawValue, 4: HKBodyTemperatureSensorLocation.mouth.rawValue,
            5: HKBodyTemperatureSensorLocation.rectum.rawValue,
            6: HKBodyTemperatureSensorLocation.temporalArtery.rawValue, 7: HKBodyTemperatureSensorLocation.toe.rawValue,
            8: HKBodyTemperatureSensorLocation.ear.rawValue, 9: HKBodyTemperatureSensorLocation.other.rawValue,
            10: HKBodyTemperatureSensorLocation.other.rawValue,
        ]
    )

    /// A metabolic cart measures to exhaustion, and Rockport's is a walk; for the others HealthKit's value is
    /// uncertain.
    static let oxygenTest = Entry(
        column: "measurement_method",
        key: HKMetadataKeyVO2MaxTestType,
        values: [
            1: HKVO2MaxTestType.maxExercise.rawValue, 5: HKVO2MaxTestType.predictionSubMaxExercise.rawValue,
        ]
    )
}

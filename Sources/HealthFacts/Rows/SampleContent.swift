import HealthKit

/// The number that a sample is about, and its unit.
struct SampleContent {
    let value: JSONValue
    let unit: JSONValue

    private init(_ value: JSONValue, _ unit: JSONValue) {
        self.value = value
        self.unit = unit
    }

    /// The number in the unit in which it is stored.
    init(_ sample: HKSample) {
        switch sample {
        case let sample as HKQuantitySample: self.init(.number(sample.value), .text(sample.unit.unitString))
        case let sample as HKCategorySample: self.init(.integer(sample.value), .null)
        case let workout as HKWorkout: self.init(.number(workout.duration), .text("s"))
        default: self.init(.null, .null)
        }
    }

    /// The number in a unit; in that in which it is stored without one.
    ///
    /// - Throws: `HKError` for a quantity that cannot be told in the unit.
    init(_ sample: HKSample, in unit: HKUnit?) throws {
        guard let unit, let sample = sample as? HKQuantitySample else {
            self.init(sample)
            return
        }
        self.init(.number(try sample.quantity.doubleValue(validating: unit)), .text(unit.unitString))
    }
}

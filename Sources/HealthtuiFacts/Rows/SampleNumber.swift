import HealthKit

/// A sample's main number, and its unit.
struct SampleNumber {
    let value: JSONValue
    let unit: JSONValue

    private init(_ value: JSONValue, _ unit: JSONValue) {
        self.value = value
        self.unit = unit
    }

    /// Creates it in its stored unit.
    init(_ sample: HKSample) {
        switch sample {
        case let sample as HKQuantitySample: self.init(.number(sample.value), .text(sample.unit.unitString))
        case let sample as HKCategorySample: self.init(.integer(sample.value), .null)
        case let workout as HKWorkout: self.init(.number(workout.duration), .text("s"))
        case let record as HKClinicalRecord:
            // A bound such as <14 isn't the number 14: only its unit is given here, and it appears as text among the
            // facts.
            let main = record.fhirResource.flatMap { ClinicalResult($0.data, sex: .notSet).main }
            self.init(.number(main?.exact), main.map { $0.unit.isEmpty ? .null : .text($0.unit) } ?? .null)
        default: self.init(.null, .null)
        }
    }

    /// Creates it in a unit; nil for the stored unit.
    ///
    /// - Throws: `HKError` for a quantity that can't be converted to the unit.
    init(_ sample: HKSample, in unit: HKUnit?) throws {
        guard let unit, let sample = sample as? HKQuantitySample else {
            self.init(sample)
            return
        }
        self.init(.number(try sample.quantity.doubleValue(validating: unit)), .text(unit.unitString))
    }
}

extension JSONValue {
    /// Whether a result is out of range, or null if unknown.
    static func outOfRange(_ result: ClinicalResult) -> JSONValue { result.isOutside.map { .bool($0) } ?? .null }
}

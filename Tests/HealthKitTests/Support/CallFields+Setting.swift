@testable import HealthKit

extension CallFields {
    /// The fields with one more, or another value of one.
    func setting(_ name: String, _ value: CallValue) -> CallFields {
        CallFields(fields + [Field(name: name, value: value)])
    }
}

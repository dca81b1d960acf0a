import Foundation

extension AssistantDraft {
    /// The sample that the draft becomes when the person confirms it, marked as entered by the person.
    ///
    /// - Returns: A new sample each time.
    /// - Throws: `errorInvalidArgument` for a draft that can’t be an entry, in words that repeat nothing of the store.
    package func sample() throws -> HKSample {
        switch HKObjectType.type(identifier: type) {
        case let type as HKQuantityType:
            guard values.count == 1, let value = values.first else { throw HKError.invalid("It has one number") }
            return try sample(type, value)
        case let type as HKCorrelationType where self.type == AssistantTypes.bloodPressure: return try pressure(type)
        default: throw HKError.invalid("There is no such type")
        }
    }

    private var start: Date { Date(timeIntervalSinceReferenceDate: date) }

    private static let metadata: [String: any Sendable] = [HKMetadataKeyWasUserEntered: true]

    private func pressure(_ type: HKCorrelationType) throws -> HKSample {
        guard values.count == 2, let systolic = values.first, let diastolic = values.last else {
            throw HKError.invalid("It has two numbers, the systolic one first")
        }
        guard systolic > diastolic else {
            throw HKError.invalid("The systolic number comes first and is the greater one")
        }
        let members = try [
            sample(HKQuantityType(.bloodPressureSystolic), systolic),
            sample(HKQuantityType(.bloodPressureDiastolic), diastolic),
        ]
        return try HKCorrelation(
            validating: type,
            start: start,
            end: start,
            objects: Set(members),
            metadata: Self.metadata
        )
    }

    private func sample(_ type: HKQuantityType, _ value: Double) throws -> HKSample {
        guard let unit = HKUnit.named(unit), type.is(compatibleWith: unit) else {
            throw HKError.invalid("The unit isn’t one of the type")
        }
        guard value.isFinite else { throw HKError.invalid("The value is no number") }
        // 97 percent is drafted as 97, and stored as 0.97.
        let quantity = HKQuantity(unit: unit, doubleValue: unit.unitString == "%" ? value / 100 : value)
        if let bounds = EntryBounds.exceeded(by: quantity, of: type) {
            let factor = bounds.unit == "%" ? 100.0 : 1
            let range = "\(bounds.least * factor) and \(bounds.most * factor) \(bounds.unit)"
            throw HKError.invalid("The value isn’t between \(range)")
        }
        return try HKQuantitySample(
            validating: type,
            quantity: quantity,
            start: start,
            end: start,
            metadata: Self.metadata
        )
    }
}

import Foundation

/// Checks an assistant's draft in the same way as a person's input.
package enum DraftCheck {
    /// How far back an entry may be, in seconds.
    private static let longestAgo = 3_660 * 86_400.0

    /// The problem with a draft, or `nil` if it is valid.
    ///
    /// - Parameters:
    ///   - call: The draft.
    ///   - now: The current time.
    /// - Returns: The reason, in words that repeat nothing of the store; `nil` for none.
    package static func problem(_ call: DraftCall, now: Date) -> String? {
        let ago = now.timeIntervalSinceReferenceDate - call.date
        guard ago.isFinite, ago >= 0 else { return "The time is in the future" }
        guard ago <= longestAgo else { return "The time is more than ten years ago" }
        do {
            try SampleValidation.checkForSaving(sample(call))
            return nil
        } catch let error as DraftProblem {
            return error.text
        } catch let error as HKError {
            return error.text
        } catch {
            return "This can’t be an entry"
        }
    }

    /// The sample that a draft becomes when the person confirms it.
    ///
    /// - Parameter call: The draft.
    /// - Returns: The sample.
    /// - Throws: `HKError`, or a ``DraftProblem`` with its description.
    private static func sample(_ call: DraftCall) throws -> HKSample {
        let date = Date(timeIntervalSinceReferenceDate: call.date)
        switch HKObjectType.type(identifier: call.type) {
        case let type as HKQuantityType:
            guard call.values.count == 1, let value = call.values.first else {
                throw DraftProblem(text: "It has one number")
            }
            return try sample(type, value, call.unit, date)
        case let type as HKCorrelationType where call.type == AssistantTypes.bloodPressure:
            guard call.values.count == 2, let systolic = call.values.first, let diastolic = call.values.last else {
                throw DraftProblem(text: "It has two numbers, the systolic one first")
            }
            guard systolic > diastolic else {
                throw DraftProblem(text: "The systolic number comes first and is the greater one")
            }
            let members = try [
                sample(HKQuantityType(.bloodPressureSystolic), systolic, call.unit, date),
                sample(HKQuantityType(.bloodPressureDiastolic), diastolic, call.unit, date),
            ]
            return try HKCorrelation(validating: type, start: date, end: date, objects: Set(members))
        default: throw DraftProblem(text: "There is no such type")
        }
    }

    private static func sample(
        _ type: HKQuantityType,
        _ value: Double,
        _ unit: String,
        _ date: Date
    ) throws -> HKSample {
        guard let unit = HKUnit.named(unit), type.is(compatibleWith: unit) else {
            throw DraftProblem(text: "The unit isn’t one of the type")
        }
        guard value.isFinite else { throw DraftProblem(text: "The value is no number") }
        let quantity = HKQuantity(unit: unit, doubleValue: unit.unitString == "%" ? value / 100 : value)
        if let bounds = EntryBounds.exceeded(by: quantity, of: type) {
            let factor = bounds.unit == "%" ? 100.0 : 1
            throw DraftProblem(
                text: "The value isn’t between \(bounds.least * factor) and \(bounds.most * factor) \(bounds.unit)"
            )
        }
        return try HKQuantitySample(validating: type, quantity: quantity, start: date, end: date)
    }
}

/// A problem with a draft.
private struct DraftProblem: Error {
    let text: String
}

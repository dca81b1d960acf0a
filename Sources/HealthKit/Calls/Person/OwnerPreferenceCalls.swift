import Foundation

/// The person's characteristics.
package struct OwnerCharacteristicsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = CharacteristicValues
    package static let name = "characteristics"
}

/// The types that the person pinned to the summary, in order, or `nil` until the person chooses some.
package struct OwnerPinsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [String]?
    package static let name = "pins"
}

/// The cards of the summary, in order, or `nil` until one is moved.
package struct OwnerCardsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [String]?
    package static let name = "cards"
}

/// The unit that the person chose for a type; `nil` for none.
package struct OwnerChosenUnitCall: OwnerReadCall {
    package typealias Answer = HKUnit?
    package static let name = "chosenUnit"

    @ByIdentifier package var type: HKQuantityType
}

extension OwnerChosenUnitCall: AnsweredCall {
    package static func value(of answer: HKUnit?) throws -> CallValue { answer.map { .text($0.unitString) } ?? .null }

    package static func answer(from value: CallValue) throws -> HKUnit? {
        value == .null ? nil : try HKUnit.ofAnswer(CallDecoder.value(String.self, from: value))
    }
}

import Foundation

/// A person's goal for a type, as a minimum or maximum: `at least 8,000 steps a day`.
///
/// It applies to all days and weeks, including those before it was set. The rings have their own goals, ``ActivityGoals``.
package struct TypeGoal: Codable, Hashable, Sendable {
    /// Whether more or less is better.
    package enum Bound: String, Codable, Sendable, CaseIterable {
        case atLeast
        case atMost
    }

    /// The period that a value covers.
    package enum Period: String, Codable, Sendable, CaseIterable {
        case day
        case week
    }

    package var bound: Bound
    package var period: Period
    /// The period's total, or its average for values that don't add up, in the unit in which it was entered; seconds or a count
    /// for events.
    package var amount: QuantityText
    /// The diastolic pressure of a goal for blood pressure.
    package var second: QuantityText?

    package init(_ bound: Bound, _ amount: QuantityText, per period: Period, second: QuantityText? = nil) {
        self.bound = bound
        self.amount = amount
        self.period = period
        self.second = second
    }

    /// Checks that the goal is valid for a type.
    ///
    /// - Parameter identifier: The type's identifier.
    /// - Throws: `errorInvalidArgument` for a type that can't have one, an amount that isn't a number or is negative, and an
    ///   incompatible unit.
    package func check(for identifier: String) throws {
        guard let type = HKObjectType.type(identifier: identifier), Self.isOf(type) else {
            throw HKError.invalid("\(identifier) can't have a goal")
        }
        for amount in [amount, second].compactMap({ $0 }) {
            guard let quantity = amount.quantity, Self.fits(quantity, type) else {
                throw HKError.invalid("A goal for \(type.entry.name) can't be in \(amount.unit)")
            }
            let mayBeNegative = quantity.is(compatibleWith: .degreeCelsius())
            guard amount.value.isFinite, amount.value >= 0 || mayBeNegative else {
                throw HKError.invalid("A goal for \(type.entry.name) can't be \(HKQuantity.text(amount.value))")
            }
            guard amount.value != 0 || bound == .atMost || mayBeNegative else {
                throw HKError.invalid("At least 0 is always met; a goal for \(type.entry.name) must be more than 0")
            }
        }
        guard (second != nil) == (type is HKCorrelationType) else {
            throw HKError.invalid("A goal for blood pressure, and no other, has two numbers, such as 130/80")
        }
        let longest = period == .day ? 86_400.0 : 7 * 86_400
        if type is HKCategoryType || type is HKWorkoutType, let seconds = amount.quantity?.converted(to: .second()),
            seconds > longest
        {
            throw HKError.invalid("A \(period.rawValue) isn't that long")
        }
    }

    /// Whether a type can have a goal: its values can be added up, averaged or counted.
    package static func isOf(_ type: HKObjectType) -> Bool {
        type is HKQuantityType || type is HKCategoryType || type is HKWorkoutType
            || type.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue
    }

    private static func fits(_ quantity: HKQuantity, _ type: HKObjectType) -> Bool {
        if let type = type as? HKQuantityType { return type.is(compatibleWith: quantity.unit) }
        if type is HKCorrelationType { return quantity.is(compatibleWith: .millimeterOfMercury()) }
        return quantity.is(compatibleWith: .second()) || quantity.is(compatibleWith: .count())
    }
}

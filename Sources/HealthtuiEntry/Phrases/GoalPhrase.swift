import Foundation
import HealthKit

/// Reads the amount of a goal as a person types it: `8000`, `70 kg`, `7 h 30 min`, `130/80`.
package struct GoalPhrase: Sendable {
    /// The type that the goal is of.
    package let type: HKSampleType
    private let context: EntryContext

    package init(_ type: HKSampleType, _ context: EntryContext) {
        self.type = type
        self.context = context
    }

    /// Whether more or less is usually better: of what adds up more, of what is measured less.
    package var usualBound: TypeGoal.Bound {
        guard let type = type as? HKQuantityType else { return type is HKCorrelationType ? .atMost : .atLeast }
        let isFood = type.identifier.hasPrefix("HKQuantityTypeIdentifierDietary")
        return type.aggregationStyle == .cumulative && !isFood ? .atLeast : .atMost
    }

    /// The goal that a text names.
    ///
    /// - Parameters:
    ///   - text: The amount, with or without a unit.
    ///   - bound: Whether it is the least or the most.
    ///   - period: The time that it is of.
    /// - Returns: The goal.
    /// - Throws: ``EntryError`` that names the part that wasn't understood, `errorInvalidArgument` for anything that isn't a
    ///   goal.
    package func goal(_ text: String, _ bound: TypeGoal.Bound, per period: TypeGoal.Period) throws -> TypeGoal {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw EntryError(EntryStrings.valueIsMissing) }
        let amounts = try amounts(text)
        let goal = TypeGoal(
            bound,
            QuantityText(amounts[0]),
            per: period,
            second: amounts.count > 1 ? QuantityText(amounts[1]) : nil
        )
        try goal.check(for: type.identifier)
        return goal
    }

    private func amounts(_ text: String) throws -> [HKQuantity] {
        if let type = type as? HKQuantityType { return [try quantity(text, type)] }
        if let pair = EntryRules.pressurePair(type) { return try pressure(text, pair) }
        guard type.addsUpTime else {
            return [HKQuantity(unit: .count(), doubleValue: try NumberPhrase.number(text, style: context.numbers))]
        }
        guard let seconds = DurationPhrase.seconds(text, style: context.numbers) else {
            throw EntryError(EntryStrings.isNoGoalLength(text))
        }
        return [HKQuantity(unit: .second(), doubleValue: seconds)]
    }

    private func quantity(_ text: String, _ type: HKQuantityType) throws -> HKQuantity {
        let amount = try QuantityPhrase(type: type, defaultUnit: context.unit(for: type), style: context.numbers)
            .quantity(text)
        guard type.aggregationStyle == .cumulative else {
            if let doubt = EntryBounds.doubt(about: amount, of: type) { throw EntryError(doubt) }
            return amount
        }
        // A week may come to more than the most that one sample may be.
        let day = HKQuantity(unit: amount.unit, doubleValue: amount.value / 7)
        guard EntryBounds.exceeded(by: day, of: type) == nil else { throw EntryError(EntryStrings.isTooLarge(text)) }
        return amount
    }

    private func pressure(
        _ text: String,
        _ pair: (systolic: HKQuantityType, diastolic: HKQuantityType)
    ) throws -> [HKQuantity] {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw EntryError(EntryStrings.isNoPressure(text))
        }
        let lower = try quantity(parts[1], pair.diastolic)
        // The unit behind the second number is that of both.
        let upper = try QuantityPhrase(type: pair.systolic, defaultUnit: lower.unit, style: context.numbers)
            .quantity(parts[0])
        guard upper.compare(lower) == .orderedDescending else { throw EntryError(EntryStrings.upperComesFirst(text)) }
        return [upper, lower]
    }

    /// The amount of a goal as it can be typed.
    package func text(_ goal: TypeGoal) -> String {
        func text(_ amount: QuantityText, _ type: HKQuantityType?) -> String {
            guard let quantity = amount.quantity else { return "" }
            if quantity.is(compatibleWith: .second()), type == nil {
                return DurationPhrase.text(quantity.converted(to: .second()) ?? 0)
            }
            let factor = amount.unit == HKUnit.percent().unitString ? 100.0 : 1
            let number = NumberPhrase.text(amount.value * factor, style: context.numbers)
            let isUsual = type.map { context.unit(for: $0).unitString == amount.unit } ?? true
            if factor != 1 { return number + " %" }
            return isUsual ? number : number + " " + UnitPhrase.label(amount.unit)
        }
        guard let pair = EntryRules.pressurePair(type), let second = goal.second else {
            return text(goal.amount, type as? HKQuantityType)
        }
        return text(goal.amount, pair.systolic) + "/" + text(second, pair.diastolic)
    }
}

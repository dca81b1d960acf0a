import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry

/// A condition on the values of a measure, as a person types it: `< 6 h`, `>= 8000`, `< 23:00`.
package struct MeasureCondition: Sendable {
    private let phrase: ConditionPhrase
    private let format: MeasureFormat

    /// Reads a condition.
    ///
    /// - Parameters:
    ///   - text: The person's text.
    ///   - format: How the measure's values are shown: what reads as the limit is the limit.
    ///   - style: The person's number style.
    /// - Throws: ``EntryError`` that says what isn't understood, also for a unit that the measure doesn't have.
    package init(_ text: String, _ format: MeasureFormat, style: NumberStyle) throws {
        self.format = format
        phrase = try ConditionPhrase(text) { try Self.amount($0, format, style) }
    }

    /// Whether a value meets the condition.
    ///
    /// - Parameter value: The value, in the measure's unit.
    /// - Returns: Whether it does.
    package func holds(_ value: Double) -> Bool {
        let isClock = format.measure.kind == .clock
        let number = format.number(value)
        return isClock
            ? phrase.holds(clock: number, shown: format.rounded) : phrase.holds(number, shown: format.rounded)
    }

    /// The number of an amount, in the unit that is shown.
    private static func amount(_ text: String, _ format: MeasureFormat, _ style: NumberStyle) throws -> Double {
        switch format.measure.unit {
        case .quantity(let type):
            let unit = format.unit(type)
            let quantity = try QuantityPhrase(type: type, defaultUnit: unit.unit, style: style).quantity(text)
            return unit.number(quantity) ?? .nan
        case .distance: return try amount(text, HKQuantityType(.distanceWalkingRunning), format, style)
        case .energy: return try amount(text, HKQuantityType(.activeEnergyBurned), format, style)
        case .duration: return try ConditionPhrase.duration(text, bare: 3_600, style: style)
        case .clock: return try ConditionPhrase.clock(text)
        case .pace: return try pace(text, style)
        case .percent: return try ConditionPhrase.amount(text, units: ["%": 1], style: style)
        case .days: return try ConditionPhrase.amount(text, units: ["d": 1, "days": 1], style: style)
        case .laboratory:
            let units = format.label.isEmpty ? [:] : [format.label: 1.0]
            return try ConditionPhrase.amount(text, units: units, style: style)
        case .count, .valence, .severity: return try ConditionPhrase.amount(text, units: [:], style: style)
        }
    }

    private static func amount(
        _ text: String,
        _ type: HKQuantityType,
        _ format: MeasureFormat,
        _ style: NumberStyle
    ) throws -> Double {
        let unit = format.unit(type)
        let quantity = try QuantityPhrase(type: type, defaultUnit: unit.unit, style: style).quantity(text)
        return unit.number(quantity) ?? .nan
    }

    /// Seconds for one unit of distance: `5:30`, or minutes.
    private static func pace(_ text: String, _ style: NumberStyle) throws -> Double {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let minutes = Int(parts[0]), let seconds = Int(parts[1]), (0..<1_000).contains(minutes),
            (0..<60).contains(seconds)
        else { return try ConditionPhrase.duration(text, bare: 60, style: style) }
        return Double(minutes * 60 + seconds)
    }
}

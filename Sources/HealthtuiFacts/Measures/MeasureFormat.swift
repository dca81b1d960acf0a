import Foundation
import HealthKit
import HealthtuiEntry

/// How a measure's values are written for the person.
package struct MeasureFormat: Sendable {
    private enum Style: Sendable {
        case value(ValueUnit, factor: Double)
        case duration, clock, count, severity
        case pace(ValueUnit)
        case plain(label: String, decimals: Int)
    }

    package let measure: Measure
    private let style: Style
    /// The unit in which the person wants values of a type.
    let unit: @Sendable (HKQuantityType) -> ValueUnit
    /// The unit's name next to a value; empty if the value includes it.
    package let label: String

    /// A format.
    ///
    /// - Parameters:
    ///   - measure: The measure.
    ///   - resultUnit: The unit of lab results.
    ///   - unit: The unit in which the person wants values of a type.
    package init(_ measure: Measure, resultUnit: String = "", unit: @escaping @Sendable (HKQuantityType) -> ValueUnit) {
        self.measure = measure
        self.unit = unit
        switch measure.unit {
        case .quantity(let type): style = .value(unit(type), factor: 1)
        case .distance: style = .value(unit(HKQuantityType(.distanceWalkingRunning)), factor: 1)
        case .energy: style = .value(unit(HKQuantityType(.activeEnergyBurned)), factor: 1)
        case .pace: style = .pace(unit(HKQuantityType(.distanceWalkingRunning)))
        case .duration: style = .duration
        case .clock: style = .clock
        case .count: style = .count
        case .severity: style = .severity
        case .percent: style = .plain(label: "%", decimals: 0)
        case .valence: style = .plain(label: "", decimals: 2)
        case .days: style = .plain(label: MeasureStrings.days, decimals: 0)
        case .laboratory: style = .plain(label: resultUnit, decimals: 1)
        }
        label =
            switch style {
            case .value(let unit, _): unit.label
            case .pace(let unit): MeasureStrings.pace(unit.label)
            case .plain(let label, _): label
            case .duration, .clock, .count, .severity: ""
            }
    }

    /// The number that is shown for a value in the measure's unit.
    ///
    /// - Parameter value: The value.
    /// - Returns: The number, in the person's unit.
    package func number(_ value: Double) -> Double {
        switch (style, measure.unit) {
        case (.value(let unit, _), .quantity(let type)):
            unit.number(HKQuantity(unit: type.canonicalUnit, doubleValue: value)) ?? value
        case (.value(let unit, _), .distance):
            unit.number(HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: value)) ?? value
        case (.value(let unit, _), .energy): unit.number(HKQuantity(unit: .kilocalorie(), doubleValue: value)) ?? value
        case (.pace(let unit), _):
            // Seconds for one of the person's units of distance.
            unit.unit.kilometers.map { value * $0 } ?? value
        default: value
        }
    }

    /// A value as text, without its unit.
    ///
    /// - Parameter value: The value in the measure's unit.
    /// - Returns: The text: `8,412`, `7 h 40 min`, `23:10`.
    package func text(_ value: Double) -> String { writtenAlone(number(value)) }

    /// A number in the person's unit as text, without its unit.
    ///
    /// - Parameter number: A number that ``number(_:)`` made.
    /// - Returns: The text.
    package func writtenAlone(_ number: Double) -> String {
        guard number.isFinite else { return "–" }
        switch style {
        case .value(let unit, _): return unit.text(number)
        case .duration: return NumberText.duration(number)
        case .clock: return Self.clock(number)
        case .count: return NumberText.text(number, decimals: number == number.rounded() ? 0 : 1)
        case .severity: return MeasureStrings.severity(number)
        case .pace: return Self.minutes(number)
        case .plain(_, let decimals): return NumberText.text(number, decimals: decimals)
        }
    }

    /// A value as text, with its unit; of a pair both numbers.
    ///
    /// - Parameters:
    ///   - value: The value in the measure's unit.
    ///   - second: The second number of a pair.
    /// - Returns: The text: `8,412 steps`, `131/80 mmHg`.
    package func labelled(_ value: Double, _ second: Double? = nil) -> String {
        let text = text(value) + (second.map { "/" + self.text($0) } ?? "")
        return label.isEmpty ? text : text + " " + label
    }

    /// A number in the person's unit as text, with its unit; of a pair both numbers.
    ///
    /// - Parameters:
    ///   - number: A number that ``number(_:)`` made.
    ///   - second: The second number of a pair.
    /// - Returns: The text.
    package func written(_ number: Double, _ second: Double? = nil) -> String {
        let text = writtenAlone(number) + (second.map { "/" + writtenAlone($0) } ?? "")
        return label.isEmpty ? text : text + " " + label
    }

    /// The value as ``text(_:)`` shows it, so that two that read alike are alike.
    ///
    /// - Parameter value: The value in the measure's unit.
    /// - Returns: The number that is read.
    package func shown(_ value: Double) -> Double { rounded(number(value)) }

    /// A number in the unit that is shown, as it is read.
    ///
    /// - Parameter number: The number.
    /// - Returns: The number that ``text(_:)`` writes for it.
    package func rounded(_ number: Double) -> Double {
        switch style {
        case .value(let unit, _): return unit.shown(number)
        case .duration: return number < 60 ? number.rounded() : (number / 60).rounded() * 60
        case .clock: return (number / 60).rounded() * 60
        case .pace: return number.rounded()
        case .count, .severity: return number
        case .plain(_, let decimals):
            guard number.isFinite, abs(number) < 1e15 else { return number }
            return Double(String(format: "%.\(decimals)f", number)) ?? number
        }
    }

    /// Seconds since midnight as a time of day: `23:10`.
    private static func clock(_ seconds: Double) -> String {
        let minutes = Int((seconds / 60).rounded()) % 1_440
        return Self.padded(minutes / 60) + ":" + Self.padded(minutes % 60)
    }

    private static func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

    /// Seconds as minutes and seconds: `5:32`.
    private static func minutes(_ seconds: Double) -> String {
        let whole = Int(min(max(0, seconds), 1e9).rounded())
        return String(whole / 60) + ":" + Self.padded(whole % 60)
    }
}

extension HKUnit {
    /// How many kilometers one of this unit is; `nil` for a unit that isn't one of length.
    fileprivate var kilometers: Double? {
        HKQuantity(unit: self, doubleValue: 1).converted(to: .meterUnit(with: .kilo))
    }
}

extension MeasureFormat {
    /// How far a value is from another, with its sign: `−3.3`, `+14 min`; of times of day, how much later.
    ///
    /// - Parameters:
    ///   - value: The value in the measure's unit.
    ///   - other: The one it is compared to.
    ///   - isRelative: Whether the value is itself a distance, such as a deviation, to which the zero of a scale doesn't matter.
    /// - Returns: The text, without a sign if it is rounded to 0.
    package func difference(_ value: Double, _ other: Double, isRelative: Bool = false) -> String {
        let apart =
            measure.kind == .clock && !isRelative
            ? ClockMean.distance(value, from: other) : number(value) - number(isRelative ? 0 : other)
        guard apart.isFinite else { return "–" }
        let text = size(abs(apart))
        guard text != size(0) else { return text }
        return (apart < 0 ? "−" : "+") + text
    }

    /// A distance in the person's unit, which is not below 0.
    private func size(_ number: Double) -> String {
        switch style {
        case .value(let unit, _): unit.text(number)
        case .duration, .clock: NumberText.duration(number)
        case .count, .severity: NumberText.text(number, decimals: 1)
        case .pace: Self.minutes(number)
        case .plain(_, let decimals): NumberText.text(number, decimals: decimals)
        }
    }
}

import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// The format of a chart's numbers.
package struct ChartUnit: Sendable, Hashable {
    package enum Style: Sendable, Hashable {
        case value(ValueUnit)
        /// Seconds, written as hours and minutes.
        case duration
        /// A number of events.
        case count
        /// From −1, unpleasant, to 1, pleasant.
        case valence
        /// Percent.
        case share
        /// A time of day in seconds since a midnight. Times around a centre, in seconds since midnight, continue past
        /// midnight.
        case clock(around: Double)
    }

    package let style: Style

    package init(_ style: Style) { self.style = style }

    package var label: String {
        switch style {
        case .value(let unit): unit.label
        case .share: "%"
        case .duration, .count, .valence, .clock: ""
        }
    }

    package func text(_ number: Double) -> String {
        switch style {
        case .value(let unit): unit.text(number)
        case .duration: NumberText.duration(number)
        case .count: NumberText.text(number, decimals: number == number.rounded() ? 0 : 1)
        case .valence: NumberText.text(number, decimals: 2)
        case .share: NumberText.text(number, decimals: 0)
        case .clock: Self.clock(number)
        }
    }

    package func labelled(_ number: Double) -> String {
        switch style {
        case .value(let unit): unit.labelled(number)
        case .duration, .valence, .clock: text(number)
        case .share: text(number) + " %"
        case .count: FactStrings.times(number, text(number))
        }
    }

    /// The number for an amount with a unit; `nil` where the unit doesn't fit.
    package func number(_ amount: QuantityText) -> Double? {
        switch style {
        case .value(let unit): unit.number(amount.quantity)
        case .duration: amount.quantity?.converted(to: .second())
        case .count: amount.quantity?.converted(to: .count())
        case .valence, .share, .clock: nil
        }
    }

    /// The number that is shown for a value of a measure.
    ///
    /// - Parameters:
    ///   - value: The value, in the measure's unit.
    ///   - unit: The measure's unit.
    /// - Returns: The number.
    package func number(_ value: Double, in unit: MeasureUnit) -> Double {
        if case .clock(let middle) = style { return middle + ClockMean.distance(value, from: middle) }
        guard case .value(let own) = style, case .quantity(let type) = unit else { return value }
        return own.number(HKQuantity(unit: type.canonicalUnit, doubleValue: value)) ?? value
    }

    /// A number as ``text(_:)`` shows it, so that two that read alike are alike.
    package func shown(_ number: Double) -> Double {
        switch style {
        case .value(let unit): unit.shown(number)
        case .duration: number < 60 ? number.rounded() : (number / 60).rounded() * 60
        case .count: number
        case .valence: (number * 100).rounded() / 100
        case .share: number.rounded()
        case .clock: (number / 60).rounded() * 60
        }
    }

    /// The format of an axis up to a number: its unit, the number of stored units in it, and the suffix.
    ///
    /// Durations are hours, or minutes where there are few.
    package func axis(upTo most: Double) -> (divisor: Double, suffix: String) {
        guard style == .duration else { return (1, "") }
        return most < 7_200 ? (60, FactStrings.minutes) : (3_600, FactStrings.hours)
    }
}

// Times of day, and how far a number is from another.
extension ChartUnit {
    /// Whether numbers are times of day.
    var isClock: Bool {
        if case .clock = style { return true }
        return false
    }

    /// Seconds since a midnight as a time of day: `23:10`.
    static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite else { return "–" }
        let minutes = Int((seconds.truncatingRemainder(dividingBy: 86_400) / 60).rounded())
        let minute = (minutes % 1_440 + 1_440) % 1_440
        return DateStrings.time(minute / 60, minute % 60)
    }

    /// The size of a difference as text: of times of day a length.
    func distance(_ number: Double) -> String { isClock ? NumberText.duration(number) : text(number) }

    /// A difference as ``signed(_:)`` shows it.
    func shownDistance(_ number: Double) -> Double {
        let size = isClock ? ChartUnit(.duration).shown(abs(number)) : shown(abs(number))
        return number < 0 ? -size : size
    }

    /// A difference with its sign: `+1,234`, `−56`.
    func signed(_ number: Double) -> String {
        let shown = shownDistance(number)
        if shown == 0 { return distance(0) }
        return (shown > 0 ? "+" : "−") + distance(abs(number))
    }
}

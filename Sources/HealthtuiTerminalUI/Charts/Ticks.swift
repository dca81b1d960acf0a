import Foundation
import HealthKitLocalization

/// Round values for an axis: multiples of 1, 2 or 5 times a power of ten.
package struct Ticks: Hashable, Sendable {
    /// The ticks, ascending, at least two; the first and last enclose the data.
    package let values: [Double]
    package let step: Double

    package init(values: [Double], step: Double) {
        self.values = values
        self.step = step
    }

    package var low: Double { values.first ?? 0 }
    package var high: Double { values.last ?? 1 }

    /// The largest magnitude that is drawn accurately; values beyond it are clamped.
    private static let limit = 1e300

    /// Ticks that enclose a range.
    ///
    /// Any doubles are accepted: NaN and infinite bounds, a range of no width, and denormal or huge numbers all give a sensible
    /// axis.
    ///
    /// - Parameters:
    ///   - minimum: The least value.
    ///   - maximum: The greatest value.
    ///   - count: The approximate number of ticks, at least 2.
    ///   - factors: The multipliers of a power of ten that make a step, ascending; the last is 10.
    /// - Returns: The ticks.
    package static func nice(
        min minimum: Double,
        max maximum: Double,
        count: Int,
        factors: [Double] = [1, 2, 5, 10]
    ) -> Ticks {
        let wanted = Double(Swift.min(Swift.max(2, count), 1_000))
        let (low, high) = sane(minimum, maximum)
        let raw = (high - low) / (wanted - 1)
        let magnitude = pow(10, floor(log10(raw)))
        let factor = raw / magnitude
        // Slightly more than a round factor is still that factor, so that 0.30000000000000004 steps by 0.1.
        let step = (factors.first { factor <= $0 + 1e-9 } ?? 10) * magnitude
        let first = floor(low / step + 1e-9)
        let last = Swift.max(first + 1, ceil(high / step - 1e-9))
        let intervals = Swift.min(last - first, 4 * wanted)
        let values = (0...Int(intervals)).map { (first + Double($0)) * step }
        return Ticks(values: values, step: step)
    }

    /// The bounds in order, finite, and far enough apart to divide.
    static func sane(_ minimum: Double, _ maximum: Double) -> (Double, Double) {
        func clamped(_ value: Double) -> Double? {
            value.isNaN ? nil : Swift.min(Swift.max(value, -limit), limit)
        }
        guard let first = clamped(minimum) ?? clamped(maximum), let second = clamped(maximum) ?? clamped(minimum) else {
            return (0, 1)
        }
        let low = Swift.min(first, second)
        let high = Swift.max(first, second)
        let magnitude = Swift.max(abs(low), abs(high))
        guard magnitude > 1e-290 else { return (0, 1) }
        // The bounds are too close for a double to count steps between them.
        guard high - low > magnitude * 1e-12 else {
            let padding = magnitude * 0.1
            return (low - padding, high + padding)
        }
        return (low, high)
    }

    /// The ticks as text: as short as possible while exact, in thousands from ten thousand on, in millions from a million on.
    package var labels: [String] {
        let largest = values.map(abs).max() ?? 0
        if largest >= 1e15 || largest < 1e-6 {
            let style = TextLocale.current.region.numbers
            return values.map { $0 == 0 ? "0" : style.text(String(format: "%.1e", $0)) }
        }
        return values.map { value in
            for (unit, least, suffix) in [(1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e3, 1e4, "k")]
            where abs(value) >= least && step >= unit / 1_000 {
                let text = Self.decimal(value / unit, step: step / unit)
                let decimal = TextLocale.current.region.numbers.decimalSeparator
                guard text.contains(decimal) else { return text + suffix }
                let digits = text.reversed().drop { $0 == "0" }.drop { $0 == decimal }
                return String(digits.reversed()) + suffix
            }
            return Self.decimal(value, step: step)
        }
    }

    private static func decimal(_ value: Double, step: Double) -> String {
        let digits = Swift.max(0, Int(-floor(log10(step) + 1e-9)))
        // A step such as 2.5 has one more digit than its power of ten.
        let scaled = step * pow(10, Double(digits))
        let places = Swift.min(9, abs(scaled - scaled.rounded()) < 1e-6 ? digits : digits + 1)
        let text = String(format: "%.\(places)f", value)
        var style = TextLocale.current.region.numbers
        // Below ten thousand a separator groups the thousands, as in every number beside the chart.
        if abs(value) >= 10_000 || places > 0 { style.groupSeparator = nil }
        return style.text(text == "-0" ? "0" : text)
    }
}

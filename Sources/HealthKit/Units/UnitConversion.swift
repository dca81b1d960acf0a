import Foundation

/// How values in one unit become values in another.
package struct UnitConversion: Sendable {
    enum Curve {
        case straight
        case fromSoundLevel
        case toSoundLevel
    }

    private let multiplier: Double
    private let divisor: Double
    private let offset: Double
    private let curve: Curve

    /// Leaves values as they are.
    static let identity = UnitConversion(multiplier: 1, divisor: 1, offset: 0, curve: .straight)

    /// The sound pressure, in pascals, of 0 dB.
    private static let softestPressure = 2e-5

    init(multiplier: Double, divisor: Double, offset: Double, curve: Curve) {
        self.multiplier = multiplier
        self.divisor = divisor
        self.offset = offset
        self.curve = curve
    }

    /// The factor and the offset that a loop may apply itself, or nil when the scale is a logarithm.
    package var scaleAndOffset: (scale: Double, offset: Double)? {
        curve == .straight ? (multiplier / divisor, offset) : nil
    }

    /// Converts one value.
    ///
    /// - Parameter value: The value in the first unit.
    /// - Returns: The value in the second unit.
    package func callAsFunction(_ value: Double) -> Double {
        switch curve {
        case .straight:
            value * multiplier / divisor + offset
        case .fromSoundLevel:
            pow(10, value / 20) * UnitConversion.softestPressure * multiplier / divisor
        case .toSoundLevel:
            20 * log10(value * multiplier / divisor / UnitConversion.softestPressure)
        }
    }
}

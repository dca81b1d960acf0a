import Foundation

/// How values in one unit become values in another.
package struct UnitConversion: Sendable {
    private enum Curve {
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

    private init(multiplier: Double, divisor: Double, offset: Double, curve: Curve) {
        self.multiplier = multiplier
        self.divisor = divisor
        self.offset = offset
        self.curve = curve
    }

    /// The conversion between two units of the same dimension.
    init(from: Factorization, to: Factorization) {
        let ratio = from.ratio * to.ratio.inverse
        let curve: Curve =
            switch (from.isSoundLevel, to.isSoundLevel) {
            case (true, false): .fromSoundLevel
            case (false, true): .toSoundLevel
            default: .straight
            }
        // Where a product is on either side, the last digits are Apple's; alone, units convert as exactly as they can.
        if from.productScale != nil || to.productScale != nil, curve == .straight, to.zero == 0, from.zero == 0,
            let multiplier = from.scale, let divisor = to.scale
        {
            self.init(multiplier: multiplier, divisor: divisor, offset: 0, curve: .straight)
            return
        }
        self.init(
            multiplier: ratio.numerator,
            divisor: ratio.denominator,
            // In hundredths, zeros are whole numbers: 27 °C comes out as 80.6 °F, not nearly so.
            offset: (to.zero - from.zero * ratio.numerator / ratio.denominator) / 100,
            curve: curve
        )
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

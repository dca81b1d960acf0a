import Foundation
import Synchronization

/// A unit as a product of powers, with all derived properties computed once.
///
/// Units that people name again and again share one factorization, see `UnitTable`; two units with the same one convert
/// by doing nothing.
final class Factorization: Sendable {
    /// One power in a product.
    struct Factor: Hashable, Sendable {
        let atom: UnitAtom
        var exponent: Int
    }

    /// The largest exponent, up or down, that a unit may have.
    static let largestExponent = 9_999

    let factors: [Factor]
    let unitString: String
    let dimension: Dimension
    let ratio: Ratio
    /// The size in grams, cubic metres, seconds and so on, multiplied up as Apple does, or nil for a unit used alone.
    let productScale: Double?
    /// Hundredths of the unit from absolute zero to its own zero; zero except for temperatures used alone.
    let zero: Double
    /// Whether the unit is a sound pressure level, whose scale is a logarithm.
    let isSoundLevel: Bool
    /// Whether the factorization lives as long as the process, so that its address may be a key.
    let isShared: Bool

    private let conversions = Mutex<[ObjectIdentifier: UnitConversion]>([:])

    init(_ factors: [Factor], isShared: Bool) {
        self.factors = factors
        self.isShared = isShared
        unitString = Factorization.text(factors, symbol: \.symbol)
        ratio = factors.reduce(.one) { $0 * $1.atom.ratio.raised(to: $1.exponent) }
        // In a product a temperature is a difference, and a sound level just a unit (rule R9.7).
        let alone = factors.count == 1 && factors[0].exponent == 1 ? factors[0].atom : nil
        zero = alone?.base.zero ?? 0
        productScale = alone == nil && !factors.isEmpty ? Factorization.scale(factors) : nil
        isSoundLevel = alone?.base.symbol == "dBASPL"
        dimension =
            isSoundLevel
            ? Dimension(.pressure)
            : factors.reduce(.none) { $0 * $1.atom.dimension.raised(to: $1.exponent) }
    }

    /// The powers multiplied in the order in which they are printed: the last digits of a conversion depend on it.
    private static func scale(_ factors: [Factor]) -> Double? {
        let printed = factors.filter { $0.exponent > 0 } + factors.filter { $0.exponent < 0 }
        let scale = printed.reduce(1) { $0 * pow($1.atom.scale, Double($1.exponent)) }
        return scale.isNormal ? scale : nil
    }

    /// The size as a factor of Apple's base units, whether the unit is used alone or not.
    var scale: Double? { productScale ?? (factors.isEmpty ? 1 : factors.count == 1 ? factors[0].atom.scale : nil) }

    /// The unit string with every digit of molar masses, from which the same factorization can be made again.
    var exactString: String { Factorization.text(factors, symbol: \.exactSymbol) }

    /// Sorts factors, adds up the exponents of equal atoms and leaves out those that cancel.
    ///
    /// - Returns: The factors, or nil when an exponent is beyond the largest.
    static func collect(_ factors: some Sequence<Factor>) -> [Factor]? {
        var result: [Factor] = []
        for factor in factors {
            if let index = result.firstIndex(where: { $0.atom == factor.atom }) {
                let (sum, overflow) = result[index].exponent.addingReportingOverflow(factor.exponent)
                guard !overflow else { return nil }
                result[index].exponent = sum
            } else {
                result.append(factor)
            }
        }
        result.removeAll { $0.exponent == 0 }
        guard result.allSatisfy({ $0.exponent.magnitude <= largestExponent }) else { return nil }
        return result.sorted { $0.atom.order < $1.atom.order }
    }

    /// Prints `kcal/hr·kg`, `1/s^2`, or `()` for the null unit.
    private static func text(_ factors: [Factor], symbol: KeyPath<UnitAtom, String>) -> String {
        guard !factors.isEmpty else { return "()" }
        func product(_ factors: [Factor]) -> String {
            factors
                .map { factor in
                    let power = factor.exponent.magnitude
                    return factor.atom[keyPath: symbol] + (power == 1 ? "" : "^\(power)")
                }
                .joined(separator: "·")
        }
        let above = product(factors.filter { $0.exponent > 0 })
        let below = product(factors.filter { $0.exponent < 0 })
        guard !below.isEmpty else { return above }
        return (above.isEmpty ? "1" : above) + "/" + below
    }

    /// How values in this unit become values in another, or nil when the two measure different things.
    func conversion(to other: Factorization) -> UnitConversion? {
        if self === other { return .identity }
        guard dimension == other.dimension else { return nil }
        guard isShared, other.isShared else { return UnitConversion(from: self, to: other) }
        return conversions.withLock { known in
            let key = ObjectIdentifier(other)
            if let conversion = known[key] { return conversion }
            let conversion = UnitConversion(from: self, to: other)
            known[key] = conversion
            return conversion
        }
    }
}

extension UnitConversion {
    /// The conversion between two units of the same dimension.
    init(from: Factorization, to: Factorization) {
        let ratio = from.ratio * to.ratio.inverse
        let curve: Curve =
            switch (from.isSoundLevel, to.isSoundLevel) {
            case (true, false): .fromSoundLevel
            case (false, true): .toSoundLevel
            default: .straight
            }
        // With a product on either side, the last digits match Apple's; otherwise, units convert as exactly as possible.
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
}

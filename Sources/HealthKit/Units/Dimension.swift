/// The dimension that a unit measures, as powers of base dimensions.
///
/// Volume is length cubed and frequency is the inverse of time. Energy, pressure and power are separate dimensions:
/// Apple does not reduce watts to joules per second, so neither do we (rule R9.5).
struct Dimension: Hashable, Sendable {
    /// A dimension that others are made of.
    enum Base: Int, CaseIterable {
        case mass
        case length
        case time
        case temperature
        case pressure
        case energy
        case power
        case electricPotential
        case conductance
        case internationalUnit
        case hearingLevel
        case soundLevel
        case opticalPower
        case prismPower
        case angle
        case illuminance
        case effort
        case amount
    }

    private var exponents: SIMD32<Int32> = .zero

    /// The dimension of counts.
    static let none = Dimension()

    private init() {}

    init(_ base: Base, power: Int32 = 1) {
        exponents[base.rawValue] = power
    }

    /// The product of two dimensions.
    static func * (lhs: Dimension, rhs: Dimension) -> Dimension {
        var product = lhs
        product.exponents &+= rhs.exponents
        return product
    }

    /// The dimension raised to a power.
    func raised(to power: Int) -> Dimension {
        var result = self
        result.exponents &*= SIMD32(repeating: Int32(truncatingIfNeeded: power))
        return result
    }

    /// The name of the dimension in Apple's exceptions, if known.
    var name: String? {
        switch self {
        case Dimension(.mass): "Mass"
        case Dimension(.length): "Length"
        default: nil
        }
    }
}

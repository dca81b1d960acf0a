import Foundation

/// A positive factor kept as a fraction.
///
/// Most factors between units are ratios of whole numbers. Kept as such, and reduced, they convert without the error of
/// a rounded factor: 16 oz are 1 lb, not 0.9999999999999999 lb.
struct Ratio: Hashable, Sendable {
    var numerator: Double
    var denominator: Double

    static let one = Ratio(1)

    init(_ numerator: Double, over denominator: Double = 1) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Ten to the power of an exponent.
    init(powerOfTen exponent: Int) {
        let power = pow(10, Double(abs(exponent)))
        self = exponent < 0 ? Ratio(1, over: power) : Ratio(power)
    }

    var value: Double { numerator / denominator }

    var inverse: Ratio { Ratio(denominator, over: numerator) }

    static func * (lhs: Ratio, rhs: Ratio) -> Ratio {
        // Cross-wise reduction first, so that the products stay whole and exact as long as they can.
        let left = Ratio(lhs.numerator, over: rhs.denominator).reduced
        let right = Ratio(rhs.numerator, over: lhs.denominator).reduced
        return Ratio(left.numerator * right.numerator, over: left.denominator * right.denominator)
    }

    /// The ratio multiplied with itself, or its inverse for a negative exponent.
    func raised(to exponent: Int) -> Ratio {
        var result = Ratio.one
        var square = exponent < 0 ? inverse : self
        var left = exponent.magnitude
        while left > 0 {
            if left & 1 == 1 { result = result * square }
            left >>= 1
            if left > 0 { square = square * square }
        }
        return result
    }

    private var reduced: Ratio {
        let divisor = Ratio.greatestCommonDivisor(numerator, denominator)
        return Ratio(numerator / divisor, over: denominator / divisor)
    }

    /// One when either number is not whole.
    private static func greatestCommonDivisor(_ first: Double, _ second: Double) -> Double {
        var (larger, smaller) = (first, second)
        guard larger.isFinite, smaller.isFinite, larger.rounded() == larger, smaller.rounded() == smaller else {
            return 1
        }
        while smaller > 0 {
            (larger, smaller) = (smaller, larger.truncatingRemainder(dividingBy: smaller))
        }
        return larger > 0 ? larger : 1
    }
}

import Foundation

/// A number with a unit.
///
/// Quantities are values: they never change and may be shared between threads. The number is kept as given, so that
/// 154.3 lb stay exactly that (rule R9.11).
open class HKQuantity: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    /// The unit the quantity was made with.
    package let unit: HKUnit

    /// The number of units.
    package let value: Double

    /// Makes a quantity.
    ///
    /// - Parameters:
    ///   - unit: The unit.
    ///   - value: The number of units.
    public init(unit: HKUnit, doubleValue value: Double) {
        self.unit = unit
        self.value = value
    }

    /// Whether the quantity can be expressed in another unit.
    ///
    /// - Parameter unit: The other unit.
    /// - Returns: Whether both units measure the same thing.
    open func `is`(compatibleWith unit: HKUnit) -> Bool {
        self.unit.isCompatible(with: unit)
    }

    /// The number of the quantity in a unit.
    ///
    /// A unit that measures something else stops the program, as on Apple's platforms; see
    /// `doubleValue(validating:)` for one that may.
    ///
    /// - Parameter unit: A compatible unit.
    /// - Returns: The number.
    open func doubleValue(for unit: HKUnit) -> Double {
        guard let value = converted(to: unit) else {
            raiseException(ExceptionName.invalidArgument, HKQuantity.conversionFailure(self.unit, unit))
        }
        return value
    }

    /// Compares the quantity with another, whatever units they have.
    ///
    /// A quantity of something else stops the program, as on Apple's platforms; see `compare(validating:)` for one that
    /// may.
    ///
    /// - Parameter quantity: A quantity with a compatible unit.
    /// - Returns: Whether this quantity is smaller than, as large as or larger than the other.
    open func compare(_ quantity: HKQuantity) -> ComparisonResult {
        guard let result = order(to: quantity) else {
            raiseException(ExceptionName.invalidArgument, HKQuantity.conversionFailure(quantity.unit, unit))
        }
        return result
    }

    /// Whether another object is a quantity of the same size: 1 kg and 1000 g are.
    ///
    /// - Parameter object: Any object.
    /// - Returns: Whether it is a compatible quantity that compares as the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQuantity else { return false }
        if other === self { return true }
        // NaN is neither smaller nor larger than anything, but that doesn't make it equal to everything.
        guard !value.isNaN, !other.value.isNaN else {
            return value.isNaN && other.value.isNaN && unit.isCompatible(with: other.unit)
        }
        return order(to: other) == .orderedSame
    }

    /// A hash that quantities of the same size share.
    open override var hash: Int { value.isNaN ? 0 : baseValue.hashValue }

    /// The number and the unit: `72 count/min`.
    open override var description: String { "\(HKQuantity.text(value)) \(unit.unitString)" }

    /// The number and the unit: `72 count/min`.
    open override var debugDescription: String { description }

    /// The quantity itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This quantity.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: - NSSecureCoding

    private static let unitKey = "unit"
    private static let valueKey = "value"

    /// Whether quantities support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the quantity to an archive.
    ///
    /// - Parameter coder: The archive.
    open func encode(with coder: NSCoder) {
        coder.encode(unit, forKey: HKQuantity.unitKey)
        coder.encode(value, forKey: HKQuantity.valueKey)
    }

    /// Reads a quantity from an archive.
    ///
    /// - Parameter coder: The archive. The result is nil when it holds no quantity.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: HKQuantity.valueKey),
            let unit = coder.decoded(HKUnit.self, forKey: HKQuantity.unitKey)
        else { return nil }
        self.unit = unit
        value = coder.decodeDouble(forKey: HKQuantity.valueKey)
    }
}

extension HKQuantity {
    /// The number in a unit, or nil when the unit measures something else.
    package func converted(to unit: HKUnit) -> Double? {
        if self.unit.factorization === unit.factorization { return value }
        return self.unit.converter(to: unit)?(value)
    }

    /// The number in the base of the dimension, which quantities of the same size share.
    private var baseValue: Double {
        let factorization = unit.factorization
        if factorization.isSoundLevel { return HKQuantity.soundPressure(value) }
        return (value - factorization.zero / 100) * factorization.ratio.numerator / factorization.ratio.denominator
    }

    private static func soundPressure(_ level: Double) -> Double { pow(10, level / 20) * 2e-5 }

    /// How the two compare, or nil when they measure different things.
    func order(to other: HKQuantity) -> ComparisonResult? {
        guard unit.isCompatible(with: other.unit) else { return nil }
        let isSameUnit = unit.factorization === other.unit.factorization
        let (mine, theirs) = isSameUnit ? (value, other.value) : (baseValue, other.baseValue)
        if mine < theirs { return .orderedAscending }
        return mine > theirs ? .orderedDescending : .orderedSame
    }

    /// Apple's words for units that measure different things.
    static func conversionFailure(_ from: HKUnit, _ to: HKUnit) -> String {
        "Attempt to convert incompatible units: \(from.unitString), \(to.unitString)"
    }

    /// The shortest text that reads back as the number, without a decimal point for whole numbers.
    package static func text(_ value: Double) -> String {
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

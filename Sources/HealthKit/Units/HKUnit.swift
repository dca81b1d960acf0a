import Foundation

/// A unit of measurement: a product of powers of units, such as `kg`, `count/min` or `mmol<180.15588>/L`.
///
/// Units are values: they never change, may be shared between threads, and equal each other when their factors do.
/// Units for the same thing convert into each other; `is(compatibleWith:)` of a quantity returns whether they do.
open class HKUnit: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let factorization: Factorization

    init(factorization: Factorization) {
        self.factorization = factorization
    }

    /// The unit as a string that `init(from:)` reads; `()` for the null unit.
    open var unitString: String { factorization.unitString }

    /// Whether the unit is that of a bare number.
    ///
    /// - Returns: True for the product of no units, such as `m/m`; false for `count` and `m/in`.
    open func isNull() -> Bool { factorization.factors.isEmpty }

    /// The unit string.
    open override var description: String { unitString }

    /// The unit string.
    open override var debugDescription: String { unitString }

    /// The hash of the unit string.
    open override var hash: Int { unitString.hashValue }

    /// Whether another object is a unit with the same factors.
    ///
    /// - Parameter object: Any object.
    /// - Returns: True for `m/s^2` and `m·s^-2`, false for `kcal` and `Cal`, which are only equal in size.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKUnit else { return false }
        return factorization === other.factorization || unitString == other.unitString
    }

    /// The unit itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This unit.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: - NSSecureCoding

    private static let unitStringKey = "unitString"

    /// Whether units support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the unit to an archive.
    ///
    /// - Parameter coder: The archive.
    open func encode(with coder: NSCoder) {
        coder.encode(factorization.exactString, forKey: HKUnit.unitStringKey)
    }

    /// Reads a unit from an archive.
    ///
    /// - Parameter coder: The archive. The result is nil when it holds no unit.
    public required init?(coder: NSCoder) {
        guard let string = coder.decoded(NSString.self, forKey: HKUnit.unitStringKey),
            let named = HKUnit.factorization(named: string as String)
        else { return nil }
        factorization = named
    }
}

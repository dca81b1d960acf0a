import Foundation

/// The specification of a prescription lens of any kind.
///
/// This class is abstract; create an ``HKGlassesLensSpecification`` or an ``HKContactsLensSpecification``.
open class HKLensSpecification: NSObject, @unchecked Sendable {
    let content: LensContent

    init(_ content: LensContent) { self.content = content }

    /// The power against short (negative) or long (positive) visibility, in diopters.
    open var sphere: HKQuantity {
        content.sphere.quantity ?? HKQuantity(unit: .diopter(), doubleValue: content.sphere.value)
    }

    /// The power against astigmatism, in diopters; `nil` for none.
    open var cylinder: HKQuantity? { content.cylinder?.quantity }

    /// The angle of the cylinder; `nil` for none.
    open var axis: HKQuantity? { content.axis?.quantity }

    /// The power added for near visibility, in diopters; `nil` for none.
    open var addPower: HKQuantity? { content.addPower?.quantity }

    /// Whether another object is an equal specification.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both describe equal lenses of the same kind.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKLensSpecification else { return false }
        return type(of: other) == type(of: self) && other.content == content
    }

    /// A hash of the specification's contents.
    open override var hash: Int { content.hashValue }
}

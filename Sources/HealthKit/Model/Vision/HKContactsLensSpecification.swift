import Foundation

/// The specification of a contact lens.
open class HKContactsLensSpecification: HKLensSpecification, NSSecureCoding, HKArchivedObject, NSCopying,
    @unchecked Sendable
{
    override init(_ content: LensContent) { super.init(content) }

    /// The curvature of the back of the lens, as a length; `nil` if unknown.
    open var baseCurve: HKQuantity? { content.baseCurve?.quantity }

    /// The width of the lens, as a length; `nil` if unknown.
    open var diameter: HKQuantity? { content.diameter?.quantity }

    /// Whether specifications support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a specification from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no specification.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(LensContent.self) else { return nil }
        super.init(content)
    }

    /// Writes the specification to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// The specification itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This specification.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Makes a specification.
    ///
    /// Invalid units stop the program, as on Apple's platforms; use the `validating` initializer for user input.
    ///
    /// - Parameters:
    ///   - sphere: The power against short or long visibility, in diopters.
    ///   - cylinder: The power against astigmatism, in diopters.
    ///   - axis: The angle of the cylinder.
    ///   - addPower: The power added for near visibility, in diopters.
    ///   - baseCurve: The curvature of the back of the lens, as a length.
    ///   - diameter: The width of the lens.
    public init(
        sphere: HKQuantity,
        cylinder: HKQuantity?,
        axis: HKQuantity?,
        addPower: HKQuantity?,
        baseCurve: HKQuantity?,
        diameter: HKQuantity?
    ) {
        let content = raisingExceptions {
            try HKContactsLensSpecification.checked(sphere, cylinder, axis, addPower, baseCurve, diameter)
        }
        super.init(content)
    }
}

extension HKContactsLensSpecification {
    /// Makes a specification, or throws where the other initializer stops the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - sphere: The power against short or long visibility, in diopters.
    ///   - cylinder: The power against astigmatism, in diopters.
    ///   - axis: The angle of the cylinder.
    ///   - addPower: The power added for near visibility, in diopters.
    ///   - baseCurve: The curvature of the back of the lens, as a length.
    ///   - diameter: The width of the lens.
    /// - Throws: `HKError.errorInvalidArgument` for an invalid unit.
    public convenience init(
        validating sphere: HKQuantity,
        cylinder: HKQuantity? = nil,
        axis: HKQuantity? = nil,
        addPower: HKQuantity? = nil,
        baseCurve: HKQuantity? = nil,
        diameter: HKQuantity? = nil
    ) throws {
        self.init(try Self.checked(sphere, cylinder, axis, addPower, baseCurve, diameter))
    }

    fileprivate static func checked(
        _ sphere: HKQuantity,
        _ cylinder: HKQuantity?,
        _ axis: HKQuantity?,
        _ addPower: HKQuantity?,
        _ baseCurve: HKQuantity?,
        _ diameter: HKQuantity?
    ) throws -> LensContent {
        var content = LensContent(sphere: sphere, cylinder: cylinder, axis: axis, addPower: addPower)
        content.baseCurve = baseCurve.map(QuantityText.init)
        content.diameter = diameter.map(QuantityText.init)
        try content.check()
        return content
    }
}

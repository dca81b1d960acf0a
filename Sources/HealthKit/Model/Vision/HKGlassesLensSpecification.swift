import Foundation

/// The specification of a lens for glasses.
open class HKGlassesLensSpecification: HKLensSpecification, NSSecureCoding, HKArchivedObject, NSCopying,
    @unchecked Sendable
{
    override init(_ content: LensContent) { super.init(content) }

    /// The distance between the back of the lens and the eye, as a length; `nil` if unknown.
    open var vertexDistance: HKQuantity? { content.vertexDistance?.quantity }

    /// The prism in the lens; `nil` for none.
    open var prism: HKVisionPrism? { content.prism.flatMap { HKVisionPrism($0) } }

    /// The distance from the pupil to the nose when looking far, or between both pupils, as a length; `nil` if unknown.
    open var farPupillaryDistance: HKQuantity? { content.farPupillaryDistance?.quantity }

    /// The distance from the pupil to the nose when looking near, or between both pupils, as a length; `nil` if unknown.
    open var nearPupillaryDistance: HKQuantity? { content.nearPupillaryDistance?.quantity }

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
    ///   - vertexDistance: The distance between the back of the lens and the eye.
    ///   - prism: The prism in the lens.
    ///   - farPupillaryDistance: The distance from the pupil to the nose when looking far.
    ///   - nearPupillaryDistance: The distance from the pupil to the nose when looking near.
    public init(
        sphere: HKQuantity,
        cylinder: HKQuantity?,
        axis: HKQuantity?,
        addPower: HKQuantity?,
        vertexDistance: HKQuantity?,
        prism: HKVisionPrism?,
        farPupillaryDistance: HKQuantity?,
        nearPupillaryDistance: HKQuantity?
    ) {
        let content = raisingExceptions {
            try HKGlassesLensSpecification.checked(
                sphere,
                cylinder,
                axis,
                addPower,
                vertexDistance,
                prism,
                farPupillaryDistance,
                nearPupillaryDistance
            )
        }
        super.init(content)
    }
}

extension HKGlassesLensSpecification {
    /// Makes a specification, or throws where the other initializer stops the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - sphere: The power against short or long visibility, in diopters.
    ///   - cylinder: The power against astigmatism, in diopters.
    ///   - axis: The angle of the cylinder.
    ///   - addPower: The power added for near visibility, in diopters.
    ///   - vertexDistance: The distance between the back of the lens and the eye.
    ///   - prism: The prism in the lens.
    ///   - farPupillaryDistance: The distance from the pupil to the nose when looking far.
    ///   - nearPupillaryDistance: The distance from the pupil to the nose when looking near.
    /// - Throws: `HKError.errorInvalidArgument` for an invalid unit.
    public convenience init(
        validating sphere: HKQuantity,
        cylinder: HKQuantity? = nil,
        axis: HKQuantity? = nil,
        addPower: HKQuantity? = nil,
        vertexDistance: HKQuantity? = nil,
        prism: HKVisionPrism? = nil,
        farPupillaryDistance: HKQuantity? = nil,
        nearPupillaryDistance: HKQuantity? = nil
    ) throws {
        self.init(
            try Self.checked(
                sphere,
                cylinder,
                axis,
                addPower,
                vertexDistance,
                prism,
                farPupillaryDistance,
                nearPupillaryDistance
            )
        )
    }

    fileprivate static func checked(
        _ sphere: HKQuantity,
        _ cylinder: HKQuantity?,
        _ axis: HKQuantity?,
        _ addPower: HKQuantity?,
        _ vertexDistance: HKQuantity?,
        _ prism: HKVisionPrism?,
        _ farPupillaryDistance: HKQuantity?,
        _ nearPupillaryDistance: HKQuantity?
    ) throws -> LensContent {
        var content = LensContent(sphere: sphere, cylinder: cylinder, axis: axis, addPower: addPower)
        content.vertexDistance = vertexDistance.map(QuantityText.init)
        content.prism = prism?.content
        content.farPupillaryDistance = farPupillaryDistance.map(QuantityText.init)
        content.nearPupillaryDistance = nearPupillaryDistance.map(QuantityText.init)
        try content.check()
        return content
    }
}

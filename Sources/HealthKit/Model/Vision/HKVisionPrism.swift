import Foundation

/// A prism in a lens, which brings the images of both eyes together.
///
/// It is given in polar coordinates, as an amount and the direction of its base, or in rectangular ones; each is computed of
/// the other. Angles are counted as opticians do: seen from in front of the person, counterclockwise from the right, so that 90°
/// is up, and 0° is towards the nose for the right eye and away from it for the left.
open class HKVisionPrism: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: PrismContent
    private let knownEye: HKVisionEye

    /// Creates a prism from its content; `nil` for an unknown eye, which no other can replace.
    convenience init?(_ content: PrismContent) {
        guard let eye = HKVisionEye(rawValue: content.eye) else { return nil }
        self.init(content, eye: eye)
    }

    private init(_ content: PrismContent, eye: HKVisionEye) {
        self.content = content
        knownEye = eye
        super.init()
    }

    /// The strength, in prism diopters.
    open var amount: HKQuantity { content.amount.prism }

    /// The direction of its base.
    open var angle: HKQuantity {
        content.angle.quantity ?? HKQuantity(unit: .degreeAngle(), doubleValue: content.angle.value)
    }

    /// The vertical strength, in prism diopters.
    open var verticalAmount: HKQuantity { content.verticalAmount.prism }

    /// The horizontal strength, in prism diopters.
    open var horizontalAmount: HKQuantity { content.horizontalAmount.prism }

    /// Whether its base is up or down; none for a prism that is horizontal only.
    open var verticalBase: HKPrismBase { HKPrismBase(rawValue: content.verticalBase) ?? .none }

    /// Whether its base is in, towards the nose, or out; none for a prism that is vertical only.
    open var horizontalBase: HKPrismBase { HKPrismBase(rawValue: content.horizontalBase) ?? .none }

    /// The eye that it is for.
    open var eye: HKVisionEye { knownEye }

    /// Whether prisms support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a prism from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no prism.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(PrismContent.self), let eye = HKVisionEye(rawValue: content.eye)
        else { return nil }
        self.content = content
        knownEye = eye
        super.init()
    }

    /// Writes the prism to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// The prism itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This prism.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is an equal prism.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same contents.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKVisionPrism)?.content == content
    }

    /// A hash of the prism's contents.
    open override var hash: Int { content.hashValue }

    /// Makes a prism of polar coordinates.
    ///
    /// Invalid units stop the program, as on Apple's platforms; use `init(validatingAmount:angle:eye:)` for user input.
    ///
    /// - Parameters:
    ///   - amount: The strength, in prism diopters.
    ///   - angle: The direction of its base.
    ///   - eye: The eye that it is for.
    public init(amount: HKQuantity, angle: HKQuantity, eye: HKVisionEye) {
        content = raisingExceptions { try PrismContent(amount: amount, angle: angle, eye: eye) }
        knownEye = eye
        super.init()
    }

    /// Makes a prism of rectangular coordinates.
    ///
    /// Invalid units and bases stop the program, as on Apple's platforms; use the `validating` initializer for user input.
    ///
    /// - Parameters:
    ///   - verticalAmount: The vertical strength, in prism diopters.
    ///   - verticalBase: Up, down, or none for an amount of 0.
    ///   - horizontalAmount: The horizontal strength, in prism diopters.
    ///   - horizontalBase: In, out, or none for an amount of 0.
    ///   - eye: The eye that it is for.
    public init(
        verticalAmount: HKQuantity,
        verticalBase: HKPrismBase,
        horizontalAmount: HKQuantity,
        horizontalBase: HKPrismBase,
        eye: HKVisionEye
    ) {
        content = raisingExceptions {
            try PrismContent(
                vertical: verticalAmount,
                verticalBase,
                horizontal: horizontalAmount,
                horizontalBase,
                eye: eye
            )
        }
        knownEye = eye
        super.init()
    }
}

extension HKVisionPrism {
    /// Makes a prism of polar coordinates, or throws where the other initializer stops the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - amount: The strength, in prism diopters.
    ///   - angle: The direction of its base.
    ///   - eye: The eye that it is for.
    /// - Throws: `HKError.errorInvalidArgument` for an invalid unit.
    public convenience init(validatingAmount amount: HKQuantity, angle: HKQuantity, eye: HKVisionEye) throws {
        self.init(try PrismContent(amount: amount, angle: angle, eye: eye), eye: eye)
    }

    /// Makes a prism of rectangular coordinates, or throws where the other initializer stops the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - verticalAmount: The vertical strength, in prism diopters.
    ///   - verticalBase: Up, down, or none for an amount of 0.
    ///   - horizontalAmount: The horizontal strength, in prism diopters.
    ///   - horizontalBase: In, out, or none for an amount of 0.
    ///   - eye: The eye that it is for.
    /// - Throws: `HKError.errorInvalidArgument` for an invalid unit or base.
    public convenience init(
        validatingVerticalAmount verticalAmount: HKQuantity,
        verticalBase: HKPrismBase,
        horizontalAmount: HKQuantity,
        horizontalBase: HKPrismBase,
        eye: HKVisionEye
    ) throws {
        self.init(
            try PrismContent(
                vertical: verticalAmount,
                verticalBase,
                horizontal: horizontalAmount,
                horizontalBase,
                eye: eye
            ),
            eye: eye
        )
    }
}

extension PrismContent {
    /// Components below this fraction of the amount are rounding errors and count as 0.
    private static let negligible = 1e-9

    /// - Throws: `errorInvalidArgument` for an invalid unit.
    package init(amount: HKQuantity, angle: HKQuantity, eye: HKVisionEye) throws {
        self.init(amount, angle, eye)
        try check()
        let strength = amount.doubleValue(for: .prismDiopter())
        let direction = angle.doubleValue(for: .degreeAngle()) * .pi / 180
        let limit = abs(strength) * Self.negligible
        let up = strength * sin(direction)
        if abs(up) > limit {
            verticalAmount.value = abs(up)
            verticalBase = (up > 0 ? HKPrismBase.up : .down).rawValue
        }
        let right = strength * cos(direction)
        if abs(right) > limit {
            horizontalAmount.value = abs(right)
            horizontalBase = ((right > 0) == (eye == .right) ? HKPrismBase.in : .out).rawValue
        }
    }

    private init(_ amount: HKQuantity, _ angle: HKQuantity, _ eye: HKVisionEye) {
        let nothing = QuantityText(value: 0, unit: HKUnit.prismDiopter().unitString)
        self.init(
            amount: QuantityText(amount),
            angle: QuantityText(angle),
            verticalAmount: nothing,
            verticalBase: HKPrismBase.none.rawValue,
            horizontalAmount: nothing,
            horizontalBase: HKPrismBase.none.rawValue,
            eye: eye.rawValue
        )
    }

    /// - Throws: `errorInvalidArgument` for an invalid unit or base.
    init(
        vertical: HKQuantity,
        _ verticalBase: HKPrismBase,
        horizontal: HKQuantity,
        _ horizontalBase: HKPrismBase,
        eye: HKVisionEye
    ) throws {
        self.init(
            amount: QuantityText(value: 0, unit: HKUnit.prismDiopter().unitString),
            angle: QuantityText(value: 0, unit: HKUnit.degreeAngle().unitString),
            verticalAmount: QuantityText(vertical),
            verticalBase: verticalBase.rawValue,
            horizontalAmount: QuantityText(horizontal),
            horizontalBase: horizontalBase.rawValue,
            eye: eye.rawValue
        )
        try check()
        let up = vertical.doubleValue(for: .prismDiopter()) * (verticalBase == .down ? -1 : 1)
        let inward = (horizontalBase == .in) == (eye == .right)
        let right = horizontal.doubleValue(for: .prismDiopter()) * (inward ? 1 : -1)
        amount.value = (up * up + right * right).squareRoot()
        let degrees = atan2(up, right == 0 ? 0 : right) * 180 / .pi
        angle.value = degrees < 0 ? degrees + 360 : degrees + 0
    }
}

extension QuantityText {
    /// The quantity of a content that was checked.
    fileprivate var prism: HKQuantity { quantity ?? HKQuantity(unit: .prismDiopter(), doubleValue: value) }
}

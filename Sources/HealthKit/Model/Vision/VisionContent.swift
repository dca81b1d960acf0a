import Foundation

/// The content of a vision prescription.
package struct PrescriptionContent: RecordContent, Codable {
    /// The class of the prescription.
    package enum Form: String, Codable, Sendable {
        /// Dates only; the rest is in an image.
        case plain
        case glasses
        case contacts
    }

    package var form: Form
    package var type: UInt
    /// The expiration date, in seconds since the reference date; `nil` for never.
    package var expiration: Double?
    package var rightEye: LensContent?
    package var leftEye: LensContent?
    package var brand: String?

    package init(
        form: Form,
        type: UInt,
        expiration: Double? = nil,
        rightEye: LensContent? = nil,
        leftEye: LensContent? = nil,
        brand: String? = nil
    ) {
        self.form = form
        self.type = type
        self.expiration = expiration
        self.rightEye = rightEye
        self.leftEye = leftEye
        self.brand = brand
    }

    package func check() throws {
        guard HKVisionPrescriptionType(rawValue: type) != nil else {
            throw HKError.invalid("\(type) isn't a vision prescription type")
        }
        guard form != .contacts || brand != nil else {
            throw HKError.invalid("A prescription for contact lenses names their brand")
        }
        guard expiration?.isFinite ?? true else { throw HKError.invalid("expirationDate must be a date") }
        try rightEye?.check()
        try leftEye?.check()
    }
}

/// The specification of a prescription lens.
package struct LensContent: RecordContent, Codable {
    package var sphere: QuantityText
    package var cylinder: QuantityText?
    package var axis: QuantityText?
    package var addPower: QuantityText?
    package var vertexDistance: QuantityText?
    package var prism: PrismContent?
    package var farPupillaryDistance: QuantityText?
    package var nearPupillaryDistance: QuantityText?
    package var baseCurve: QuantityText?
    package var diameter: QuantityText?

    package init(sphere: HKQuantity, cylinder: HKQuantity?, axis: HKQuantity?, addPower: HKQuantity?) {
        self.sphere = QuantityText(sphere)
        self.cylinder = cylinder.map(QuantityText.init)
        self.axis = axis.map(QuantityText.init)
        self.addPower = addPower.map(QuantityText.init)
    }

    package func check() throws {
        try HKError.check(sphere, "sphere", like: .diopter())
        try HKError.check(cylinder, "cylinder", like: .diopter())
        try HKError.check(axis, "axis", like: .degreeAngle())
        try HKError.check(addPower, "addPower", like: .diopter())
        try HKError.check(vertexDistance, "vertexDistance", like: .meter())
        try HKError.check(farPupillaryDistance, "farPupillaryDistance", like: .meter())
        try HKError.check(nearPupillaryDistance, "nearPupillaryDistance", like: .meter())
        try HKError.check(baseCurve, "baseCurve", like: .meter())
        try HKError.check(diameter, "diameter", like: .meter())
        try prism?.check()
    }
}

/// A prism in both kinds of coordinates.
package struct PrismContent: RecordContent, Codable {
    package var amount: QuantityText
    package var angle: QuantityText
    package var verticalAmount: QuantityText
    package var verticalBase: Int
    package var horizontalAmount: QuantityText
    package var horizontalBase: Int
    package var eye: Int

    package func check() throws {
        try HKError.check(amount, "amount", like: .prismDiopter())
        try HKError.check(angle, "angle", like: .degreeAngle())
        try HKError.check(verticalAmount, "verticalAmount", like: .prismDiopter())
        try HKError.check(horizontalAmount, "horizontalAmount", like: .prismDiopter())
        guard HKVisionEye(rawValue: eye) != nil else { throw HKError.invalid("\(eye) isn't an eye") }
        try Self.check(verticalBase, verticalAmount, "vertical", [.up, .down])
        try Self.check(horizontalBase, horizontalAmount, "horizontal", [.in, .out])
    }

    private static func check(_ raw: Int, _ amount: QuantityText, _ name: String, _ allowed: [HKPrismBase]) throws {
        guard let base = HKPrismBase(rawValue: raw), base == .none || allowed.contains(base) else {
            throw HKError.invalid("\(raw) isn't a \(name) prism base")
        }
        guard base != .none || amount.value == 0 else {
            throw HKError.invalid("A \(name) amount of \(amount.value) needs a \(name) base")
        }
    }
}

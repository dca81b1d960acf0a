import Foundation
import HealthKit

/// Reads a vision prescription as the store keeps it.
enum ImportPrescription {
    /// The content of an element with its lenses, the right one first; a lens without a sphere is left out.
    static func content(
        _ element: ExportElement,
        _ lenses: [ExportElement?],
        expiration: Double?
    ) -> PrescriptionContent {
        let type = element[.type]?.text ?? ""
        let isContacts = type.hasSuffix("Contacts") || type == "\(HKVisionPrescriptionType.contacts.rawValue)"
        let eyes: [HKVisionEye] = [.right, .left]
        let read = zip(lenses, eyes).map { lens, eye in lens.flatMap { self.lens($0, eye) } }
        let brand = element[own: "brand"]?.text
        let hasLenses = read.contains { $0 != nil }
        return PrescriptionContent(
            form: hasLenses ? (isContacts ? .contacts : .glasses) : .plain,
            type: (isContacts ? HKVisionPrescriptionType.contacts : .glasses).rawValue,
            expiration: expiration,
            rightEye: read[0],
            leftEye: read[1],
            brand: isContacts && hasLenses ? brand ?? "" : brand
        )
    }

    private static func lens(_ element: ExportElement, _ eye: HKVisionEye) -> LensContent? {
        func quantity(_ value: StaticString, _ unit: StaticString, _ usual: HKUnit) -> HKQuantity? {
            guard let number = element[own: value]?.decimal, number.isFinite else { return nil }
            let named = element[own: unit].map { HKUnit.named($0.text) } ?? usual
            guard let named, named.conversion(to: usual) != nil else { return nil }
            return HKQuantity(unit: named, doubleValue: number)
        }
        func length(_ value: StaticString, _ unit: StaticString) -> QuantityText? {
            quantity(value, unit, .meterUnit(with: .milli)).map { QuantityText($0) }
        }
        guard let sphere = quantity("sphere", "sphereUnit", .diopter()) else { return nil }
        var lens = LensContent(
            sphere: sphere,
            cylinder: quantity("cylinder", "cylinderUnit", .diopter()),
            axis: quantity("axis", "axisUnit", .degreeAngle()),
            addPower: quantity("add", "addUnit", .diopter())
        )
        lens.vertexDistance = length("vertex", "vertexUnit")
        lens.farPupillaryDistance = length("farPD", "farPDUnit")
        lens.nearPupillaryDistance = length("nearPD", "nearPDUnit")
        lens.baseCurve = length("baseCurve", "baseCurveUnit")
        lens.diameter = length("diameter", "diameterUnit")
        if let amount = quantity("prismAmount", "prismAmountUnit", .prismDiopter()),
            let angle = quantity("prismAngle", "prismAngleUnit", .degreeAngle())
        {
            // Its only possible error is about units, which are checked above.
            lens.prism = try? PrismContent(amount: amount, angle: angle, eye: eye)
        }
        return lens
    }
}

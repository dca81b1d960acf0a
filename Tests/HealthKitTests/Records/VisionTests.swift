import Foundation
import Testing

@testable import HealthKit

@Suite("Vision prescriptions")
struct VisionTests {
    private let checks = RecordChecks()

    private func diopters(_ value: Double) -> HKQuantity { HKQuantity(unit: .diopter(), doubleValue: value) }
    private func degrees(_ value: Double) -> HKQuantity { HKQuantity(unit: .degreeAngle(), doubleValue: value) }
    private func prism(_ value: Double) -> HKQuantity { HKQuantity(unit: .prismDiopter(), doubleValue: value) }
    private func millimeters(_ value: Double) -> HKQuantity {
        HKQuantity(unit: .meterUnit(with: .milli), doubleValue: value)
    }

    private func glassesLens(_ eye: HKVisionEye) -> HKGlassesLensSpecification {
        HKGlassesLensSpecification(
            sphere: diopters(-1.25),
            cylinder: diopters(0.5),
            axis: degrees(87),
            addPower: nil,
            vertexDistance: millimeters(12.5),
            prism: HKVisionPrism(amount: prism(2), angle: degrees(30), eye: eye),
            farPupillaryDistance: millimeters(31.5),
            nearPupillaryDistance: nil
        )
    }

    private func glasses() -> HKGlassesPrescription {
        HKGlassesPrescription(
            rightEyeSpecification: glassesLens(.right),
            leftEyeSpecification: nil,
            dateIssued: at(10),
            expirationDate: at(1e8),
            device: nil,
            metadata: ["clinic": "A"]
        )
    }

    private func contacts() -> HKContactsPrescription {
        HKContactsPrescription(
            rightEyeSpecification: nil,
            leftEyeSpecification: HKContactsLensSpecification(
                sphere: diopters(2.1),
                cylinder: nil,
                axis: nil,
                addPower: diopters(1),
                baseCurve: millimeters(8.6),
                diameter: millimeters(14.2)
            ),
            brand: "ACME",
            dateIssued: at(10),
            expirationDate: nil,
            device: device("Phoropter"),
            metadata: nil
        )
    }

    @Test("prescriptions come back from the store and from an archive as they were, each of its class")
    func roundTrip() async throws {
        let glasses = glasses()
        try await checks.pass(glasses) { found in
            let eye = try #require(found.rightEye)
            #expect(found.leftEye == nil && found.prescriptionType == .glasses)
            #expect(found.dateIssued == at(10) && found.expirationDate == at(1e8) && found.endDate == at(1e8))
            #expect(eye.vertexDistance == millimeters(12.5) && eye.axis == degrees(87))
            #expect(eye.prism == glassesLens(.right).prism && eye.nearPupillaryDistance == nil)
            return eye == glasses.rightEye
        }
        try checkIncompleteArchives(of: glasses)
        let contacts = contacts()
        try await checks.pass(contacts) { found in
            let eye = try #require(found.leftEye)
            #expect(found.brand == "ACME" && found.prescriptionType == .contacts)
            #expect(found.expirationDate == nil && found.endDate == at(10))
            #expect(eye.baseCurve == millimeters(8.6) && eye.sphere == diopters(2.1) && eye.addPower == diopters(1))
            return eye == contacts.leftEye
        }
        try checkIncompleteArchives(of: contacts)
        let plain = HKVisionPrescription(
            type: .contacts,
            dateIssued: at(3),
            expirationDate: nil,
            device: nil,
            metadata: nil
        )
        try await checks.pass(plain) { type(of: $0) == HKVisionPrescription.self && $0.prescriptionType == .contacts }
    }

    @Test("the descriptor finds prescriptions of all classes")
    func descriptor() async throws {
        try await checks.test.store.save([glasses(), contacts()])
        let query = HKSampleQueryDescriptor(predicates: [.visionPrescription()], sortDescriptors: [])
        let found: [HKVisionPrescription] = try await query.result(for: checks.test.store)
        #expect(Set(found.map { "\(type(of: $0))" }) == ["HKGlassesPrescription", "HKContactsPrescription"])
    }

    @Test("specifications and prisms are archived, compared and hashed by what they say")
    func values() throws {
        let lens = glassesLens(.left)
        #expect(try archived(lens) == lens)
        #expect(glassesLens(.left).hash == lens.hash)
        #expect(glassesLens(.right) != lens)
        let contact = try #require(contacts().leftEye)
        #expect(try archived(contact) == contact)
        let bent = HKVisionPrism(amount: prism(1), angle: degrees(10), eye: .left)
        #expect(try archived(bent) == bent)
        #expect(bent.copy() as? HKVisionPrism == bent)
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        bent.encode(with: archiver)
        archiver.finishEncoding()
        #expect(HKGlassesLensSpecification(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)) == nil)
    }

    @Test("polar and rectangular coordinates of a prism say the same")
    func prisms() {
        func near(_ quantity: HKQuantity, _ unit: HKUnit, _ value: Double) -> Bool {
            abs(quantity.doubleValue(for: unit) - value) < 1e-9
        }
        typealias Case = (angle: Double, eye: HKVisionEye, vertical: HKPrismBase, horizontal: HKPrismBase)
        let cases: [Case] = [
            (0, .right, .none, .in), (0, .left, .none, .out), (180, .right, .none, .out), (180, .left, .none, .in),
            (90, .right, .up, .none), (270, .left, .down, .none), (30, .right, .up, .in), (120, .left, .up, .in),
            (200, .right, .down, .out), (300, .left, .down, .out),
        ]
        for (angle, eye, vertical, horizontal) in cases {
            let polar = HKVisionPrism(amount: prism(2), angle: degrees(angle), eye: eye)
            #expect(polar.verticalBase == vertical && polar.horizontalBase == horizontal, "\(angle) \(eye)")
            #expect(near(polar.verticalAmount, .prismDiopter(), abs(2 * sin(angle * .pi / 180))))
            #expect(near(polar.horizontalAmount, .prismDiopter(), abs(2 * cos(angle * .pi / 180))))
            let rectangular = HKVisionPrism(
                verticalAmount: polar.verticalAmount,
                verticalBase: vertical,
                horizontalAmount: polar.horizontalAmount,
                horizontalBase: horizontal,
                eye: eye
            )
            #expect(near(rectangular.amount, .prismDiopter(), 2))
            #expect(near(rectangular.angle, .degreeAngle(), angle), "\(angle) \(eye)")
            #expect(rectangular.eye == eye)
        }
    }

    @Test("R2.25 wrong units, bases and dates are refused")
    func validation() throws {
        #expect(throws: HKError.invalid("sphere requires a unit compatible with D, not deg")) {
            try HKContactsLensSpecification(validating: degrees(1))
        }
        #expect(throws: HKError.self) { try HKGlassesLensSpecification(validating: diopters(1), axis: diopters(1)) }
        #expect(throws: HKError.self) {
            try HKGlassesLensSpecification(validating: diopters(1), vertexDistance: diopters(1))
        }
        #expect(throws: HKError.self) {
            try HKContactsLensSpecification(validating: diopters(1), diameter: diopters(1))
        }
        #expect(throws: HKError.self) { try HKContactsLensSpecification(validating: diopters(.infinity)) }
        #expect(throws: HKError.self) {
            try HKVisionPrism(validatingAmount: diopters(1), angle: degrees(0), eye: .left)
        }
        #expect(throws: HKError.self) {
            try HKVisionPrism(
                validatingVerticalAmount: prism(1),
                verticalBase: .in,
                horizontalAmount: prism(0),
                horizontalBase: .none,
                eye: .left
            )
        }
        #expect(throws: HKError.self) {
            try HKVisionPrism(
                validatingVerticalAmount: prism(0),
                verticalBase: .none,
                horizontalAmount: prism(1),
                horizontalBase: .none,
                eye: .left
            )
        }
        #expect(throws: HKError.self) {
            try HKVisionPrescription(validating: .glasses, dateIssued: at(10), expirationDate: at(9))
        }
        #expect(throws: HKError.self) {
            try HKContactsPrescription(
                validatingRightEye: nil,
                leftEye: nil,
                brand: "ACME",
                dateIssued: at(10),
                expirationDate: at(9)
            )
        }
        #expect(throws: Never.self) {
            try HKGlassesPrescription(validatingRightEye: nil, leftEye: nil, dateIssued: at(10))
        }
    }

    @Test("a wrong unit stops the program")
    func exception() async {
        await #expect(processExitsWith: .failure) {
            let length = HKQuantity(unit: .meter(), doubleValue: 1)
            _ = HKVisionPrism(amount: length, angle: length, eye: .left)
        }
    }
}

import Foundation
import HealthKit

// The facts of prescriptions of glasses and contact lenses.
extension SampleFact {
    static let prescription: [SampleFact] = [
        .of(HKVisionPrescription.self, "prescriptionType", "glasses or contacts") { sample, _ in
            .name(Int(clamping: sample.prescriptionType.rawValue), of: "HKVisionPrescriptionType")
        },
        .of(HKVisionPrescription.self, "expiration", "until when it holds") { sample, times in
            sample.expirationDate.map { times.json($0) } ?? .null
        },
        SampleFact("brand", "of contact lenses") { sample, _ in .text((sample as? HKContactsPrescription)?.brand) },
        SampleFact("rightEye", "powers in D, axis in deg, lengths in mm") { sample, _ in
            switch sample {
            case let sample as HKGlassesPrescription: .lens(sample.rightEye)
            case let sample as HKContactsPrescription: .lens(sample.rightEye)
            default: .null
            }
        },
        SampleFact("leftEye", "powers in D, axis in deg, lengths in mm") { sample, _ in
            switch sample {
            case let sample as HKGlassesPrescription: .lens(sample.leftEye)
            case let sample as HKContactsPrescription: .lens(sample.leftEye)
            default: .null
            }
        },
    ]
}

extension JSONValue {
    fileprivate static func lens(_ lens: HKLensSpecification?) -> JSONValue {
        guard let lens else { return .null }
        let millimeter = HKUnit.meterUnit(with: .milli)
        var fields: JSONValue.Fields = [
            ("sphere", .number(lens.sphere, .diopter())), ("cylinder", .number(lens.cylinder, .diopter())),
            ("axis", .number(lens.axis, .degreeAngle())), ("add", .number(lens.addPower, .diopter())),
        ]
        switch lens {
        case let lens as HKGlassesLensSpecification:
            fields += [
                ("vertexDistance", .number(lens.vertexDistance, millimeter)),
                ("farPupillaryDistance", .number(lens.farPupillaryDistance, millimeter)),
                ("nearPupillaryDistance", .number(lens.nearPupillaryDistance, millimeter)),
                ("prism", .number(lens.prism?.amount, .prismDiopter())),
                ("prismAngle", .number(lens.prism?.angle, .degreeAngle())),
            ]
        case let lens as HKContactsLensSpecification:
            fields += [
                ("baseCurve", .number(lens.baseCurve, millimeter)), ("diameter", .number(lens.diameter, millimeter)),
            ]
        default: break
        }
        return .object(fields)
    }
}

import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// The codes of an export as FHIR.
@Suite struct ObservationCodeTests {
    /// The codes and units of the vital signs profile of FHIR R4.
    private static let vitalSigns: [(HKQuantityTypeIdentifier, code: String, ucum: String)] = [
        (.respiratoryRate, "9279-1", "/min"), (.heartRate, "8867-4", "/min"), (.oxygenSaturation, "2708-6", "%"),
        (.bodyTemperature, "8310-5", "Cel"), (.height, "8302-2", "cm"), (.bodyMass, "29463-7", "kg"),
        (.bodyMassIndex, "39156-5", "kg/m2"), (.bloodPressureSystolic, "8480-6", "mm[Hg]"),
        (.bloodPressureDiastolic, "8462-4", "mm[Hg]"),
    ]

    @Test("What the vital signs profile names has the code and the unit that it asks for")
    func profile() throws {
        for (type, code, ucum) in Self.vitalSigns {
            let known = try #require(ObservationCode.known[type])
            #expect(known.code == code, "\(type.rawValue)")
            #expect(known.ucum == ucum, "\(type.rawValue)")
            #expect(known.category == "vital-signs", "\(type.rawValue)")
        }
        #expect(ObservationCode.bloodPressure.code == "85354-9")
    }

    @Test("Every code of LOINC ends with its check digit, and stands for one type")
    func checkDigits() {
        let whole: [ObservationCode] = [.bloodPressure, .electrocardiogram, .workout]
        let codes = ObservationCode.known.values.map(\.code) + whole.map(\.code) + ["55411-3"]
        #expect(Set(codes).count == codes.count)
        for code in codes {
            let parts = code.split(separator: "-")
            #expect(parts.count == 2, "\(code)")
            // From the right every other digit counts twice, and the digits of what that makes are added.
            let sum = parts[0].reversed().enumerated()
                .reduce(0) { sum, each in
                    let digit = each.element.wholeNumberValue ?? 0
                    let counted = each.offset % 2 == 0 ? 2 * digit : digit
                    return sum + counted / 10 + counted % 10
                }
            #expect(parts[1] == "\((10 - sum % 10) % 10)", "\(code)")
        }
    }

    @Test("The unit of each code is one of its type, and UCUM spells it so")
    func units() throws {
        for (identifier, code) in ObservationCode.known {
            let unit = try #require(HKUnit.named(code.unit), "\(code.unit)")
            #expect(HKQuantityType(identifier).is(compatibleWith: unit), "\(identifier.rawValue)")
        }
    }
}

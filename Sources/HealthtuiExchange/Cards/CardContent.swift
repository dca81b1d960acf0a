import HealthKit

/// Derives what a SMART Health Card attests from its contents.
enum CardContent {
    private typealias Kind = HKVerifiableClinicalRecordCredentialType

    /// The codes of vaccines against COVID-19 in the CDC's code set for vaccines (CVX).
    private static let covidVaccines: [ClosedRange<Int>] = [
        207...208, 210...213, 217...219, 221...221, 225...230, 300...302, 308...313, 500...521,
    ]

    /// The types of a card, named as older cards name them.
    ///
    /// - Parameter resources: The resources of its bundle.
    /// - Returns: Raw values of `HKVerifiableClinicalRecordCredentialType`; empty for other contents, such as a patient
    ///   summary, even if some of its resources have a type.
    static func types(of resources: [[String: Any]]) -> [String] {
        let kinds = Set(resources.compactMap { $0["resourceType"] as? String }).subtracting(["Patient"])
        if kinds == ["Immunization"] {
            let isCovid = resources.contains { codes(of: $0["vaccineCode"]).contains(where: isCovidVaccine) }
            return [Kind.immunization.rawValue] + (isCovid ? [Kind.covid19.rawValue] : [])
        }
        let ofLaboratories: Set<String> = ["Observation", "DiagnosticReport", "Specimen"]
        return !kinds.isEmpty && kinds.isSubset(of: ofLaboratories) ? [Kind.laboratory.rawValue] : []
    }

    private static func isCovidVaccine(_ coding: [String: Any]) -> Bool {
        guard coding["system"] as? String == "http://hl7.org/fhir/sid/cvx",
            let code = (coding["code"] as? String).flatMap({ Int($0) })
        else { return false }
        return covidVaccines.contains { $0.contains(code) }
    }

    private static func codes(of concept: Any?) -> [[String: Any]] {
        (concept as? [String: Any])?["coding"] as? [[String: Any]] ?? []
    }
}

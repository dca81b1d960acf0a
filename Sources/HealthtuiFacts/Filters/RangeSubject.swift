import HealthKit

/// The people whom a laboratory's range applies to: everybody, one sex, or some other people.
package enum RangeSubject: Hashable, Sendable {
    case everybody
    case sex(HKReferenceSex)
    /// People with attributes that the store doesn't know, such as those who are pregnant.
    case others

    /// Reads the `appliesTo` of a FHIR range; all of its conditions must hold.
    ///
    /// - Parameter value: The concepts; `nil` for none.
    package init(appliesTo value: Any?) {
        let concepts = FHIRText.concepts(value)
        guard !concepts.isEmpty else {
            self = value == nil || (value as? [Any])?.isEmpty == true ? .everybody : .others
            return
        }
        let sexes = Set(concepts.map(Self.sex))
        if sexes.count == 1, let sex = sexes.first, let sex { self = .sex(sex) } else { self = .others }
    }

    /// Whether a range for these people applies to a person.
    ///
    /// - Parameter sex: The sex whose ranges apply to the person; if none is set, no range for one sex applies.
    /// - Returns: Whether it does.
    package func includes(_ sex: HKReferenceSex) -> Bool {
        switch self {
        case .everybody: true
        case .sex(let wanted): sex != .notSet && sex == wanted
        case .others: false
        }
    }

    /// Terminologies that name the sexes by codes, and the codes.
    private static let codes: [String: [String: HKReferenceSex]] = [
        "http://hl7.org/fhir/administrative-gender": ["female": .female, "male": .male],
        "http://terminology.hl7.org/CodeSystem/v3-AdministrativeGender": ["F": .female, "M": .male],
        "http://hl7.org/fhir/v3/AdministrativeGender": ["F": .female, "M": .male],
        "http://snomed.info/sct": ["248152002": .female, "248153007": .male],
    ]

    /// The sex that a concept names, or `nil` if it names something else, or both.
    private static func sex(_ concept: [String: Any]) -> HKReferenceSex? {
        let codings = concept["coding"] as? [[String: Any]] ?? []
        let coded = codings.map { coding in
            codes[coding["system"] as? String ?? ""]?[coding["code"] as? String ?? ""]
        }
        guard coded.isEmpty else { return Set(coded).count == 1 ? coded[0] : nil }
        return switch (concept["text"] as? String)?.lowercased() {
        case "female", "women", "woman": .female
        case "male", "men", "man": .male
        default: nil
        }
    }
}

extension Caller {
    /// The sex whose ranges apply to the person, as far as the caller may read it.
    package var referenceSex: HKReferenceSex {
        get throws {
            do {
                return try store.referenceSex
            } catch HKError.errorAuthorizationNotDetermined {
                return .notSet
            }
        }
    }
}

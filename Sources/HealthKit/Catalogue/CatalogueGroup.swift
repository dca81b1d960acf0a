import HealthKitLocalization

/// A category that the Health app sorts types into, in its display order (rule H4).
package enum CatalogueGroup: String, CaseIterable, Sendable {
    case activity
    case body
    case cycle
    case hearing
    case heart
    case medications
    case mental
    case mobility
    case nutrition
    case respiratory
    case sleep
    case symptoms
    case vitals
    case other
    case records
    case profile

    /// The display name, in the person's language.
    package var name: String { localizedName(englishName, context: "group of types") }

    /// The display name in English.
    package var englishName: String {
        switch self {
        case .activity: "Activity"
        case .body: "Body Measurements"
        case .cycle: "Cycle Tracking"
        case .hearing: "Hearing"
        case .heart: "Heart"
        case .medications: "Medications"
        case .mental: "Mental Wellbeing"
        case .mobility: "Mobility"
        case .nutrition: "Nutrition"
        case .respiratory: "Respiratory"
        case .sleep: "Sleep"
        case .symptoms: "Symptoms"
        case .vitals: "Vitals"
        case .other: "Other Data"
        case .records: "Health Records"
        case .profile: "Health Details"
        }
    }
}

import HealthKit
import HealthtuiEntry

/// What the sheet of an assistant offers of a type.
struct AssistantOffer: Sendable, Hashable {
    /// The identifier of the type.
    let type: String
    /// Whether single samples are offered.
    let offersSamples: Bool
    /// Whether entries of the type can be drafted.
    let offersDrafts: Bool
    /// The level that “turn all on” gives; `nil` for a type that is left out of it.
    let levelOfAll: AssistantLevel?

    var entry: CatalogueEntry? { TypeCatalogue.shared.entry(identifier: type) }
    var name: String { entry?.name ?? type }
    var group: CatalogueGroup { entry?.group ?? .other }
}

extension AssistantOffer {
    /// What the sheet offers of types, each once; types that no assistant is answered from are left out.
    ///
    /// - Parameter identifiers: The identifiers of the types.
    /// - Returns: The offers, in no order.
    static func offers(_ identifiers: [String]) -> [AssistantOffer] {
        let wanted = Set(identifiers)
        let pressures = [BloodPressure.systolicType, BloodPressure.diastolicType].map(\.identifier)
        return AssistantTypes.all
            .filter { type in
                // A blood pressure is one type on the sheet, also where its numbers were saved apart.
                wanted.contains(type) || type == AssistantTypes.bloodPressure && pressures.allSatisfy(wanted.contains)
            }
            .map { type in
                AssistantOffer(
                    type: type,
                    offersSamples: true,
                    offersDrafts: AssistantTypes.canBeDrafted(type),
                    levelOfAll: AssistantTypes.levelOfAll(type)
                )
            }
    }
}

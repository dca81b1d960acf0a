import Foundation
import HealthKit

/// Rules for the samples that a user may add by hand, and for the form of each type (H8).
package enum EntryRules {
    /// Why samples of a type cannot be added by hand; `nil` when they can.
    package static func refusal(of type: HKObjectType) -> String? {
        let name = type.entry.name
        if type.isReadOnly { return EntryStrings.isRecordedByDevices(name) }
        switch type {
        case is HKQuantityType, is HKCategoryType: return nil
        case is HKCorrelationType where type.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue:
            return nil
        case is HKCorrelationType: return EntryStrings.isAddedByNutrient(name)
        case is HKCharacteristicType: return EntryStrings.belongsToProfile(name)
        case _ where hasForm(type): return EntryStrings.hasFormOfItsOwn(name)
        default: return EntryStrings.cannotBeAdded(name)
        }
    }

    /// Whether there is a form of its own for samples of a type, that are no single value: states of mind, questionnaires and
    /// prescriptions for eyes.
    package static func hasForm(_ type: HKObjectType) -> Bool {
        type is HKStateOfMindType || type is HKPrescriptionType || QuestionnaireKind(type) != nil
    }

    /// Why the console has no form for a type; `nil` when it has one.
    package static func refusalOfForm(_ type: HKObjectType) -> String? { hasForm(type) ? nil : refusal(of: type) }

    /// Every type that can be added by hand, in the order of the catalogue.
    package static var types: [HKSampleType] {
        HKObjectType.all.compactMap { refusal(of: $0) == nil ? $0 as? HKSampleType : nil }
    }

    /// Whether samples of a type usually last a while, so that the form asks for a start and an end.
    package static func isInterval(_ type: HKSampleType) -> Bool {
        if let type = type as? HKQuantityType {
            let isFood = type.identifier.hasPrefix("HKQuantityTypeIdentifierDietary")
            return type.aggregationStyle == .cumulative && !isFood && !momentary.contains(type.identifier)
        }
        return type is HKCategoryType && type.entry.group != .symptoms
    }

    /// Cumulative types of which a person adds one at a time.
    private static let momentary: Set<String> = [
        HKQuantityTypeIdentifier.insulinDelivery.rawValue, HKQuantityTypeIdentifier.inhalerUsage.rawValue,
        HKQuantityTypeIdentifier.numberOfTimesFallen.rawValue,
        HKQuantityTypeIdentifier.numberOfAlcoholicBeverages.rawValue,
    ]

    /// The values to choose from, for category types with a public list; empty for other types.
    package static func choices(_ type: HKSampleType) -> [Enumeration.Case] {
        (type as? HKCategoryType)?.enumeration?.cases ?? []
    }

    /// The metadata keys that samples of a type must have, and that a form asks for.
    package static func requiredMetadata(_ type: HKSampleType) -> [MetadataKeyEntry] {
        MetadataRules.requiredKeys(type).compactMap { TypeCatalogue.shared.metadataKeys[$0] }
    }

    /// The values to choose from for a metadata key; empty for keys without a list.
    package static func choices(_ key: MetadataKeyEntry) -> [Enumeration.Case] {
        key.values.flatMap { TypeCatalogue.shared.enumerations[$0]?.cases } ?? []
    }

    /// The systolic and the diastolic type of a blood pressure; `nil` for other types.
    package static func pressurePair(_ type: HKSampleType) -> (systolic: HKQuantityType, diastolic: HKQuantityType)? {
        guard type.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue,
            let systolic = HKObjectType.quantityType(forIdentifier: .bloodPressureSystolic),
            let diastolic = HKObjectType.quantityType(forIdentifier: .bloodPressureDiastolic)
        else { return nil }
        return (systolic, diastolic)
    }
}

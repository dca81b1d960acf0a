import Foundation

/// What is known of the person, as the store keeps it; every field may be missing.
package struct CharacteristicValues: Codable, Sendable, Hashable {
    /// `yyyy-MM-dd`.
    package var dateOfBirth: String?
    package var biologicalSex: Int?
    /// The sex whose reference ranges count.
    package var referenceSex: Int?
    package var bloodType: Int?
    package var fitzpatrickSkinType: Int?
    package var wheelchairUse: Int?
    package var activityMoveMode: Int?
    /// Names of medications that affect cardio fitness, as an export writes them.
    package var cardioFitnessMedicationsUse: String?

    package init() {}

    /// The values with those of others in their place, as far as these are known.
    package func updated(with new: CharacteristicValues) -> CharacteristicValues {
        var merged = self
        merged.dateOfBirth = new.dateOfBirth ?? dateOfBirth
        merged.biologicalSex = new.biologicalSex ?? biologicalSex
        merged.referenceSex = new.referenceSex ?? referenceSex
        merged.bloodType = new.bloodType ?? bloodType
        merged.fitzpatrickSkinType = new.fitzpatrickSkinType ?? fitzpatrickSkinType
        merged.wheelchairUse = new.wheelchairUse ?? wheelchairUse
        merged.activityMoveMode = new.activityMoveMode ?? activityMoveMode
        merged.cardioFitnessMedicationsUse = new.cardioFitnessMedicationsUse ?? cardioFitnessMedicationsUse
        return merged
    }

    /// Where the values are kept: one key in ``StoreNamespace/characteristics``.
    package static let key = "me"
}

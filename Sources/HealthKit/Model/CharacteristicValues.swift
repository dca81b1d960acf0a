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

    /// One of the values, as machines of a group agree on each by itself.
    package struct Field: Sendable {
        /// What it is called in the values as they are kept.
        package let name: String
        private let copy: @Sendable (CharacteristicValues, inout CharacteristicValues) -> Void
        private let isSet: @Sendable (CharacteristicValues) -> Bool

        fileprivate init(_ name: String, _ path: any WritableKeyPath<CharacteristicValues, String?> & Sendable) {
            self.name = name
            copy = { $1[keyPath: path] = $0[keyPath: path] }
            isSet = { $0[keyPath: path] != nil }
        }

        /// A value of an enumeration, whose 0 says that it isn't set.
        fileprivate init(choice name: String, _ path: any WritableKeyPath<CharacteristicValues, Int?> & Sendable) {
            self.name = name
            copy = { $1[keyPath: path] = $0[keyPath: path] }
            isSet = { $0[keyPath: path] ?? 0 != 0 }
        }

        /// This value of some alone; `nil` where it isn't set.
        package func alone(of values: CharacteristicValues) -> CharacteristicValues? {
            guard isSet(values) else { return nil }
            var own = CharacteristicValues()
            copy(values, &own)
            return own
        }

        /// Sets it to that of others, or removes it.
        package func set(_ values: inout CharacteristicValues, to others: CharacteristicValues?) {
            copy(others ?? CharacteristicValues(), &values)
        }
    }

    /// All of the values.
    package static let fields = [
        Field("dateOfBirth", \.dateOfBirth), Field(choice: "biologicalSex", \.biologicalSex),
        Field(choice: "referenceSex", \.referenceSex), Field(choice: "bloodType", \.bloodType),
        Field(choice: "fitzpatrickSkinType", \.fitzpatrickSkinType), Field(choice: "wheelchairUse", \.wheelchairUse),
        Field(choice: "activityMoveMode", \.activityMoveMode),
        Field("cardioFitnessMedicationsUse", \.cardioFitnessMedicationsUse),
    ]

    /// Where the values are kept: one key in ``StoreNamespace/characteristics``.
    package static let key = "me"
}

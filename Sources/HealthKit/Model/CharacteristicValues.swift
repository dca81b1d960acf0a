import Foundation

/// The person's characteristics in the store's form; every field may be missing.
package struct CharacteristicValues: Codable, Sendable, Hashable {
    /// `yyyy-MM-dd`.
    package var dateOfBirth: String?
    package var biologicalSex: Int?
    /// The sex whose reference ranges apply.
    package var referenceSex: Int?
    package var bloodType: Int?
    package var fitzpatrickSkinType: Int?
    package var wheelchairUse: Int?
    package var activityMoveMode: Int?
    /// The names of medications that affect cardio fitness, as written in an export.
    package var cardioFitnessMedicationsUse: String?

    package init() {}

    /// These values, replaced by known ones of others.
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

    /// One of the values; machines of a group agree on each separately.
    package struct Field: Sendable {
        /// The name of the stored value.
        package let name: String
        private let copy: @Sendable (CharacteristicValues, inout CharacteristicValues) -> Void
        private let isSet: @Sendable (CharacteristicValues) -> Bool

        fileprivate init(_ name: String, _ path: any WritableKeyPath<CharacteristicValues, String?> & Sendable) {
            self.name = name
            copy = { $1[keyPath: path] = $0[keyPath: path] }
            isSet = { $0[keyPath: path] != nil }
        }

        /// Creates a field for an enumeration whose value 0 means “not set”.
        fileprivate init(choice name: String, _ path: any WritableKeyPath<CharacteristicValues, Int?> & Sendable) {
            self.name = name
            copy = { $1[keyPath: path] = $0[keyPath: path] }
            isSet = { $0[keyPath: path] ?? 0 != 0 }
        }

        /// Only this value from a set of values; `nil` if it isn't set.
        package func alone(of values: CharacteristicValues) -> CharacteristicValues? {
            guard isSet(values) else { return nil }
            var own = CharacteristicValues()
            copy(values, &own)
            return own
        }

        /// Sets it to the value from others, or removes it.
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

    /// The key of the values in ``StoreNamespace/characteristics``.
    package static let key = "me"
}

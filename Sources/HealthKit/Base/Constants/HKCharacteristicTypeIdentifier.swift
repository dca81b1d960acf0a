import Foundation

/// The identifier of a fact about the person that rarely or never changes.
public struct HKCharacteristicTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as in stores and exports.
    public let rawValue: String

    /// Makes an identifier of its string.
    ///
    /// - Parameter rawValue: The string, which need not be one of the constants below.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKCharacteristicTypeIdentifier {
    /// Activity move mode, read as `HKActivityMoveModeObject`.
    public static let activityMoveMode = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierActivityMoveMode"
    )

    /// Biological sex, read as `HKBiologicalSexObject`.
    public static let biologicalSex = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierBiologicalSex"
    )

    /// Blood type, read as `HKBloodTypeObject`.
    public static let bloodType = HKCharacteristicTypeIdentifier(rawValue: "HKCharacteristicTypeIdentifierBloodType")

    /// Date of birth, read as `DateComponents`.
    public static let dateOfBirth = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierDateOfBirth"
    )

    /// Fitzpatrick skin type, read as `HKFitzpatrickSkinTypeObject`.
    public static let fitzpatrickSkinType = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierFitzpatrickSkinType"
    )

    /// The sex whose reference ranges count, read as `HKReferenceSex`.
    public static let referenceSex = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierReferenceSex"
    )

    /// Wheelchair use, read as `HKWheelchairUseObject`.
    public static let wheelchairUse = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierWheelchairUse"
    )
}

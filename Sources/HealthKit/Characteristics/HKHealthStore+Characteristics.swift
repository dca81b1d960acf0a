import Foundation

/// What is known of the person, as the store keeps it; every field may be missing.
package struct CharacteristicValues: Codable, Sendable, Hashable {
    /// `yyyy-MM-dd`.
    package var dateOfBirth: String?
    package var biologicalSex: Int?
    package var bloodType: Int?
    package var fitzpatrickSkinType: Int?
    package var wheelchairUse: Int?
    package var activityMoveMode: Int?
    /// Names of medications that affect cardio fitness, as an export writes them.
    package var cardioFitnessMedicationsUse: String?

    package init() {}

    /// Where the values are kept: one key in ``StoreNamespace/characteristics``.
    package static let key = "me"
}

extension HKHealthStore {
    /// The day on which the person was born.
    ///
    /// - Returns: Era, year, month and day of the Gregorian calendar; no components when it is not set or may not be read.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorDatabaseInaccessible`.
    public func dateOfBirthComponents() throws -> DateComponents {
        let calendar = Calendar(identifier: .gregorian)
        let parts = (try characteristics(.dateOfBirth).dateOfBirth ?? "").split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return DateComponents(calendar: calendar) }
        return DateComponents(calendar: calendar, era: 1, year: parts[0], month: parts[1], day: parts[2])
    }

    /// The day on which the person was born, as a date.
    ///
    /// - Returns: The start of the day in the current time zone.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorNoData` when it is not set or may not
    ///   be read, `errorDatabaseInaccessible`.
    public func dateOfBirth() throws -> Date {
        let components = try dateOfBirthComponents()
        guard components.year != nil, let date = components.date else {
            throw HKError.error(.errorNoData, "The date of birth is not set")
        }
        return date
    }

    /// The sex the person was born with.
    ///
    /// - Returns: The value; not set when it is unknown or may not be read.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorDatabaseInaccessible`.
    public func biologicalSex() throws -> HKBiologicalSexObject {
        HKBiologicalSexObject(
            try characteristics(.biologicalSex).biologicalSex.flatMap(HKBiologicalSex.init) ?? .notSet
        )
    }

    /// The person's blood type.
    ///
    /// - Returns: The value; not set when it is unknown or may not be read.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorDatabaseInaccessible`.
    public func bloodType() throws -> HKBloodTypeObject {
        HKBloodTypeObject(try characteristics(.bloodType).bloodType.flatMap(HKBloodType.init) ?? .notSet)
    }

    /// How the person's skin answers to sunlight.
    ///
    /// - Returns: The value; not set when it is unknown or may not be read.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorDatabaseInaccessible`.
    public func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
        HKFitzpatrickSkinTypeObject(
            try characteristics(.fitzpatrickSkinType).fitzpatrickSkinType.flatMap(HKFitzpatrickSkinType.init) ?? .notSet
        )
    }

    /// Whether the person uses a wheelchair.
    ///
    /// - Returns: The value; not set when it is unknown or may not be read.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorDatabaseInaccessible`.
    public func wheelchairUse() throws -> HKWheelchairUseObject {
        HKWheelchairUseObject(
            try characteristics(.wheelchairUse).wheelchairUse.flatMap(HKWheelchairUse.init) ?? .notSet
        )
    }

    /// Whether the person's move ring counts energy or time.
    ///
    /// - Returns: The value; active energy when it is unknown or may not be read.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorDatabaseInaccessible`.
    public func activityMoveMode() throws -> HKActivityMoveModeObject {
        HKActivityMoveModeObject(
            try characteristics(.activityMoveMode).activityMoveMode.flatMap(HKActivityMoveMode.init) ?? .activeEnergy
        )
    }

    /// The values, as far as the asker may see this one: none when reading was denied (R1.18).
    private func characteristics(_ identifier: HKCharacteristicTypeIdentifier) throws -> CharacteristicValues {
        try readableDatabase()
            .read { reader in
                if case .app(let app) = principal {
                    let grant = try reader.grant(app: app.bundleIdentifier, type: identifier.rawValue)
                    guard let isGranted = grant.read else {
                        throw HKError.error(.errorAuthorizationNotDetermined, "Authorization not determined")
                    }
                    guard isGranted else { return CharacteristicValues() }
                }
                return try reader.value(
                    CharacteristicValues.self,
                    StoreNamespace.characteristics,
                    CharacteristicValues.key
                )
                    ?? CharacteristicValues()
            }
    }
}

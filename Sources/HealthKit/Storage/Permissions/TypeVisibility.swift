import Foundation

/// A caller's visibility of one type.
struct TypeVisibility: Hashable, Sendable {
    var scope: ReadScope
    /// The person's choice, if objects are permitted individually.
    var choice: ObjectChoice?
    /// Whether each object is checked separately: a correlation by its members, a dose by its medication.
    var judgesObjects = false
    /// Whether doses are visible only through the permission for their medication, so that only those of listed ones are.
    var needsMedication = false
    /// The time before which samples must not have ended to be visible (R1.21).
    var since = -Double.infinity

    static let everything = TypeVisibility(scope: .everything)
    static let nothing = TypeVisibility(scope: .nothing)
}

/// Caches the caller's rights for the duration of one read.
struct VisibilityCache {
    var visibilities: [String: TypeVisibility?] = [:]
    /// Whether the caller can see a workout or an electrocardiogram, by UUID.
    var owners: [UUID: Bool] = [:]
    /// The UUIDs of stored workouts by those that the caller knows them by.
    var storedOwners: [UUID: UUID] = [:]
    /// Whether the caller can see the medications of the person's list, by identity.
    var medications: [String: Bool]?
}

import Foundation

/// What a caller may see of one type.
struct TypeVisibility: Hashable, Sendable {
    var scope: ReadScope
    /// What the person chose, where objects are permitted one by one.
    var choice: ObjectChoice?
    /// Whether each object is judged by itself: a correlation by its members, a dose by its medication.
    var judgesObjects = false
    /// Whether it is a dose's only by the person's answer about its medication, so that just doses of listed ones are seen.
    var needsMedication = false
    /// Nothing that ended before this time is seen (R1.21).
    var since = -Double.infinity

    static let everything = TypeVisibility(scope: .everything)
    static let nothing = TypeVisibility(scope: .nothing)
}

/// What one reading found out about the caller's rights, so that it is found out once.
struct VisibilityCache {
    var visibilities: [String: TypeVisibility?] = [:]
    /// Whether the caller may see a workout or an electrocardiogram.
    var owners: [UUID: Bool] = [:]
    /// Whether the caller may see the medications of the person's list, by what they are.
    var medications: [String: Bool]?
}

/// The checks that hide data from an app.
///
/// In debug builds, a test can skip one for its own store: the privacy tests must then fail, or they would prove nothing.
package enum GateCheck: String, CaseIterable, Sendable {
    /// An app that never requested access gets an error.
    case asked
    /// Types without read access show nothing, or only the app's own data.
    case reading
    /// Nothing that ended before the start of an app's read access is visible.
    case since
    /// Rows and records are read within the visible range of their type.
    case scope
    /// Objects that the person permits individually.
    case choice
    /// Doses of medications that the person refused.
    case medications
    /// Correlations without any readable member.
    case correlations
    /// Single objects, including members of correlations.
    case objects
    /// Members of correlations, and the results of their `samplePredicates`.
    case members
    /// Whether a sample is a member of a correlation.
    case correlationLinks
    /// Statistics of workouts for types without read access.
    case workoutStatistics
    /// The claimed owners of objects.
    case owners
    /// Reports of deleted objects.
    case tombstones
    /// Anchors reveal nothing about the saves of others.
    case anchors
    /// Observers are notified only of visible changes.
    case observers
    /// Apps change only their own objects.
    case ownership
    /// Apps save and delete only types that they may share.
    case sharing
    /// An object from an app that is already stored must be its own or visible to it.
    case storedObjects
    /// Nothing that ended before the earliest permitted date is found.
    case earliest
    /// Nothing can be read while the machine is locked.
    case locked
    /// A guest can't change anything.
    case guest
    case characteristics
    case preferredUnits
    /// The zones of a type without read access.
    case zones
    /// The data from which a type's zones are computed.
    case zoneOrigins
    case summaries
    /// Workout sessions are shared only between programs that the person approved.
    case companions
}

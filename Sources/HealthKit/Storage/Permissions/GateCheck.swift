/// The checks that keep what is hidden from an app.
///
/// In debug builds a test can leave one out, for a store of its own: the tests of privacy must notice, or they would prove
/// nothing.
package enum GateCheck: String, CaseIterable, Sendable {
    /// An app that never asked gets an error.
    case asked
    /// Types that may not be read show nothing, or what the app itself saved.
    case reading
    /// Nothing is seen that ended before the time from which on an app may read.
    case since
    /// Rows and records are read within what may be seen of their type.
    case scope
    /// Objects that the person permits one by one.
    case choice
    /// Doses of medications that the person refused.
    case medications
    /// Correlations of which no member may be read.
    case correlations
    /// Single objects, members of correlations among them.
    case objects
    /// Members of correlations, and what `samplePredicates` say of them.
    case members
    /// Whether a sample is a member of a correlation.
    case correlationLinks
    /// Statistics of workouts over types that may not be read.
    case workoutStatistics
    /// What objects are said to belong to.
    case owners
    /// Word of deleted objects.
    case tombstones
    /// Anchors tell nothing of what others saved.
    case anchors
    /// Observers hear only of what may be seen.
    case observers
    /// Apps change what they saved themselves.
    case ownership
    /// Apps save and delete only types that they may share.
    case sharing
    /// An object that an app hands in and that is stored already must be its own, or one that it may see.
    case storedObjects
    /// Nothing that ended before the earliest permitted date is found.
    case earliest
    /// Nothing is read while the machine is locked.
    case locked
    /// A guest changes nothing.
    case guest
    case characteristics
    case preferredUnits
    /// The zones of a type that may not be read.
    case zones
    /// What the zones of a type are worked out from.
    case zoneOrigins
    case summaries
    /// Workout sessions are shared only between programs that the person approved.
    case companions
}

import Foundation

/// The samples that a query selects: HealthKit's predicates as a value.
///
/// Create one from an `NSPredicate` with `init(_:)`, and evaluate it with ``matches(_:)``. Its implied times,
/// identities and sources can be read from it, so that most samples don't have to be examined.
package indirect enum SampleFilter: Hashable, Sendable {
    case everything
    case nothing
    /// Holds when all parts do; so it does without parts.
    case all([SampleFilter])
    /// Holds when one part does; never without parts.
    case any([SampleFilter])
    case not(SampleFilter)
    case compare(FilterComparison)
    /// A workout with at least one activity for which the inner filter holds (R4.17).
    case activity(SampleFilter)

    /// Whether a sample matches the filter.
    package func matches(_ row: some FilterSubject) -> Bool {
        switch self {
        case .everything: true
        case .nothing: false
        case .all(let parts): parts.allSatisfy { $0.matches(row) }
        case .any(let parts): parts.contains { $0.matches(row) }
        case .not(let part): !part.matches(row)
        case .compare(let comparison): comparison.matches(row)
        case .activity(let part):
            (row.object as? HKWorkout)?.workoutActivities.contains { part.matches(activity: $0) } ?? false
        }
    }

    /// Whether the filter of an activity predicate holds for an activity.
    package func matches(activity: HKWorkoutActivity) -> Bool {
        evaluate { $0.isSatisfied(by: $0.field.value(in: activity)) }
    }

    /// Whether the filter is true with given results of its comparisons; those of activities are always false.
    func evaluate(_ outcome: (FilterComparison) -> Bool) -> Bool {
        switch self {
        case .everything: true
        case .nothing, .activity: false
        case .all(let parts): parts.allSatisfy { $0.evaluate(outcome) }
        case .any(let parts): parts.contains { $0.evaluate(outcome) }
        case .not(let part): !part.evaluate(outcome)
        case .compare(let comparison): outcome(comparison)
        }
    }

    /// Calls a closure for every comparison outside of ``activity(_:)``, and for those inside with `true`.
    func forEachComparison(_ body: (FilterComparison, _ isOfActivity: Bool) throws -> Void) rethrows {
        try forEachComparison(isOfActivity: false, body)
    }

    private func forEachComparison(isOfActivity: Bool, _ body: (FilterComparison, Bool) throws -> Void) rethrows {
        switch self {
        case .everything, .nothing: break
        case .all(let parts), .any(let parts):
            for part in parts { try part.forEachComparison(isOfActivity: isOfActivity, body) }
        case .not(let part): try part.forEachComparison(isOfActivity: isOfActivity, body)
        case .compare(let comparison): try body(comparison, isOfActivity)
        case .activity(let part): try part.forEachComparison(isOfActivity: true, body)
        }
    }
}

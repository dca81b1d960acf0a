import Foundation
import HealthKit

/// The samples that a filter selects: a part that the store evaluates, and checks for each sample it finds.
package indirect enum FilterExpression: Hashable, Sendable {
    /// Holds when all parts do.
    case all([FilterExpression])
    /// Holds when one part does.
    case any([FilterExpression])
    case not(FilterExpression)
    /// A filter that the store evaluates.
    case stored(SampleFilter)
    /// A check that no HealthKit predicate can express.
    case checked(SampleCheck)

    /// A filter of the store that holds for every sample that this one holds for.
    ///
    /// Without a ``remainder`` it holds for no others.
    package var storeFilter: SampleFilter { bound(isUpper: true).simplified() }

    /// The checks left for the samples that ``storeFilter`` finds; `nil` for none.
    package var remainder: FilterExpression? {
        switch self {
        case _ where !hasChecks: return nil
        case .all(let parts):
            let left = parts.compactMap(\.remainder)
            return left.count == 1 ? left[0] : .all(left)
        default: return self
        }
    }

    /// Whether samples have to be checked one by one.
    package var hasChecks: Bool { !checks.isEmpty }

    /// The checks of the filter.
    package var checks: [SampleCheck] {
        switch self {
        case .stored: []
        case .checked(let check): [check]
        case .not(let part): part.checks
        case .all(let parts), .any(let parts): parts.flatMap(\.checks)
        }
    }

    /// The least filter of the store that holds wherever this holds, or the greatest that holds only where it does.
    private func bound(isUpper: Bool) -> SampleFilter {
        switch self {
        case .stored(let filter): filter
        case .checked: isUpper ? .everything : .nothing
        case .not(let part): .not(part.bound(isUpper: !isUpper))
        case .all(let parts): .all(parts.map { $0.bound(isUpper: isUpper) })
        case .any(let parts): .any(parts.map { $0.bound(isUpper: isUpper) })
        }
    }

    /// Whether the filter holds for a sample.
    ///
    /// - Parameters:
    ///   - sample: The sample.
    ///   - holds: Whether a check holds for it.
    /// - Returns: Whether the filter holds.
    package func matches(_ sample: HKSample, _ holds: (SampleCheck) -> Bool) -> Bool {
        switch self {
        case .stored(let filter): filter.matches(SampleSubject(sample))
        case .checked(let check): holds(check)
        case .not(let part): !part.matches(sample, holds)
        case .all(let parts): parts.allSatisfy { $0.matches(sample, holds) }
        case .any(let parts): parts.contains { $0.matches(sample, holds) }
        }
    }
}

/// A check of a sample beyond HealthKit's predicates.
package enum SampleCheck: Hashable, Sendable {
    /// The clock where the sample was recorded, at its start.
    case timeOfDay(ClockSpan)
    /// The weekday where the sample was recorded, at its start: 1 is Sunday.
    case weekday(Set<Int>)
    /// Whether it was recorded during a workout.
    case inWorkout
    /// Whether a result lies outside the range that its laboratory gives, or within.
    case range(isOutside: Bool)
    /// A property of the sample that predicates do not know.
    case property(SampleProperty, FilterRelation, SamplePropertyValue)
}

/// A property of a sample that predicates of HealthKit do not know.
package enum SampleProperty: Hashable, Sendable {
    /// The time from start to end, in seconds.
    case duration
    /// The upper and the lower value of a blood pressure.
    case systolic, diastolic
    /// The points of a questionnaire.
    case score
    /// The name of a health record.
    case recordName
    /// The status that a health record has in its FHIR.
    case recordStatus
    /// A code of a health record.
    case recordCode
    /// The number of a result, in a unit as the record spells it; empty for results without one.
    case recordValue(unit: String)
}

/// The value that a property of a sample is compared with.
package enum SamplePropertyValue: Hashable, Sendable {
    case number(Double)
    case text(String)
}

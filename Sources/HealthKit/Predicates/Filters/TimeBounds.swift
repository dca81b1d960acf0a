import Foundation

/// Bounds on the start and the end of samples, all inclusive, in seconds since the reference date.
///
/// `start < 5` is the bound `5.nextDown`: there is no time between two adjacent doubles.
package struct TimeBounds: Hashable, Sendable {
    package var startLower: Double
    package var startUpper: Double
    package var endLower: Double
    package var endUpper: Double

    package init(
        startLower: Double = -.infinity,
        startUpper: Double = .infinity,
        endLower: Double = -.infinity,
        endUpper: Double = .infinity
    ) {
        self.startLower = startLower
        self.startUpper = startUpper
        self.endLower = endLower
        self.endUpper = endUpper
    }

    /// All times.
    package static let unbounded = TimeBounds()

    /// No time.
    package static let empty = TimeBounds(
        startLower: .infinity,
        startUpper: -.infinity,
        endLower: .infinity,
        endUpper: -.infinity
    )

    /// Whether no sample can be within the bounds.
    package var isEmpty: Bool { startLower > startUpper || endLower > endUpper }

    /// Whether every sample is within the bounds.
    package var isUnbounded: Bool { self == .unbounded }

    /// Whether a sample is within the bounds.
    package func matches(start: Double, end: Double) -> Bool {
        startLower <= start && start <= startUpper && endLower <= end && end <= endUpper
    }

    /// The times within both.
    func intersection(_ other: TimeBounds) -> TimeBounds {
        TimeBounds(
            startLower: max(startLower, other.startLower),
            startUpper: min(startUpper, other.startUpper),
            endLower: max(endLower, other.endLower),
            endUpper: min(endUpper, other.endUpper)
        )
    }

    /// The smallest bounds around both.
    func hull(_ other: TimeBounds) -> TimeBounds {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return TimeBounds(
            startLower: min(startLower, other.startLower),
            startUpper: max(startUpper, other.startUpper),
            endLower: min(endLower, other.endLower),
            endUpper: max(endUpper, other.endUpper)
        )
    }

    /// Bounds that reach further on all sides.
    func widened(by seconds: Double) -> TimeBounds {
        TimeBounds(
            startLower: startLower - seconds,
            startUpper: startUpper + seconds,
            endLower: endLower - seconds,
            endUpper: endUpper + seconds
        )
    }

    /// The bounds, knowing that no sample ends before it starts.
    var tightened: TimeBounds {
        TimeBounds(
            startLower: startLower,
            startUpper: min(startUpper, endUpper),
            endLower: max(endLower, startLower),
            endUpper: endUpper
        )
    }

    /// Exactly the times for which a comparison holds; `nil` when it is about something else, or `!=`.
    init?(_ comparison: FilterComparison) {
        guard case .date(let time) = comparison.value, time.isFinite else { return nil }
        let range: (lower: Double, upper: Double)
        switch comparison.relation {
        case .less: range = (-.infinity, time.nextDown)
        case .lessOrEqual: range = (-.infinity, time)
        case .greater: range = (time.nextUp, .infinity)
        case .greaterOrEqual: range = (time, .infinity)
        case .equal: range = (time, time)
        default: return nil
        }
        switch comparison.field {
        case .startDate: self.init(startLower: range.lower, startUpper: range.upper)
        case .endDate: self.init(endLower: range.lower, endUpper: range.upper)
        default: return nil
        }
    }
}

/// Bounds that contain exactly the matching samples.
package typealias TimeClauses = TimeBounds

extension SampleFilter {
    /// Bounds that contain every matching sample; not every sample within them matches.
    ///
    /// This assumes that no sample ends before it starts (R2.2).
    package var timeBounds: TimeBounds { simplified().bounds }

    private var bounds: TimeBounds {
        switch self {
        case .everything, .not, .activity: .unbounded
        case .nothing: .empty
        case .compare(let comparison): (TimeBounds(comparison) ?? .unbounded).tightened
        case .all(let parts): parts.reduce(TimeBounds.unbounded) { $0.intersection($1.bounds) }.tightened
        case .any(let parts): parts.reduce(TimeBounds.empty) { $0.hull($1.bounds) }
        }
    }

    /// Bounds that contain exactly the matching samples, if the filter has no other conditions: four comparisons a row.
    package var timeClauses: TimeClauses? {
        switch simplified() {
        case .everything: return .unbounded
        case .nothing: return .empty
        case .compare(let comparison): return TimeBounds(comparison)
        case .all(let parts):
            var bounds = TimeBounds.unbounded
            for part in parts {
                guard case .compare(let comparison) = part, let clause = TimeBounds(comparison) else { return nil }
                bounds = bounds.intersection(clause)
            }
            return bounds
        case .any, .not, .activity: return nil
        }
    }

    /// A filter that also matches samples of other times, without this filter's conditions on them.
    var ignoringTimes: SampleFilter {
        switch self {
        case .everything, .nothing, .activity: self
        case .all(let parts): SampleFilter.all(parts.map(\.ignoringTimes)).simplified()
        case .any(let parts): SampleFilter.any(parts.map(\.ignoringTimes)).simplified()
        case .not(let part): part.namesTimes ? .everything : self
        case .compare(let comparison): comparison.field.isTime ? .everything : self
        }
    }

    private var namesTimes: Bool {
        switch self {
        case .everything, .nothing, .activity: false
        case .all(let parts), .any(let parts): parts.contains { $0.namesTimes }
        case .not(let part): part.namesTimes
        case .compare(let comparison): comparison.field.isTime
        }
    }

    /// Whether the filter depends only on the times of a sample.
    package var isTimeOnly: Bool {
        switch self {
        case .everything, .nothing: true
        case .all(let parts), .any(let parts): parts.allSatisfy { $0.isTimeOnly }
        case .not(let part): part.isTimeOnly
        case .compare(let comparison): comparison.field.isTime
        case .activity: false
        }
    }

    /// Whether a sample with these times matches a filter that depends only on times; see ``isTimeOnly``.
    package func matches(start: Double, end: Double) -> Bool {
        evaluate { comparison in
            if case .date(let time) = comparison.value {
                switch comparison.field {
                case .startDate: return comparison.relation.holds(start, time)
                case .endDate: return comparison.relation.holds(end, time)
                default: break
                }
            }
            switch comparison.field {
            case .startDate: return comparison.isSatisfied(by: .date(start))
            case .endDate: return comparison.isSatisfied(by: .date(end))
            default: return comparison.constantResult ?? false
            }
        }
    }
}

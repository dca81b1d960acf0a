import Foundation
import Synchronization

/// In which order a query returns its samples.
package struct SampleOrder: Codable, Sendable {
    /// A date of a sample.
    package enum TimeField: Hashable, Sendable {
        case start, end
    }

    enum Rule: Sendable {
        case time(TimeField, ascending: Bool)
        case workout(WorkoutSortField, ascending: Bool)
        case custom(@Sendable (HKSample, HKSample) -> ComparisonResult)
    }

    let rules: [Rule]

    init(rules: [Rule]) { self.rules = rules }

    /// Whether an app's own closure has a say.
    var isCustom: Bool { rules.contains { if case .custom = $0 { true } else { false } } }

    /// The order of `NSSortDescriptor`s; without any, no particular one (R4.5).
    ///
    /// - Throws: `errorInvalidArgument` for a key that HealthKit does not sort by.
    package init(_ descriptors: [NSSortDescriptor]) throws {
        rules = try descriptors.map { descriptor in
            guard let key = descriptor.key, let rule = Self.rule(key, descriptor.ascending) else {
                throw HKError.invalid(
                    "HealthKit does not sort by \(descriptor.key ?? "a key path of another class"): use "
                        + "HKSampleSortIdentifierStartDate, HKSampleSortIdentifierEndDate or, for workouts, an "
                        + "HKWorkoutSortIdentifier…"
                )
            }
            return rule
        }
    }

    /// The order of `SortDescriptor`s; without any, no particular one.
    package init<Sample: HKSample>(_ descriptors: [SortDescriptor<Sample>]) {
        let times = TimeDescriptors.of(Sample.self)
        rules = descriptors.map { descriptor in
            if let (_, rule) = times.first(where: { $0.descriptor == descriptor }) { return rule }
            return .custom { left, right in
                guard let left = left as? Sample, let right = right as? Sample else { return .orderedSame }
                return descriptor.compare(left, right)
            }
        }
    }

    private static func rule(_ key: String, _ ascending: Bool) -> Rule? {
        switch key {
        case HKSampleSortIdentifierStartDate, HKPredicateKeyPathStartDate: .time(.start, ascending: ascending)
        case HKSampleSortIdentifierEndDate, HKPredicateKeyPathEndDate: .time(.end, ascending: ascending)
        default: WorkoutSortField(key: key).map { .workout($0, ascending: ascending) }
        }
    }

    /// The date that decides first, if one does.
    package var primaryTime: (field: TimeField, ascending: Bool)? {
        guard case .time(let field, let ascending) = rules.first else { return nil }
        return (field, ascending)
    }

    /// Whether samples in the order of their start, in the direction of ``primaryTime``, don't have to be sorted.
    package var isStartOnly: Bool {
        guard let first = rules.first else { return true }
        guard rules.count == 1, case .time(.start, _) = first else { return false }
        return true
    }

    /// Sorts samples; the sort is stable.
    package func sort(_ samples: inout [HKSample]) {
        guard !rules.isEmpty else { return }
        if rules.count == 1, case .time(.start, let ascending) = rules[0] {
            samples.sort { ascending ? $0.startDate < $1.startDate : $0.startDate > $1.startDate }
        } else {
            samples.sort { compare($0, $1) == .orderedAscending }
        }
    }

    /// Whether a sample comes before or after another.
    package func compare(_ left: HKSample, _ right: HKSample) -> ComparisonResult {
        for rule in rules {
            let result = rule.compare(left, right)
            if result != .orderedSame { return result }
        }
        return .orderedSame
    }
}

extension SampleOrder.Rule {
    fileprivate func compare(_ left: HKSample, _ right: HKSample) -> ComparisonResult {
        switch self {
        case .time(.start, let ascending): left.startDate.compare(right.startDate).inDirection(ascending)
        case .time(.end, let ascending): left.endDate.compare(right.endDate).inDirection(ascending)
        case .workout(let field, let ascending): field.compare(left, right).inDirection(ascending)
        case .custom(let compare): compare(left, right)
        }
    }
}

extension ComparisonResult {
    fileprivate func inDirection(_ ascending: Bool) -> ComparisonResult {
        ascending ? self : ComparisonResult(rawValue: -rawValue) ?? self
    }
}

/// The fields that workouts can be sorted by, besides their dates.
enum WorkoutSortField: String, Codable, Sendable {
    case duration, distance, energy, strokes, flights

    init?(key: String) {
        switch key {
        case HKWorkoutSortIdentifierDuration, HKPredicateKeyPathWorkoutDuration: self = .duration
        case HKWorkoutSortIdentifierTotalDistance, HKPredicateKeyPathWorkoutTotalDistance: self = .distance
        case HKWorkoutSortIdentifierTotalEnergyBurned, HKPredicateKeyPathWorkoutTotalEnergyBurned: self = .energy
        case HKWorkoutSortIdentifierTotalSwimmingStrokeCount: self = .strokes
        case HKWorkoutSortIdentifierTotalFlightsClimbed: self = .flights
        default: return nil
        }
    }

    /// Compares two workouts; a workout without that total comes first, as `nil` does for `NSSortDescriptor`.
    func compare(_ left: HKSample, _ right: HKSample) -> ComparisonResult {
        switch (quantity(left), quantity(right)) {
        case (nil, nil): .orderedSame
        case (nil, _): .orderedAscending
        case (_, nil): .orderedDescending
        case (let left?, let right?): left.order(to: right) ?? .orderedSame
        }
    }

    private func quantity(_ sample: HKSample) -> HKQuantity? {
        guard let workout = sample as? HKWorkout else { return nil }
        return switch self {
        case .duration: HKQuantity(unit: .second(), doubleValue: workout.duration)
        case .distance: workout.totalDistance
        case .energy: workout.totalEnergyBurned
        case .strokes: workout.totalSwimmingStrokeCount
        case .flights: workout.totalFlightsClimbed
        }
    }
}

/// The `SortDescriptor`s by the dates of samples, by the samples' class: making their key paths takes longer than
/// comparing them.
private enum TimeDescriptors {
    typealias Known<Sample> = [(descriptor: SortDescriptor<Sample>, rule: SampleOrder.Rule)]

    private static let known = Mutex<[ObjectIdentifier: UncheckedSendable<Any>]>([:])

    static func of<Sample: HKSample>(_ type: Sample.Type) -> Known<Sample> {
        if let known = known.withLock({ $0[ObjectIdentifier(type)] })?.value as? Known<Sample> { return known }
        let made: Known<Sample> = [
            (SortDescriptor(\.startDate, order: .reverse), .time(.start, ascending: false)),
            (SortDescriptor(\.startDate, order: .forward), .time(.start, ascending: true)),
            (SortDescriptor(\.endDate, order: .reverse), .time(.end, ascending: false)),
            (SortDescriptor(\.endDate, order: .forward), .time(.end, ascending: true)),
        ]
        let box = UncheckedSendable<Any>(made)
        known.withLock { $0[ObjectIdentifier(type)] = box }
        return made
    }
}

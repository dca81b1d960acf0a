import Foundation
import HealthKit
import HealthtuiEntry

/// Checks samples for conditions that no HealthKit predicate can express.
///
/// A matcher belongs to one thread; it caches time zones and the last record.
package final class SampleMatcher {
    private let remainder: FilterExpression
    private let clock: LocalClock
    private let workouts: TimeSpans
    private let sex: HKReferenceSex
    private var last: (uuid: UUID, result: ClinicalResult)?

    /// A matcher.
    ///
    /// - Parameters:
    ///   - remainder: The part of a filter that the store can't evaluate.
    ///   - timeZone: The time zone of samples without one of their own.
    ///   - workouts: The times of workouts.
    ///   - sex: The sex whose ranges apply to the person.
    package init(
        _ remainder: FilterExpression,
        timeZone: TimeZone,
        workouts: TimeSpans = TimeSpans([]),
        sex: HKReferenceSex
    ) {
        self.remainder = remainder
        self.workouts = workouts
        self.sex = sex
        clock = LocalClock(timeZone)
    }

    /// Creates a matcher with the data it needs from the store.
    ///
    /// - Parameters:
    ///   - expression: A filter.
    ///   - timeZone: The time zone of samples without one of their own.
    ///   - caller: The caller.
    /// - Returns: The matcher; `nil` if the store can evaluate the whole filter.
    /// - Throws: `HKError` if workouts can't be read.
    package static func matcher(
        _ expression: FilterExpression,
        timeZone: TimeZone,
        _ caller: Caller
    ) throws -> SampleMatcher? {
        guard let remainder = expression.remainder else { return nil }
        let spans = remainder.checks.contains(.inWorkout) ? try workouts(caller) : TimeSpans([])
        return SampleMatcher(remainder, timeZone: timeZone, workouts: spans, sex: try sex(remainder, caller))
    }

    /// The sex whose ranges apply, if the filter uses ranges.
    static func sex(_ remainder: FilterExpression, _ caller: Caller) throws -> HKReferenceSex {
        let asks = remainder.checks.contains { if case .range = $0 { true } else { false } }
        return asks ? try caller.referenceSex : .notSet
    }

    /// The times of workouts from all sources.
    static func workouts(_ caller: Caller) throws -> TimeSpans {
        var spans: [(start: Date, end: Date)] = []
        let query = SampleListQuery(type: HKObjectType.workoutType())
        try SampleWalk(caller: caller, query: query).visit { spans.append(($0.startDate, $0.endDate)) }
        return TimeSpans(spans)
    }

    /// Whether a sample that the store found matches the filter.
    package func matches(_ sample: HKSample) -> Bool { remainder.matches(sample) { holds($0, sample) } }

    private func holds(_ check: SampleCheck, _ sample: HKSample) -> Bool {
        switch check {
        case .timeOfDay(let span): span.contains(clock.time(of: sample).second)
        case .weekday(let days): days.contains(clock.time(of: sample).weekday)
        case .inWorkout: workouts.touches(sample.startDate, sample.endDate)
        case .range(let isOutside): result(sample)?.isOutside == isOutside
        case .property(let property, let relation, let value): holds(property, relation, value, sample)
        }
    }

    private func holds(
        _ property: SampleProperty,
        _ relation: FilterRelation,
        _ value: SamplePropertyValue,
        _ sample: HKSample
    ) -> Bool {
        switch value {
        case .number(let constant): bounds(property, sample).map { Self.holds(relation, $0, constant) } ?? false
        case .text(let constant): texts(property, sample).contains { Self.holds(relation, $0, constant) }
        }
    }

    /// The possible numbers of a property, or `nil` if it has none.
    private func bounds(_ property: SampleProperty, _ sample: HKSample) -> ResultBounds? {
        switch property {
        case .duration: ResultBounds(sample.endDate.timeIntervalSince(sample.startDate))
        case .systolic: (sample as? HKCorrelation).flatMap { BloodPressure($0) }.map { ResultBounds($0.systolic) }
        case .diastolic: (sample as? HKCorrelation).flatMap { BloodPressure($0) }.map { ResultBounds($0.diastolic) }
        case .score: (sample as? HKScoredAssessment).map { ResultBounds(Double($0.score)) }
        case .recordValue(let unit):
            result(sample)?.main.flatMap { Self.folded($0.unit) == Self.folded(unit) ? $0.bounds : nil }
        case .recordName, .recordStatus, .recordCode: nil
        }
    }

    private func texts(_ property: SampleProperty, _ sample: HKSample) -> [String] {
        switch property {
        case .recordName: (sample as? HKClinicalRecord).map { [$0.displayName] } ?? []
        case .recordStatus: (result(sample)?.status).map { [$0] } ?? []
        case .recordCode: result(sample).map { Array($0.codes) } ?? []
        case .duration, .systolic, .diastolic, .score, .recordValue: []
        }
    }

    private func result(_ sample: HKSample) -> ClinicalResult? {
        guard let record = sample as? HKClinicalRecord else { return nil }
        if let last, last.uuid == record.uuid { return last.result }
        let result = ClinicalResult(record.fhirResource?.data ?? Data(), sex: sex)
        last = (record.uuid, result)
        return result
    }

    private static func folded(_ unit: String) -> String { unit.lowercased().filter { !$0.isWhitespace } }

    /// Whether a comparison is true for every possible number.
    private static func holds(_ relation: FilterRelation, _ bounds: ResultBounds, _ right: Double) -> Bool {
        switch relation {
        case .equal: bounds.isExactly(right)
        case .notEqual: bounds.isBelow(right) || bounds.isAbove(right)
        case .less: bounds.isBelow(right)
        case .lessOrEqual: bounds.isAtMost(right)
        case .greater: bounds.isAbove(right)
        case .greaterOrEqual: bounds.isAtLeast(right)
        default: false
        }
    }

    private static func holds(_ relation: FilterRelation, _ text: String, _ typed: String) -> Bool {
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        return relation == .contains
            ? text.range(of: typed, options: options) != nil
            : text.compare(typed, options: options) == .orderedSame
    }
}

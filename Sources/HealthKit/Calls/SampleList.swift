import Foundation

/// The query of a list of samples.
package struct SampleListQuery: Sendable, Hashable {
    package var type: HKSampleType
    package var from: Date?
    package var to: Date?
    package var source: HKSource?
    package var device: HKDevice?
    /// Only samples that were added to this workout.
    package var workout: HKWorkout?
    /// A further filter for the samples.
    package var matching = SampleFilter.everything

    package init(
        type: HKSampleType,
        from: Date? = nil,
        to: Date? = nil,
        source: HKSource? = nil,
        device: HKDevice? = nil,
        workout: HKWorkout? = nil
    ) {
        self.type = type
        self.from = from
        self.to = to
        self.source = source
        self.device = device
        self.workout = workout
    }

    /// Samples are added to a workout from a time near its own; anything further away isn't searched for.
    private static let workoutMargin = 86_400.0

    /// The type, and the list's filter for its samples.
    var selection: SampleSelection { SampleSelection(type, filter) }

    var filter: SampleFilter {
        var parts: [SampleFilter] = []
        if from != nil || to != nil { parts.append(TimeFields.sample.filter(start: from, end: to, options: [])) }
        if let source { parts.append(.compare(FilterComparison(.source, .equal, .source(source)))) }
        if let device { parts.append(.compare(FilterComparison(.device, .isIn, .set([.device(device)])))) }
        if let workout {
            parts.append(Self.filter(workout: workout.uuid, start: workout.startDate, end: workout.endDate))
        }
        if matching != .everything { parts.append(matching) }
        return SampleFilter.all(parts).simplified()
    }

    /// A filter for the samples that were added to a workout.
    static func filter(workout: UUID, start: Date, end: Date) -> SampleFilter {
        let (first, last) = (start.addingTimeInterval(-workoutMargin), end.addingTimeInterval(workoutMargin))
        return .all([
            TimeFields.sample.filter(start: first, end: last, options: []),
            .compare(FilterComparison(.workout, .equal, .workout(workout))),
        ])
    }
}

/// A position in a list of samples ordered by start: the next page begins after it.
package struct SampleListPosition: Codable, Sendable, Hashable {
    package var start: Date
    package var uuid: UUID
    /// The number of samples of the list with the same start, up to and including this one.
    package var rank: Int

    /// The position after a page.
    ///
    /// - Parameters:
    ///   - page: The page; not empty.
    ///   - position: The position where the page began; `nil` for the beginning of the list.
    package init?(behind page: [HKSample], after position: SampleListPosition?) {
        guard let last = page.last else { return nil }
        start = last.startDate
        uuid = last.uuid
        rank = page.reversed().prefix { $0.startDate == last.startDate }.count
        if rank == page.count, let position, position.start == start { rank += position.rank }
    }
}

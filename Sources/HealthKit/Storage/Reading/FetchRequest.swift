import Foundation

/// What to fetch: one type, a filter, and who asks.
package struct FetchRequest {
    package var type: HKSampleType
    package var filter: SampleFilter
    package var scope: ReadScope
    /// Only samples within, besides what the filter says of time.
    package var bounds: TimeBounds
    /// What the person chose, for types whose objects are permitted one by one.
    package var choice: ObjectChoice?
    /// Whether each object is judged by itself: a correlation by its members, a dose by its medication.
    var judgesObjects = false

    package init(
        type: HKSampleType,
        filter: SampleFilter = .everything,
        scope: ReadScope = .everything,
        bounds: TimeBounds = .unbounded,
        choice: ObjectChoice? = nil
    ) {
        self.type = type
        self.filter = filter
        self.scope = scope
        self.bounds = bounds
        self.choice = choice
    }

    /// Whether a row is asked for, as far as filter, bounds and the person's choice say.
    func matches(_ row: StoredSubject) -> Bool { admits(row) && filter.matches(row) }

    /// Whether a row may be told of, as far as bounds and the person's choice say.
    func admits(_ row: StoredSubject) -> Bool {
        if let choice, !choice.admits(row.uuid, from: row.revision.source.bundleIdentifier) { return false }
        if judgesObjects, !row.isAdmitted { return false }
        return bounds.matches(start: row.start, end: row.end)
    }

    /// The request for samples that touch a range only.
    func touching(_ range: ClosedRange<Double>) -> FetchRequest {
        var request = self
        request.bounds.startUpper = min(bounds.startUpper, range.upperBound)
        request.bounds.endLower = max(bounds.endLower, range.lowerBound)
        return request
    }
}

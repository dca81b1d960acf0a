import Foundation

/// A fetch request: one type, a filter and the caller.
package struct FetchRequest {
    package var type: HKSampleType
    package var filter: SampleFilter
    package var scope: ReadScope
    /// Time bounds in addition to those of the filter.
    package var bounds: TimeBounds
    /// The person's choice, for types whose objects are permitted individually.
    package var choice: ObjectChoice?
    /// Whether each object is checked separately: a correlation by its members, a dose by its medication.
    var judgesObjects = false
    /// Whether statistics find instants that two sources report (R5.30).
    package var findsDoubled = false

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

    /// Whether a row matches the filter, the bounds and the person's choice.
    func matches(_ row: StoredSubject) -> Bool { admits(row) && filter.matches(row) }

    /// Whether a row is visible according to the bounds and the person's choice.
    func admits(_ row: StoredSubject) -> Bool {
        if let choice, !choice.admits(row.storedUUID, from: row.revision.source.bundleIdentifier) { return false }
        if judgesObjects, !row.isAdmitted { return false }
        return bounds.matches(start: row.start, end: row.end)
    }

    /// The same request, limited to samples that touch a range.
    func touching(_ range: ClosedRange<Double>) -> FetchRequest {
        var request = self
        request.bounds.startUpper = min(bounds.startUpper, range.upperBound)
        request.bounds.endLower = max(bounds.endLower, range.lowerBound)
        return request
    }
}

import Foundation

/// The start and end of an object in time.
struct TimeFields {
    let start: FilterField
    let end: FilterField
    /// The undocumented field that the predicates of samples name too.
    let offset: FilterField?

    static let sample = TimeFields(start: .startDate, end: .endDate, offset: .offsetFromStartDate)
    static let activity = TimeFields(start: .activityStartDate, end: .activityEndDate, offset: nil)

    /// The filter for a range of time, its parts in the order in which Apple's are printed (R4.2, R4.3, R4.4).
    func filter(start startDate: Date?, end endDate: Date?, options: HKQueryOptions) -> SampleFilter {
        let lower = startDate.map { FilterValue.date($0.timeIntervalSinceReferenceDate) }
        let upper = endDate.map { FilterValue.date($0.timeIntervalSinceReferenceDate) }
        var parts: [FilterComparison] = []
        func add(_ field: FilterField, _ relation: FilterRelation, _ value: FilterValue?) {
            if let value { parts.append(FilterComparison(field, relation, value)) }
        }
        if options.contains(.strictStartDate) {
            add(start, .greaterOrEqual, lower)
            add(start, .less, upper)
        }
        if options.contains(.strictEndDate) {
            add(end, .greaterOrEqual, lower)
            add(end, .less, upper)
        }
        if options.isDisjoint(with: [.strictStartDate, .strictEndDate]) {
            add(end, .greaterOrEqual, lower)
            add(start, .less, upper)
            if let offset { add(offset, .greaterOrEqual, lower) }
        }
        guard let first = parts.first else { return .everything }
        return parts.count == 1 ? .compare(first) : .all(parts.map { .compare($0) })
    }
}

import Foundation

/// A field compared with a constant.
package struct FilterComparison: Hashable, Sendable {
    package let field: FilterField
    package let relation: FilterRelation
    package let value: FilterValue
    package let folding: TextFolding

    /// Makes a comparison from parts that are known to match.
    init(_ field: FilterField, _ relation: FilterRelation, _ value: FilterValue, folding: TextFolding = []) {
        self.field = field
        self.relation = relation
        self.value = value
        self.folding = folding
    }

    /// Whether a row satisfies the comparison.
    package func matches(_ row: some FilterSubject) -> Bool {
        switch (field, value) {
        case (.startDate, .date(let time)): relation.holds(row.start, time)
        case (.endDate, .date(let time)): relation.holds(row.end, time)
        case (.offsetFromStartDate, _): true
        case (.workout, _), (.electrocardiogram, _): matchesOwner(row)
        default: isSatisfied(by: field.value(in: row))
        }
    }

    /// Whether a value of the field satisfies the comparison.
    ///
    /// Of a field that holds several values, as a state of mind has several labels, one that satisfies it is enough; it is
    /// unequal to a constant when none of them is equal.
    func isSatisfied(by held: FilterValue) -> Bool {
        guard case .set(let several) = held else { return held.satisfies(relation, value, folding: folding) }
        guard relation == .notEqual else {
            return several.contains { $0.satisfies(relation, value, folding: folding) }
        }
        return several.allSatisfy { $0.satisfies(.notEqual, value, folding: folding) }
    }

    private func matchesOwner(_ row: some FilterSubject) -> Bool {
        let isMember = owners.contains { row.isAssociated(withWorkout: $0) }
        return relation == .notEqual ? !isMember : isMember
    }

    /// The workouts or electrocardiograms that the comparison names.
    private var owners: [UUID] {
        let named = if case .set(let members) = value { Array(members) } else { [value] }
        return named.compactMap {
            switch $0 {
            case .workout(let uuid), .electrocardiogram(let uuid): uuid
            default: nil
            }
        }
    }
}

extension FilterComparison {
    /// The comparison that holds exactly when this one does not; `nil` when there is none for values without order.
    var opposite: FilterComparison? {
        guard let opposite = relation.opposite, !relation.isOrdering || hasOrderedTimes else { return nil }
        return FilterComparison(field, opposite, value, folding: folding)
    }

    /// Whether both sides are times with an order: every sample has its dates, and the constant is a number.
    private var hasOrderedTimes: Bool {
        guard field.isTime, case .date(let time) = value else { return false }
        return !time.isNaN
    }

    /// The outcome, where it is the same for every sample.
    var constantResult: Bool? {
        if field == .offsetFromStartDate { return true }
        if case .set(let members) = value, members.isEmpty { return false }
        guard field.isTime || field == .uuid || field == .source || field == .sourceRevision else { return nil }
        switch value {
        case .none: return relation == .notEqual
        case .date(let time) where time.isNaN: return relation == .notEqual
        case .date(let time) where time.isInfinite: return infiniteResult(isPositive: time > 0)
        default: return nil
        }
    }

    private func infiniteResult(isPositive: Bool) -> Bool? {
        switch relation {
        case .less, .lessOrEqual: isPositive
        case .greater, .greaterOrEqual: !isPositive
        case .equal: false
        case .notEqual: true
        default: nil
        }
    }
}

import Foundation

/// How a field is compared with a value; the raw value is the operator of a predicate format.
package enum FilterRelation: String, CaseIterable, Hashable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case isIn = "IN"
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case like = "LIKE"

    /// The relation of an operator; `nil` for `between`, which is two relations, and for operators that HealthKit does
    /// not support.
    package init?(_ operatorType: HKPredicateOperator) {
        switch operatorType {
        case .equalTo: self = .equal
        case .notEqualTo: self = .notEqual
        case .lessThan: self = .less
        case .lessThanOrEqualTo: self = .lessOrEqual
        case .greaterThan: self = .greater
        case .greaterThanOrEqualTo: self = .greaterOrEqual
        case .in: self = .isIn
        case .contains: self = .contains
        case .beginsWith: self = .beginsWith
        case .endsWith: self = .endsWith
        case .like: self = .like
        default: return nil
        }
    }

    /// Whether the relation needs an order of values.
    var isOrdering: Bool {
        switch self {
        case .less, .lessOrEqual, .greater, .greaterOrEqual: true
        default: false
        }
    }

    /// Whether the relation is one of texts alone.
    var isTextual: Bool {
        switch self {
        case .contains, .beginsWith, .endsWith, .like: true
        default: false
        }
    }

    /// The relation that holds exactly when this one does not, given that the two values have an order.
    var opposite: FilterRelation? {
        switch self {
        case .equal: .notEqual
        case .notEqual: .equal
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .greater: .lessOrEqual
        case .greaterOrEqual: .less
        default: nil
        }
    }

    /// The relation with the sides exchanged.
    var mirrored: FilterRelation? {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: nil
        }
    }

    /// Whether the relation holds between two numbers.
    func holds(_ left: Double, _ right: Double) -> Bool {
        switch self {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        default: false
        }
    }
}

import Foundation

/// The operator of a comparison predicate: `NSComparisonPredicate.Operator`, as in the signatures of Apple's
/// documentation.
///
/// Foundation marks `NSComparisonPredicate` as deprecated on Linux because the class does nothing there; its operators
/// still work. With this name for them, functions with an operator parameter compile without a warning.
public typealias HKPredicateOperator = HKPredicateOperators.Operator

/// A protocol for types with comparison operators.
public protocol HKPredicateOperating {
    /// The operators.
    associatedtype Operator

    /// A parameter of this type declares it.
    ///
    /// - Parameter operatorType: The operator.
    static func take(_ operatorType: Operator)
}

/// The operators of predicates: the one place that names the deprecated class.
public enum HKPredicateOperators: HKPredicateOperating {
    /// Accepts an operator and does nothing.
    ///
    /// - Parameter operatorType: The operator.
    @available(*, deprecated, message: "Use HKPredicateOperator")
    public static func take(_ operatorType: NSComparisonPredicate.Operator) {}
}

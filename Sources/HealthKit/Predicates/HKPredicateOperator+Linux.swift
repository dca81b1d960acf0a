import Foundation

/// How a predicate compares: `NSComparisonPredicate.Operator`, as in the signatures of Apple's documentation.
///
/// Foundation marks `NSComparisonPredicate` as deprecated on Linux because the class does nothing there; its operators are
/// as good as elsewhere. With this name for them the mark does not spread to everything that takes an operator.
public typealias HKPredicateOperator = NSComparisonPredicate.Operator

import Foundation

// Predicates over states of mind.
extension HKQuery {
    /// The states of mind whose valence satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - valence: A number from -1 to +1.
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    /// - Returns: A predicate for queries of states of mind.
    public class func predicateForStatesOfMind(withValence valence: Double, operatorType: HKPredicateOperator)
        -> NSPredicate
    {
        predicate { try comparison(.record(.stateOfMindValence), operatorType, .number(valence)) }
    }

    /// The states of mind of a kind.
    ///
    /// - Parameter kind: Moments or days.
    /// - Returns: A predicate for queries of states of mind.
    public class func predicateForStatesOfMind(with kind: HKStateOfMind.Kind) -> NSPredicate {
        equality(.stateOfMindKind, .integer(kind.rawValue))
    }

    /// The states of mind that a label describes, alone or with others.
    ///
    /// - Parameter label: The label.
    /// - Returns: A predicate for queries of states of mind.
    public class func predicateForStatesOfMind(with label: HKStateOfMind.Label) -> NSPredicate {
        equality(.stateOfMindLabel, .integer(label.rawValue))
    }

    /// The states of mind that are associated with something, among other things.
    ///
    /// - Parameter association: The association.
    /// - Returns: A predicate for queries of states of mind.
    public class func predicateForStatesOfMind(with association: HKStateOfMind.Association) -> NSPredicate {
        equality(.stateOfMindAssociation, .integer(association.rawValue))
    }
}

extension HKQuery {
    /// The samples of special classes that have a value in a field.
    static func equality(_ field: RecordField, _ value: FilterValue) -> NSPredicate {
        FilterPredicate(.compare(FilterComparison(.record(field), .equal, value)))
    }

    /// The samples of special classes with one of several values in a field.
    static func membership(_ field: RecordField, _ values: [FilterValue]) -> NSPredicate {
        FilterPredicate(.compare(FilterComparison(.record(field), .isIn, .set(Set(values)))))
    }
}

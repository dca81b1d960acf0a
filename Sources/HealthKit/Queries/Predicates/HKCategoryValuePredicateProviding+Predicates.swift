import Foundation

extension HKCategoryValuePredicateProviding where RawValue == Int {
    /// The category samples whose value satisfies a comparison with one from the list.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - value: The value to compare with.
    /// - Returns: A predicate for sample queries.
    public static func predicateForSamples(
        _ operatorType: HKPredicateOperator,
        value: Self
    ) -> NSPredicate {
        HKQuery.predicateForCategorySamples(with: operatorType, value: value.rawValue)
    }

    /// The category samples that have one of some values (R4.18).
    ///
    /// - Parameter values: The values.
    /// - Returns: A predicate for sample queries.
    public static func predicateForSamples(equalTo values: Set<Self>) -> NSPredicate {
        let members = Set(values.map { FilterValue.integer($0.rawValue) })
        return FilterPredicate(.compare(FilterComparison(.categoryValue, .isIn, .set(members))))
    }
}

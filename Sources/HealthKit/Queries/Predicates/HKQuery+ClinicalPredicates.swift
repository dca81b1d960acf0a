import Foundation

// Predicates over clinical records, signed and unsigned.
extension HKQuery {
    /// The clinical records whose FHIR resource is of a kind.
    ///
    /// - Parameter resourceType: The kind.
    /// - Returns: A predicate for queries of clinical records.
    public class func predicateForClinicalRecords(withFHIRResourceType resourceType: HKFHIRResourceType) -> NSPredicate
    {
        equality(.resourceType, .text(resourceType.rawValue))
    }

    /// The clinical record with an identity that lasts (R4.21).
    ///
    /// - Parameters:
    ///   - source: The source of the record.
    ///   - resourceType: The kind of its FHIR resource.
    ///   - identifier: The identifier of its FHIR resource.
    /// - Returns: A predicate for queries of clinical records.
    public class func predicateForClinicalRecords(
        from source: HKSource,
        fhirResourceType resourceType: HKFHIRResourceType,
        identifier: String
    ) -> NSPredicate {
        FilterPredicate(
            .all([
                .compare(FilterComparison(.source, .equal, .source(source))),
                .compare(FilterComparison(.record(.resourceType), .equal, .text(resourceType.rawValue))),
                .compare(FilterComparison(.record(.resourceIdentifier), .equal, .text(identifier))),
            ])
        )
    }

    /// The verifiable clinical records whose most relevant date is within a time.
    ///
    /// - Parameter dateInterval: The time, both ends included.
    /// - Returns: A predicate for queries of verifiable clinical records.
    public class func predicateForVerifiableClinicalRecords(withRelevantDateWithin dateInterval: DateInterval)
        -> NSPredicate
    {
        let field = FilterField.record(.verifiableRelevantDate)
        return FilterPredicate(
            .all([
                .compare(FilterComparison(field, .greaterOrEqual, .date(dateInterval.start))),
                .compare(FilterComparison(field, .lessOrEqual, .date(dateInterval.end))),
            ])
        )
    }
}

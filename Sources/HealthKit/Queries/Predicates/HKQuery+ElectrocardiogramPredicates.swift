import Foundation

// Predicates over electrocardiograms and the symptoms noted with them.
extension HKQuery {
    /// The electrocardiograms with a classification.
    ///
    /// - Parameter classification: The classification.
    /// - Returns: A predicate for queries of electrocardiograms.
    public class func predicateForElectrocardiograms(classification: HKElectrocardiogram.Classification) -> NSPredicate
    {
        equality(.heartbeatClassification, .integer(classification.rawValue))
    }

    /// The electrocardiograms with or without symptoms.
    ///
    /// - Parameter symptomsStatus: Whether the person had symptoms.
    /// - Returns: A predicate for queries of electrocardiograms.
    public class func predicateForElectrocardiograms(symptomsStatus: HKElectrocardiogram.SymptomsStatus) -> NSPredicate
    {
        equality(.symptomsStatus, .integer(symptomsStatus.rawValue))
    }

    /// The samples that a person noted as symptoms with an electrocardiogram (R4.16).
    ///
    /// - Parameter electrocardiogram: The electrocardiogram.
    /// - Returns: A predicate for queries of symptoms.
    public class func predicateForObjectsAssociated(electrocardiogram: HKElectrocardiogram) -> NSPredicate {
        FilterPredicate(
            .compare(FilterComparison(.electrocardiogram, .equal, .electrocardiogram(electrocardiogram.uuid)))
        )
    }
}

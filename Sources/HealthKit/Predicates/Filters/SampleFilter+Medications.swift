import Foundation

extension SampleFilter {
    /// Whether the filter holds for a medication.
    func matches(_ medication: AnnotatedMedicationContent) -> Bool {
        evaluate { comparison in
            guard case .record(let field) = comparison.field else { return false }
            return comparison.isSatisfied(by: medication.value(of: field))
        }
    }
}

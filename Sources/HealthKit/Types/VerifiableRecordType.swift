import Foundation

/// The type of verifiable clinical records, which Apple does not publish: apps cannot ask for it.
package final class VerifiableRecordType: HKSampleType, @unchecked Sendable {
    /// The one instance.
    package static let shared = VerifiableRecordType(
        entry: CatalogueEntry(
            hidden: "HKVerifiableClinicalRecordTypeIdentifier",
            kind: .clinical,
            name: "Verifiable Records",
            summary: "records that others can verify"
        )
    )
}

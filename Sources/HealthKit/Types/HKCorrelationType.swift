import Foundation

/// A type of samples that group other samples.
open class HKCorrelationType: HKSampleType, @unchecked Sendable {
    /// The identifiers of the types that a correlation may hold.
    package let containedTypeIdentifiers: Set<String>

    override init(entry: CatalogueEntry) {
        containedTypeIdentifiers = Set(entry.members)
        super.init(entry: entry)
    }

    /// The identifiers of the types of which a correlation holds exactly one sample each.
    package var requiredTypeIdentifiers: [String] { entry.requiredMembers }
}

import Foundation

/// A type of samples that hold one value of a short list.
open class HKCategoryType: HKSampleType, @unchecked Sendable {
    /// The values that samples may have, or nil when their list is not public.
    package let enumeration: Enumeration?

    override init(entry: CatalogueEntry) {
        enumeration = entry.values.flatMap { TypeCatalogue.shared.enumerations[$0] }
        super.init(entry: entry)
    }

    /// Whether a sample of the type may have a value.
    ///
    /// - Parameter value: Any number.
    /// - Returns: Whether it is a raw value of the type's enumeration.
    package func allows(value: Int) -> Bool {
        enumeration.map { $0.case(value: value) != nil } ?? (value >= 0)
    }
}

import Foundation

extension HKObjectType {
    /// The type with an identifier, of whatever class.
    ///
    /// The throwing variant of the initializers, for identifiers that a person typed or a file holds.
    ///
    /// - Parameter identifier: Any text, such as `HKQuantityTypeIdentifierHeartRate`.
    /// - Returns: The type, or nil when there is none.
    public class func type(identifier: String) -> HKObjectType? {
        TypeTable.types[identifier]
    }

    /// Every type, in the order of the catalogue.
    package class var all: [HKObjectType] { TypeTable.inOrder }

    /// Whether apps may not save objects of the type (rule R1.9).
    package var isReadOnly: Bool { entry.isReadOnly }
}

extension HKSampleType {
    /// Whether a sample of the type may be ongoing, with an end in the distant future (rule R2.4).
    package var allowsUndeterminedDuration: Bool { entry.isOpenEnded }
}

extension HKQuantityType {
    /// The unit that people commonly see values in, wherever they are; `LocaleUnits` knows about places.
    package var displayUnit: HKUnit { entry.displayUnit.flatMap(HKUnit.named) ?? canonicalUnit }
}

extension CatalogueEntry {
    /// The type that the entry describes.
    package var type: HKObjectType? { HKObjectType.type(identifier: identifier) }
}

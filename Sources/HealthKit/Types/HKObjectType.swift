import Foundation

/// A type of objects in the health store.
///
/// There is one instance for each type, so `===`, `==` and hashing mean the same and cost nothing. Get instances from
/// the factories of this class, from initializers like `HKQuantityType(.stepCount)`, or from `type(identifier:)`.
open class HKObjectType: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, HKInternedType, @unchecked Sendable {
    /// The type's identifier in stores and exports.
    public let identifier: String

    /// The catalogue entry of the type.
    package let entry: CatalogueEntry

    /// Makes the one instance of a type; only the table of types does.
    init(entry: CatalogueEntry) {
        identifier = entry.identifier
        self.entry = entry
    }

    /// Whether the person permits apps to read each object of the type by itself.
    ///
    /// - Returns: True for vision prescriptions and medications.
    open func requiresPerObjectAuthorization() -> Bool { entry.needsPerObjectAuthorization }

    /// The identifier.
    open override var description: String { identifier }

    /// The identifier.
    open override var debugDescription: String { identifier }

    /// The type itself, of which there is one.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This type.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether types support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    static let identifierKey = "identifier"

    /// Writes the identifier to an archive.
    ///
    /// - Parameter coder: The archive.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier, forKey: HKObjectType.identifierKey)
    }
}

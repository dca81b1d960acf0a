import Foundation

/// What all types conform to, so that their initializers can return the one instance of a type.
///
/// Only an initializer in an extension of a protocol may return an existing object.
public protocol HKInternedType: NSCoding {}

extension HKInternedType where Self: HKObjectType {
    /// Reads a type from an archive.
    ///
    /// - Parameter coder: The archive. The result is nil when it names no type of this class.
    public init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: HKObjectType.identifierKey),
            let type = TypeTable.types[identifier as String] as? Self
        else { return nil }
        self = type
    }

    /// The one instance of a type.
    ///
    /// An identifier that names no type of this class stops the program, as on Apple's platforms; see
    /// `HKObjectType.type(identifier:)` for one that may.
    init(existing identifier: String) {
        guard let type = TypeTable.types[identifier] as? Self else {
            raiseException(ExceptionName.invalidArgument, "\(identifier) is not a valid identifier of \(Self.self)")
        }
        self = type
    }
}

extension HKInternedType where Self: HKQuantityType {
    /// The quantity type with an identifier.
    ///
    /// - Parameter identifier: The identifier; one that names no quantity type stops the program.
    public init(_ identifier: HKQuantityTypeIdentifier) { self.init(existing: identifier.rawValue) }
}

extension HKInternedType where Self: HKCategoryType {
    /// The category type with an identifier.
    ///
    /// - Parameter identifier: The identifier; one that names no category type stops the program.
    public init(_ identifier: HKCategoryTypeIdentifier) { self.init(existing: identifier.rawValue) }
}

extension HKInternedType where Self: HKCorrelationType {
    /// The correlation type with an identifier.
    ///
    /// - Parameter identifier: The identifier; one that names no correlation type stops the program.
    public init(_ identifier: HKCorrelationTypeIdentifier) { self.init(existing: identifier.rawValue) }
}

extension HKInternedType where Self: HKCharacteristicType {
    /// The characteristic type with an identifier.
    ///
    /// - Parameter identifier: The identifier; one that names no characteristic type stops the program.
    public init(_ identifier: HKCharacteristicTypeIdentifier) { self.init(existing: identifier.rawValue) }
}

extension HKInternedType where Self: HKDocumentType {
    /// The document type with an identifier.
    ///
    /// - Parameter identifier: The identifier; one that names no document type stops the program.
    public init(_ identifier: HKDocumentTypeIdentifier) { self.init(existing: identifier.rawValue) }
}

extension HKInternedType where Self: HKClinicalType {
    /// The clinical type with an identifier.
    ///
    /// - Parameter identifier: The identifier; one that names no clinical type stops the program.
    public init(_ identifier: HKClinicalTypeIdentifier) { self.init(existing: identifier.rawValue) }
}

extension HKInternedType where Self: HKScoredAssessmentType {
    /// The scored assessment type with an identifier.
    ///
    /// - Parameter identifier: The identifier; one that names no scored assessment type stops the program.
    public init(_ identifier: HKScoredAssessmentTypeIdentifier) { self.init(existing: identifier.rawValue) }
}

import Foundation

/// A protocol for types whose identifiers have their own class, so that initializers such as `HKQuantityType(.stepCount)` can
/// return the one instance of a type.
public protocol HKIdentifiedType {
    /// The identifiers of the types.
    associatedtype TypeIdentifier: RawRepresentable<String>
}

extension HKIdentifiedType where Self: HKObjectType {
    /// The type with an identifier.
    ///
    /// - Parameter identifier: The identifier. One that names no type of this class stops the program, as on Apple's
    ///   platforms; see `HKObjectType.type(identifier:)` for one that may.
    public init(_ identifier: TypeIdentifier) { self.init(existing: identifier.rawValue) }
}

extension HKQuantityType: HKIdentifiedType {
    /// The identifiers of quantity types.
    public typealias TypeIdentifier = HKQuantityTypeIdentifier
}

extension HKCategoryType: HKIdentifiedType {
    /// The identifiers of category types.
    public typealias TypeIdentifier = HKCategoryTypeIdentifier
}

extension HKCorrelationType: HKIdentifiedType {
    /// The identifiers of correlation types.
    public typealias TypeIdentifier = HKCorrelationTypeIdentifier
}

extension HKCharacteristicType: HKIdentifiedType {
    /// The identifiers of characteristic types.
    public typealias TypeIdentifier = HKCharacteristicTypeIdentifier
}

extension HKDocumentType: HKIdentifiedType {
    /// The identifiers of document types.
    public typealias TypeIdentifier = HKDocumentTypeIdentifier
}

extension HKClinicalType: HKIdentifiedType {
    /// The identifiers of clinical types.
    public typealias TypeIdentifier = HKClinicalTypeIdentifier
}

extension HKScoredAssessmentType: HKIdentifiedType {
    /// The identifiers of scored assessment types.
    public typealias TypeIdentifier = HKScoredAssessmentTypeIdentifier
}

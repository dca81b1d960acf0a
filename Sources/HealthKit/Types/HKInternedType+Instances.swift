import Foundation

extension HKInternedType where Self: HKObjectType {
    /// Reads a type from an archive.
    ///
    /// - Parameter coder: The archive. The result is nil when it names no type of this class.
    public init?(coder: NSCoder) {
        guard let identifier = coder.decoded(NSString.self, forKey: HKObjectType.identifierKey),
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

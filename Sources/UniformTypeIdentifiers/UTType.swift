/// The type of a file's content, known by a uniform type identifier.
///
/// HealthKit names the types of attachments with it. The module declares the part of Apple's framework that this needs:
/// the types below and what they conform to. Types that other apps declare, and the dynamic types that Apple's system
/// makes for unknown extensions, do not exist here; asking for one gives `nil`.
///
/// - Note: The module is named as Apple's is. A package that has a module of the same name cannot be built together
///   with this one.
public struct UTType: Hashable, Sendable {
    /// The identifier, such as `com.adobe.pdf`.
    public let identifier: String

    /// Finds the type with an identifier; `nil` when the module does not know it.
    ///
    /// - Parameter identifier: The identifier; upper and lower case are the same.
    public init?(_ identifier: String) {
        guard let declaration = UTTypeTable.byIdentifier[identifier.lowercased()] else { return nil }
        self.identifier = declaration.identifier
    }

    /// Finds the type of files with an extension; `nil` when the module knows none.
    ///
    /// - Parameters:
    ///   - filenameExtension: The extension without its dot; upper and lower case are the same.
    ///   - supertype: What the type must conform to: data, unless told otherwise.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(UTTypeTable.byFilenameExtension[filenameExtension.lowercased()], conformingTo: supertype)
    }

    /// Finds the type with a MIME type; `nil` when the module knows none.
    ///
    /// - Parameters:
    ///   - mimeType: The MIME type without parameters; upper and lower case are the same.
    ///   - supertype: What the type must conform to: data, unless told otherwise.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(UTTypeTable.byMIMEType[mimeType.lowercased()], conformingTo: supertype)
    }

    private init?(_ declaration: TypeDeclaration?, conformingTo supertype: UTType) {
        guard let declaration else { return nil }
        self.init(declared: declaration.identifier)
        guard conforms(to: supertype) else { return nil }
    }

    /// A type of the table.
    init(declared identifier: String) {
        self.identifier = identifier
    }

    private var declaration: TypeDeclaration? { UTTypeTable.byIdentifier[identifier] }

    /// The extension that a file of this type should have, without its dot; `nil` for types that no file has by itself.
    public var preferredFilenameExtension: String? { declaration?.filenameExtensions.first }

    /// The MIME type that data of this type should have; `nil` when there is none.
    public var preferredMIMEType: String? { declaration?.mimeTypes.first }

    /// All types that this one conforms to, itself left out.
    public var supertypes: Set<UTType> {
        var found: Set<UTType> = []
        var open = declaration?.parents ?? []
        while let identifier = open.popLast() {
            let type = UTType(declared: identifier)
            guard found.insert(type).inserted else { continue }
            open += type.declaration?.parents ?? []
        }
        return found
    }

    /// Whether the type is another or a kind of it.
    ///
    /// - Parameter type: The other type.
    /// - Returns: Whether this one is equal to it or below it.
    public func conforms(to type: UTType) -> Bool {
        self == type || isSubtype(of: type)
    }

    /// Whether the type is a kind of another.
    ///
    /// - Parameter type: The other type.
    /// - Returns: Whether this one is below it.
    public func isSubtype(of type: UTType) -> Bool {
        supertypes.contains(type)
    }

    /// Whether another type is a kind of this one.
    ///
    /// - Parameter type: The other type.
    /// - Returns: Whether this one is above it.
    public func isSupertype(of type: UTType) -> Bool {
        type.isSubtype(of: self)
    }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier.
    public var description: String { identifier }

    /// The identifier.
    public var debugDescription: String { identifier }
}

extension UTType: Codable {
    /// Reads the identifier.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError.dataCorrupted` when the module does not know the identifier.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let identifier = try container.decode(String.self)
        guard let type = UTType(identifier) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\(identifier) is not the identifier of a known type"
            )
        }
        self = type
    }

    /// Writes the identifier.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}

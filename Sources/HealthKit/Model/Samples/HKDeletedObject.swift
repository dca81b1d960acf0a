import Foundation

/// What is left of a deleted object: its identity, and its sync identifier and version if it had them.
public final class HKDeletedObject: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The identity the object had.
    public let uuid: UUID
    /// `HKMetadataKeySyncIdentifier` and `HKMetadataKeySyncVersion` of the object, or `nil` (R3.4).
    public var metadata: [String: Any]? { metadataValues?.dictionary }

    package let metadataValues: Metadata?

    package init(uuid: UUID, metadata: Metadata?) {
        self.uuid = uuid
        metadataValues = metadata
        super.init()
    }

    /// Whether secure coding is supported: it is.
    public static var supportsSecureCoding: Bool { true }

    /// Makes a deleted object from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public init?(coder: NSCoder) {
        guard let attributes = ObjectAttributes(coder: coder) else { return nil }
        uuid = attributes.uuid
        metadataValues = attributes.metadata
        super.init()
    }

    /// Writes the deleted object to an archive.
    ///
    /// - Parameter coder: The archive to write.
    public func encode(with coder: NSCoder) {
        ObjectAttributes(uuid: uuid, metadata: metadataValues).encode(with: coder)
    }

    /// Deleted objects are equal when their UUIDs are.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both stand for the same object.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKDeletedObject)?.uuid == uuid
    }

    /// A hash of the UUID.
    public override var hash: Int { uuid.hashValue }

    /// The identity of the deleted object.
    public override var description: String { "HKDeletedObject \(uuid.uuidString)" }
}

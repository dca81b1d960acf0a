import Foundation

/// The remains of a deleted object: its identity, and its sync identifier and version if it had them.
open class HKDeletedObject: NSObject, NSSecureCoding, HKArchivedObject, @unchecked Sendable {
    /// The identity the object had.
    public let uuid: UUID
    /// `HKMetadataKeySyncIdentifier` and `HKMetadataKeySyncVersion` of the object, or `nil` (R3.4).
    open var metadata: [String: Any]? { metadataValues?.dictionary }

    package let metadataValues: Metadata?

    package init(uuid: UUID, metadata: Metadata?) {
        self.uuid = uuid
        metadataValues = metadata
        super.init()
    }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a deleted object from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let attributes = ObjectAttributes(coder: coder) else { return nil }
        uuid = attributes.uuid
        metadataValues = attributes.metadata
        super.init()
    }

    /// Writes the deleted object to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        ObjectAttributes(uuid: uuid, metadata: metadataValues).encode(with: coder)
    }

    /// Deleted objects are equal if their UUIDs are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both represent the same object.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKDeletedObject)?.uuid == uuid
    }

    /// A hash of the UUID.
    open override var hash: Int { uuid.hashValue }

    /// The identity of the deleted object.
    open override var description: String { "HKDeletedObject \(uuid.uuidString)" }
}

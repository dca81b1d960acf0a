import Foundation

/// A piece of data that can be stored in the HealthKit store.
///
/// This class is abstract; create one of the concrete samples instead. Objects are immutable and safe to pass between threads.
/// Saving doesn't change an object; its ``sourceRevision`` is complete only on the copy that a query returns (R2.9).
open class HKObject: NSObject, NSSecureCoding, HKArchivedObject, @unchecked Sendable {
    /// The UUID of the object, assigned at its creation.
    public let uuid: UUID
    /// The device that produced the data, or `nil`.
    public var device: HKDevice? { origin.device }
    /// The metadata as stored.
    package var metadataValues: Metadata? { origin.metadata }
    /// The date on which the object was saved to the store; `nil` before that.
    package let creationDate: Date?

    /// The properties that it shares with other objects.
    package let origin: ObjectOrigin

    package init(_ attributes: ObjectAttributes) {
        uuid = attributes.uuid
        creationDate = attributes.creationDate
        origin = ObjectOrigin(attributes)
        super.init()
    }

    /// Makes an object of the store, which shares its origin with others.
    package init(stored uuid: UUID, creation: Date, origin: ObjectOrigin) {
        self.uuid = uuid
        creationDate = creation
        self.origin = origin
        super.init()
    }

    /// The metadata: strings, numbers, dates and quantities by key.
    public var metadata: [String: Any]? { metadataValues?.dictionary }

    /// The app or device, and its version, that saved the object.
    ///
    /// The source of an object that was not saved has an empty name and an empty bundle identifier (R2.9).
    public var sourceRevision: HKSourceRevision { origin.revision ?? .unsaved }
    /// The same as the store has it; `nil` before the object was saved.
    package var storedRevision: HKSourceRevision? { origin.revision }

    /// The app or device that saved the object.
    public var source: HKSource { sourceRevision.source }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates an object from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let attributes = ObjectAttributes(coder: coder) else { return nil }
        uuid = attributes.uuid
        creationDate = attributes.creationDate
        origin = ObjectOrigin(attributes)
        super.init()
    }

    /// Writes the object to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        ObjectAttributes(
            uuid: uuid,
            device: device,
            metadata: metadataValues,
            sourceRevision: origin.revision,
            creationDate: creationDate
        )
        .encode(with: coder)
    }

    /// Objects are equal if they are the same object in the store, that is, if their UUIDs are equal.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both represent the same object.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKObject else { return false }
        return other.uuid == uuid
    }

    /// A hash of the UUID.
    open override var hash: Int { uuid.hashValue }
}

/// The source, device and metadata of an object, which many objects share.
package final class ObjectOrigin: Sendable {
    package let device: HKDevice?
    package let metadata: Metadata?
    package let revision: HKSourceRevision?

    package init(device: HKDevice?, metadata: Metadata?, revision: HKSourceRevision?) {
        self.device = device
        self.metadata = metadata
        self.revision = revision
    }

    convenience init(_ attributes: ObjectAttributes) {
        self.init(device: attributes.device, metadata: attributes.metadata, revision: attributes.sourceRevision)
    }
}

/// The properties that every stored object has in addition to its own content.
package struct ObjectAttributes: Sendable {
    package var uuid: UUID
    package var device: HKDevice?
    package var metadata: Metadata?
    package var sourceRevision: HKSourceRevision?
    package var creationDate: Date?

    package init(
        uuid: UUID = .random(),
        device: HKDevice? = nil,
        metadata: Metadata? = nil,
        sourceRevision: HKSourceRevision? = nil,
        creationDate: Date? = nil
    ) {
        self.uuid = uuid
        self.device = device
        self.metadata = metadata
        self.sourceRevision = sourceRevision
        self.creationDate = creationDate
    }

    init?(coder: NSCoder) {
        guard let text = coder.decodeText(forKey: "uuid"), let uuid = UUID(uuidString: text) else { return nil }
        self.uuid = uuid
        device = coder.decoded(HKDevice.self, forKey: "device")
        sourceRevision = coder.decoded(HKSourceRevision.self, forKey: "sourceRevision")
        if let bytes = coder.decoded(NSData.self, forKey: "metadata") {
            metadata = Metadata(bytes: [UInt8](bytes as Data))
        }
        if coder.containsValue(forKey: "creationDate") {
            guard let date = coder.decodeTime(forKey: "creationDate") else { return nil }
            creationDate = date
        }
    }

    func encode(with coder: NSCoder) {
        coder.encode(uuid.uuidString as NSString, forKey: "uuid")
        coder.encode(device, forKey: "device")
        coder.encode(sourceRevision, forKey: "sourceRevision")
        if let metadata { coder.encode(Data(metadata.bytes) as NSData, forKey: "metadata") }
        if let creationDate { coder.encode(creationDate.timeIntervalSinceReferenceDate, forKey: "creationDate") }
    }
}

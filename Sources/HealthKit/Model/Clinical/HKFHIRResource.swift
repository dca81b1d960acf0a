import Foundation

/// A FHIR resource as a hospital or a doctor gave it.
open class HKFHIRResource: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: FHIRResourceContent

    package init(_ content: FHIRResourceContent) { self.content = content }

    /// The version of the standard that the resource follows.
    open var fhirVersion: HKFHIRVersion { HKFHIRVersion(content.version) }

    /// The kind of the resource, as its JSON says under `resourceType`.
    open var resourceType: HKFHIRResourceType { HKFHIRResourceType(rawValue: content.type) }

    /// The identity of the resource among those of its kind and source, as its JSON says under `id`.
    open var identifier: String { content.identifier }

    /// The resource as JSON.
    open var data: Data { content.data }

    /// Where the resource comes from; `nil` when that is not known.
    open var sourceURL: URL? { content.sourceURL }

    /// Whether resources can be archived securely: they can.
    open class var supportsSecureCoding: Bool { true }

    /// Makes a resource from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` when it holds no resource.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(FHIRResourceContent.self) else { return nil }
        self.content = content
        super.init()
    }

    /// Writes the resource to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// The resource itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This resource.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is an equal resource.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKFHIRResource)?.content == content
    }

    /// A hash of what the resource says.
    open override var hash: Int { content.hashValue }
}

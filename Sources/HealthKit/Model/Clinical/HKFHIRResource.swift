import Foundation

/// A FHIR resource as provided by a hospital or doctor.
open class HKFHIRResource: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: FHIRResourceContent

    package init(_ content: FHIRResourceContent) { self.content = content }

    /// The version of the standard that the resource follows.
    open var fhirVersion: HKFHIRVersion { HKFHIRVersion(content.version) }

    /// The kind of the resource, from `resourceType` in its JSON.
    open var resourceType: HKFHIRResourceType { HKFHIRResourceType(rawValue: content.type) }

    /// The identifier of the resource among those of its kind and source, from `id` in its JSON.
    open var identifier: String { content.identifier }

    /// The resource as JSON.
    open var data: Data { content.data }

    /// The origin of the resource; `nil` if unknown.
    open var sourceURL: URL? { content.sourceURL }

    /// Whether resources support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a resource from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no resource.
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
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same contents.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKFHIRResource)?.content == content
    }

    /// A hash of the resource's contents.
    open override var hash: Int { content.hashValue }
}

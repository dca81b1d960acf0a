import Foundation

/// A FHIR resource as a hospital or a doctor gave it.
public class HKFHIRResource: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    let content: FHIRResourceContent

    package init(_ content: FHIRResourceContent) { self.content = content }

    /// The version of the standard that the resource follows.
    public var fhirVersion: HKFHIRVersion { HKFHIRVersion(content.version) }

    /// The kind of the resource, as its JSON says under `resourceType`.
    public var resourceType: HKFHIRResourceType { HKFHIRResourceType(rawValue: content.type) }

    /// The identity of the resource among those of its kind and source, as its JSON says under `id`.
    public var identifier: String { content.identifier }

    /// The resource as JSON.
    public var data: Data { content.data }

    /// Where the resource comes from; `nil` when that is not known.
    public var sourceURL: URL? { content.sourceURL }

    /// Whether resources can be archived securely: they can.
    public static var supportsSecureCoding: Bool { true }

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
    public func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// The resource itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This resource.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is an equal resource.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both say the same.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKFHIRResource)?.content == content
    }

    /// A hash of what the resource says.
    public override var hash: Int { content.hashValue }
}

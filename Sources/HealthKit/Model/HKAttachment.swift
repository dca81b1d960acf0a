import Foundation
import UniformTypeIdentifiers

/// A file that belongs to an object in the store, such as the picture of a prescription.
///
/// An ``HKAttachmentStore`` makes attachments and reads their data.
open class HKAttachment: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: AttachmentContent

    init(_ content: AttachmentContent) { self.content = content }

    /// The identity of the attachment.
    open var identifier: UUID { content.identifier }

    /// The name of the attachment.
    open var name: String { content.name }

    /// The type of the file.
    open var contentType: UTType { UTType(content.contentType) ?? .data }

    /// The size of the data in bytes.
    open var size: Int { content.size }

    /// The date on which it was attached.
    open var creationDate: Date { Date(timeIntervalSinceReferenceDate: content.creation) }

    /// The metadata: strings, numbers and dates by key; `nil` for none.
    open var metadata: [String: Any]? { content.metadata.flatMap { Metadata(bytes: $0) }?.dictionary }

    /// Whether attachments support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates an attachment from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no attachment.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(AttachmentContent.self) else { return nil }
        self.content = content
        super.init()
    }

    /// Writes the attachment to an archive, without its data.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// The attachment itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This attachment.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object represents the same attachment.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same identifier.
    open override func isEqual(_ object: Any?) -> Bool { (object as? HKAttachment)?.identifier == identifier }

    /// A hash of the identifier.
    open override var hash: Int { identifier.hashValue }
}

/// The description of an attachment, without its data.
package struct AttachmentContent: RecordContent, Codable {
    /// The maximum size of an attachment in bytes.
    static let maximumSize = 32 << 20
    /// The kinds of files that can be attached (R2.24).
    static let allowedTypes: [UTType] = [.pdf, .jpeg, .png, .heic]

    var identifier: UUID
    /// The object that it belongs to.
    var object: UUID
    var name: String
    var contentType: String
    var size: Int
    /// Seconds since the reference date.
    var creation: Double
    var metadata: [UInt8]?

    package func check() throws {
        guard Self.allowedTypes.contains(where: { $0.identifier == contentType }) else {
            throw HKError.invalid("Files of type \(contentType) cannot be attached: only PDF, JPEG, PNG and HEIC can")
        }
        try Self.checkSize(size)
    }

    static func checkSize(_ size: Int) throws {
        guard size <= maximumSize else {
            throw HKError.error(
                .errorDataSizeExceeded,
                "An attachment has at most \(maximumSize >> 20) MiB, not \(size) bytes"
            )
        }
        guard size > 0 else { throw HKError.invalid("An attachment has at least one byte") }
    }

    /// The metadata in the store's form; attachments can't have quantities (R2.12).
    static func metadata(_ dictionary: [String: Any]) throws -> [UInt8]? {
        let metadata = try Metadata(dictionary)
        for entry in metadata?.entries ?? [] {
            if case .quantity = entry.value {
                throw HKError.invalid("Invalid class HKQuantity for metadata key: \(entry.key) of an attachment")
            }
        }
        return metadata?.bytes
    }
}

import Foundation

/// A document about a person's health.
///
/// This class is abstract; use CDA documents.
open class HKDocumentSample: HKSample, @unchecked Sendable {
    let content: CDAContent
    /// The document; `nil` if only its header was read.
    let data: [UInt8]?
    /// Whether the header may be shown: for documents that the app made and for results of an ``HKDocumentQuery``.
    let isOpen: Bool

    init(_ parts: SampleParts, content: CDAContent, data: [UInt8]?, isOpen: Bool) {
        self.content = content
        self.data = data
        self.isOpen = isOpen
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// The type of document.
    public var documentType: HKDocumentType {
        guard let type = sampleType as? HKDocumentType else { return HKDocumentType(.CDA) }
        return type
    }

    /// Creates a document from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no document.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(CDAContent.self, of: HKDocumentType.self) else { return nil }
        self.content = content
        data = (coder.decoded(NSData.self, forKey: "data") as Data?).map { [UInt8]($0) }
        isOpen = coder.containsValue(forKey: "open") && coder.decodeBool(forKey: "open")
        super.init(coder: coder)
    }

    override var archivedContent: (any RecordContent)? { content }

    /// Writes the document to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if let data { coder.encode(Data(data) as NSData, forKey: "data") }
        coder.encode(isOpen, forKey: "open")
    }
}

import Foundation

/// A clinical document in HL7's Clinical Document Architecture.
///
/// Apps may save documents. Results of sample queries have no ``document``: the person permits each document individually when
/// an ``HKDocumentQuery`` requests it.
open class HKCDADocumentSample: HKDocumentSample, @unchecked Sendable {
    override init(_ parts: SampleParts, content: CDAContent, data: [UInt8]?, isOpen: Bool) {
        super.init(parts, content: content, data: data, isOpen: isOpen)
    }

    /// Creates a document from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no document.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Makes a document.
    ///
    /// - Parameters:
    ///   - documentData: The document as XML.
    ///   - startDate: The start of the care that it documents.
    ///   - endDate: The end of that care, not before the start and at most four days after it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` for a document that isn't a CDA document, with the location under
    ///   ``HKDetailedCDAValidationErrorKey``, and for invalid dates (R2.3) and metadata. Only well-formed XML and the required
    ///   header elements are checked; Apple checks the whole schema.
    public convenience init(
        data documentData: Data,
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) throws {
        let draft = try RecordDraft(
            checking: try CDAContent(document: documentData),
            type: HKDocumentType(.CDA),
            start: startDate,
            end: endDate,
            metadata: metadata
        )
        self.init(draft.parts, content: draft.content, data: [UInt8](documentData), isOpen: true)
    }

    /// The document; `nil` in results of sample queries.
    public var document: HKCDADocument? { isOpen ? HKCDADocument(content, data: data.map { Data($0) }) : nil }

    override var contentDescription: String { "CDA document" }
}

/// The content of a clinical document.
open class HKCDADocument: NSObject, @unchecked Sendable {
    private let content: CDAContent

    init(_ content: CDAContent, data: Data?) {
        self.content = content
        documentData = data
    }

    /// The document as XML; `nil` if the query didn't include it.
    public let documentData: Data?

    /// The title; empty for none.
    open var title: String { content.title }

    /// The name of the person that the document is about; empty if the document doesn't say.
    open var patientName: String { content.patientName }

    /// The name of the document's author, a person or a program; empty if the document doesn't say.
    open var authorName: String { content.authorName }

    /// The name of the organization that keeps the document; empty if the document doesn't say.
    open var custodianName: String { content.custodianName }
}

extension HKCDADocumentSample: RecordSample {
    package var recordBytes: [UInt8] {
        get throws { try SplitPayload(content: content.bytes, data: data ?? []).bytes }
    }

    package func checkContent() throws {
        guard data != nil else { throw HKError.invalid("A document without its data cannot be saved") }
    }

    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        guard let payload = SplitPayload(bytes: bytes), let content = CDAContent(bytes: payload.content) else {
            return nil
        }
        return HKCDADocumentSample(parts, content: content, data: nil, isOpen: false)
    }

    /// The same sample with its document, as returned by an ``HKDocumentQuery``.
    func opened(with data: [UInt8]?) -> HKCDADocumentSample {
        var parts = parts
        parts.attributes.sourceRevision = storedRevision
        parts.attributes.creationDate = creationDate
        return HKCDADocumentSample(parts, content: content, data: data, isOpen: true)
    }
}

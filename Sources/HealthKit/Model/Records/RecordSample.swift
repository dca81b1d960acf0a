import Foundation

/// A sample with a dedicated class, such as a state of mind, which the store keeps as a record with content.
package protocol RecordSample: HKSample {
    /// The content as the store keeps it.
    var recordBytes: [UInt8] { get throws }

    /// Applies the checks of the initializers.
    ///
    /// - Throws: `errorInvalidArgument` with a description of the problem.
    func checkContent() throws

    /// Creates a sample from ``recordBytes``; `nil` if the bytes are invalid.
    static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample?
}

/// The properties that every sample has in addition to its content.
package struct SampleParts: Sendable {
    package var attributes: ObjectAttributes
    package var type: HKSampleType
    package var start: Date
    package var end: Date

    package init(_ attributes: ObjectAttributes, type: HKSampleType, start: Date, end: Date) {
        self.attributes = attributes
        self.type = type
        self.start = start
        self.end = end
    }
}

extension HKSample {
    /// The sample's properties other than its content.
    package var parts: SampleParts {
        let attributes = ObjectAttributes(uuid: uuid, device: device, metadata: metadataValues)
        return SampleParts(attributes, type: sampleType, start: startDate, end: endDate)
    }
}

/// The arguments of an initializer of a sample, checked.
package struct RecordDraft<Content: RecordContent>: Sendable {
    package var parts: SampleParts
    package var content: Content

    /// Checks content, interval and metadata.
    ///
    /// - Throws: `errorInvalidArgument` with a description of the problem (R2.1 to R2.4, R2.12, R2.13).
    package init(
        checking content: Content,
        type: HKSampleType,
        start: Date,
        end: Date,
        device: HKDevice? = nil,
        metadata: [String: Any]?
    ) throws {
        let values = try Metadata(metadata)
        try content.check()
        try SampleValidation.checkInterval(type, start: start, end: end)
        try SampleValidation.checkMetadata(values, for: type)
        parts = SampleParts(ObjectAttributes(device: device, metadata: values), type: type, start: start, end: end)
        self.content = content
    }
}

extension NSCoder {
    /// The content of a sample from an archive; `nil` if it is missing or invalid, or if the archived sample has another class
    /// of type.
    func decodedContent<Content: RecordContent, Kind: HKSampleType>(_ content: Content.Type, of kind: Kind.Type)
        -> Content?
    {
        decoded(HKObjectType.self, forKey: "sampleType") is Kind ? decodedContent(content) : nil
    }

    /// The content of a value from an archive; `nil` if it is missing or invalid.
    func decodedContent<Content: RecordContent>(_ content: Content.Type) -> Content? {
        // The one who unarchives it gets none.
        guard let data = decoded(NSData.self, forKey: "content") as Data?,
            let content = Content(bytes: [UInt8](data)), (try? content.check()) != nil
        else { return nil }
        return content
    }

    func encodeContent(_ content: some RecordContent) {
        // Writing an archive can't fail. One without content is rejected when it is read, and the log records that it was
        // written.
        guard let bytes = HealthLog.attempt("archive", { try content.bytes }) else { return }
        encode(Data(bytes) as NSData, forKey: "content")
    }
}

extension HKError {
    /// The check of a quantity: a number in a unit that measures the right thing.
    ///
    /// - Throws: `errorInvalidArgument` otherwise.
    static func check(_ quantity: QuantityText?, _ name: String, like unit: HKUnit) throws {
        guard let quantity else { return }
        guard let parsed = quantity.quantity, parsed.is(compatibleWith: unit) else {
            throw invalid("\(name) requires a unit compatible with \(unit.unitString), not \(quantity.unit)")
        }
        guard quantity.value.isFinite else { throw invalid("\(name) requires a number, not \(quantity.value)") }
    }
}

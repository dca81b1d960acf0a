import Foundation

/// A sample that holds a series of data, which a dedicated query reads.
///
/// Abstract: there are heartbeat series and workout routes.
open class HKSeriesSample: HKSample, @unchecked Sendable {
    let content: SeriesContent
    /// The data, before it is stored; `nil` for a series from the store.
    let data: [UInt8]?

    init(_ parts: SampleParts, content: SeriesContent, data: [UInt8]?) {
        self.content = content
        self.data = data
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// The number of elements in the series.
    public var count: Int { content.count }

    /// Creates a series from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(SeriesContent.self, of: HKSeriesType.self) else { return nil }
        self.content = content
        data = (coder.decoded(NSData.self, forKey: "data") as Data?).map { [UInt8]($0) }
        super.init(coder: coder)
    }

    /// Writes the series to an archive, with its data only if it was never stored.
    ///
    /// - Parameter coder: The archive to write.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if let data { coder.encode(Data(data) as NSData, forKey: "data") }
    }

    override var archivedContent: (any RecordContent)? { content }

    override var contentDescription: String { "\(sampleType.identifier) of \(count)" }
}

/// The content of a series except its data.
struct SeriesContent: RecordContent, Codable {
    /// The number of elements.
    var count: Int

    func check() throws {
        guard count > 0 else { throw HKError.invalid("A series has at least one element") }
    }
}

extension HKSeriesSample {
    package var recordBytes: [UInt8] {
        get throws { try SplitPayload(content: content.bytes, data: data ?? []).bytes }
    }

    package func checkContent() throws {
        guard data != nil else { throw HKError.invalid("A series without its data cannot be saved") }
        try content.check()
    }

    /// The content of a record; `nil` if the bytes are invalid.
    static func content(of bytes: [UInt8]) -> SeriesContent? {
        SplitPayload(bytes: bytes).flatMap { SeriesContent(bytes: $0.content) }
    }
}

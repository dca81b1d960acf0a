/// One record: a workout, a series, or another object with a payload.
enum RecordCoding {
    private enum Flag {
        static let imported: UInt8 = 1
        static let first: UInt8 = 2
        static let identified: UInt8 = 4
        /// The payload is in pieces, which its hash names.
        static let inPieces: UInt8 = 8
        static let all: UInt8 = 15
    }

    static func write(_ version: SyncedVersion, _ writer: inout SyncByteWriter, _ texts: inout TextTable) {
        var flags: UInt8 = version.isFirst ? Flag.first : 0
        if version.isImported { flags |= Flag.imported }
        if version.identifier != nil { flags |= Flag.identified }
        if case .pieces = version.content.body { flags |= Flag.inPieces }
        writer.byte(flags)
        for text in version.content.texts { writer.varint(texts.number(text)) }
        for time in [version.content.start, version.content.end, version.content.creation] { writer.number(time) }
        if case .imported(let ordinal) = version.origin { writer.varint(UInt64(ordinal)) }
        writer.id(version.id)
        if !version.isFirst { writer.id(version.root) }
        writer.stamp(version.stamp, &texts)
        if let identifier = version.identifier { writer.identifier(identifier, &texts) }
        switch version.content.body {
        case .value: break
        case .record(let payload): writer.append(payload)
        case .pieces(let whole, let size):
            writer.digest(whole)
            writer.varint(size)
        }
    }

    static func read(_ reader: inout SyncByteReader, _ texts: ReadTexts) throws(SyncError) -> SyncedVersion {
        let flags = try reader.byte()
        guard flags & ~Flag.all == 0 else { throw SyncByteReader.damaged }
        var lines: [[UInt8]] = []
        for _ in 0..<SampleContent.textCount { lines.append(try texts.text(&reader)) }
        var content = SampleContent(
            texts: lines,
            start: try reader.number(),
            end: try reader.number(),
            creation: try reader.number(),
            body: .record([])
        )
        var origin = SyncedVersion.Origin.saved
        if flags & Flag.imported != 0 {
            guard let ordinal = UInt32(exactly: try reader.varint()) else { throw SyncByteReader.damaged }
            origin = .imported(ordinal)
        }
        let id = try reader.id()
        let root = flags & Flag.first != 0 ? id : try reader.id()
        let name = VersionName(root: root, stamp: try texts.stamp(&reader), id: id)
        let identifier = flags & Flag.identified != 0 ? try texts.identifier(&reader) : nil
        if flags & Flag.inPieces != 0 {
            let whole = try reader.digest()
            guard let size = Int(exactly: try reader.varint()) else { throw SyncByteReader.damaged }
            content.body = .pieces(whole, size: size)
            try reader.end()
        } else {
            content.body = .record(Array(try reader.take(reader.remaining)))
        }
        return SyncedVersion(name: name, origin: origin, identifier: identifier, content: content)
    }
}

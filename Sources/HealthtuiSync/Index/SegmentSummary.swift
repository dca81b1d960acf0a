/// The summary that a store keeps with a file of entries, so that the file is opened only for its entries.
enum SegmentSummary {
    /// Version 3 introduced lists of keys in parts.
    private static let version: UInt8 = 3
    private static let hasClock: UInt8 = 1
    private static let hasDeletions: UInt8 = 2

    static func bytes(_ segment: Segment) -> [UInt8] {
        var writer = SyncByteWriter()
        writer.byte(version)
        writer.header(segment.header)
        writer.digest(segment.hash)
        writer.varint(segment.size)
        writer.varint(segment.outline.weight)
        let flags =
            (segment.outline.newestClock == nil ? 0 : hasClock) | (segment.outline.hasDeletions ? hasDeletions : 0)
        writer.byte(flags)
        writer.zigzag(segment.outline.newestClock ?? 0)
        writer.varint(segment.outline.heads.count)
        for position in segment.outline.heads {
            writer.id(position.device)
            writer.varint(position.number)
            writer.digest(position.hash)
        }
        writer.varint(segment.outline.replaced.count)
        for replaced in segment.outline.replaced { writer.long(replaced) }
        return writer.bytes
    }

    /// Reads a stored summary.
    /// - Throws: ``SyncError`` for what is damaged, or from another version: the file has it all.
    static func segment(_ bytes: [UInt8]) throws(SyncError) -> Segment {
        var reader = SyncByteReader(bytes)
        guard try reader.byte() == version else { throw SyncByteReader.damaged }
        let (header, hash) = (try reader.header(), try reader.digest())
        let (size, weight) = (try reader.varint(), try reader.varint())
        let (flags, clock) = (try reader.byte(), try reader.zigzag())
        var heads: [LogPosition] = []
        for _ in 0..<(try reader.count(of: 49)) {
            heads.append(
                LogPosition(device: try reader.id(), number: try reader.varint(), hash: try reader.digest())
            )
        }
        var replaced: [UInt64] = []
        for _ in 0..<(try reader.count(of: 8)) { replaced.append(try reader.long()) }
        try reader.end()
        let outline = Segment.Outline(
            weight: Int(clamping: weight),
            newestClock: flags & hasClock != 0 ? clock : nil,
            heads: heads,
            hasDeletions: flags & hasDeletions != 0,
            replaced: replaced
        )
        return Segment(header: header, hash: hash, size: Int(clamping: size), outline: outline)
    }
}

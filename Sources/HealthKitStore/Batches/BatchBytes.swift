/// A batch's encoded columns, checked once and decoded column by column when asked for; wiped at the end.
final class BatchBytes {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    private var size = 0
    /// The most bytes that there have been, which are wiped.
    private var used = 0
    private(set) var count = 0
    private var timeScale = NumberScale.bits
    private let scratch: ColumnScratch

    init(scratch: ColumnScratch = ColumnScratch()) {
        capacity = 16_384
        base = .allocate(byteCount: capacity, alignment: 16)
        self.scratch = scratch
    }

    deinit { base.wipeAndDeallocate(used: used) }

    /// Takes a copy of the bytes and checks it.
    /// - Throws: ``StoreError/Code/damaged`` when they are not what the header says.
    func load(_ bytes: UnsafeRawBufferPointer, header: BatchHeader) throws {
        take(bytes)
        try check(header)
    }

    /// Takes a copy of the bytes; nothing can be decoded until they are checked.
    func take(_ bytes: UnsafeRawBufferPointer) {
        count = 0
        size = bytes.count
        guard let source = bytes.baseAddress else { return }
        if bytes.count > capacity {
            base.wipeAndDeallocate(used: used)
            used = 0
            capacity = bytes.count * 2
            base = .allocate(byteCount: capacity, alignment: 16)
        }
        base.copyMemory(from: source, byteCount: bytes.count)
        used = max(used, bytes.count)
    }

    /// Checks the bytes.
    /// - Throws: ``StoreError/Code/damaged`` when they are not what the header says.
    func check(_ header: BatchHeader) throws {
        count = 0
        guard size >= BatchCodec.directorySize + BatchCodec.checksumSize else {
            throw StoreError.damaged("batch \(header.id) is too short")
        }
        let body = UnsafeRawBufferPointer(start: base, count: size - BatchCodec.checksumSize)
        let written = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: body.count, as: UInt64.self))
        guard Checksum.of(body) == written, written == header.dataChecksum else {
            throw StoreError.damaged("batch \(header.id) fails its checksum")
        }
        guard word(0) == UInt32(BatchCodec.layout), Int(word(1)) == header.count else {
            throw StoreError.damaged("batch \(header.id) has another layout or count than its header")
        }
        count = header.count
        scratch.require(count)
    }

    private func word(_ index: Int) -> UInt32 {
        UInt32(littleEndian: base.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
    }

    private func reader(_ column: BatchCodec.Column) throws -> ByteCursor {
        let index = column.rawValue
        let start = index == 0 ? BatchCodec.directorySize : Int(word(1 + index))
        let end = Int(word(2 + index))
        guard start >= BatchCodec.directorySize, start <= end, end <= size - BatchCodec.checksumSize else {
            throw StoreError.damaged("a batch's columns are out of order")
        }
        return try ByteCursor(UnsafeRawBufferPointer(start: base, count: size), start..<end)
    }

    private func integers(_ reader: inout ByteCursor, into out: UnsafeMutablePointer<Int64>) throws {
        try IntegerColumn.decode(&reader, count: count, into: out, scratch: scratch)
    }

    private func scale(_ reader: inout ByteCursor) throws -> NumberScale {
        try NumberScale(tag: reader.byte(), parameter: reader.byte())
    }

    private func reference(_ reader: inout ByteCursor) throws -> BatchCodec.Reference {
        guard let reference = BatchCodec.Reference(rawValue: try reader.byte()) else {
            throw StoreError.damaged("a column refers to something unknown")
        }
        return reference
    }

    /// Decodes starts and ends into `rows`.
    func decodeTimes(into rows: BatchRows) throws {
        var startReader = try reader(.start)
        timeScale = try scale(&startReader)
        try integers(&startReader, into: scratch.starts)
        timeScale.values(of: scratch.starts, count: count, into: rows.starts)
        var endReader = try reader(.end)
        if try reference(&endReader) == .none {
            timeScale = try scale(&endReader)
            try integers(&endReader, into: scratch.ends)
        } else {
            try integers(&endReader, into: scratch.ends)
            for row in 0..<count { scratch.ends[row] &+= scratch.starts[row] }
        }
        timeScale.values(of: scratch.ends, count: count, into: rows.ends)
    }

    /// Decodes values into `rows`.
    func decodeValues(into rows: BatchRows) throws {
        var reader = try reader(.value)
        let scale = try scale(&reader)
        try integers(&reader, into: scratch.integers)
        scale.values(of: scratch.integers, count: count, into: rows.values)
    }

    /// Decodes creations into `rows`, whose times were decoded since the bytes were loaded.
    func decodeCreations(into rows: BatchRows) throws {
        var reader = try reader(.creation)
        let reference = try reference(&reader)
        let scale = try scale(&reader)
        try integers(&reader, into: scratch.integers)
        switch reference {
        case .none:
            break
        case .distance:
            guard scale == timeScale, scale != .bits else {
                throw StoreError.damaged("a creation refers to an end in another scale")
            }
            for row in 0..<count { scratch.integers[row] &+= scratch.ends[row] }
        case .wholeSecond:
            let unit = scale.unit ?? 1
            for row in 0..<count {
                let end = rows.ends[row]
                guard end.magnitude <= BatchCodec.referenceLimit else {
                    throw StoreError.damaged("a creation refers to an end that is too far")
                }
                scratch.integers[row] &+= Int64(end.rounded(.down)) &* unit
            }
        }
        scale.values(of: scratch.integers, count: count, into: rows.creations)
    }

    /// Decodes revisions, devices and metadata into `rows`.
    func decodeProvenance(into rows: BatchRows) throws {
        try decode(.revision, into: rows.revisions)
        try decode(.device, into: rows.devices)
        try decode(.metadata, into: rows.metadata)
    }

    /// Decodes anchors into `rows`.
    func decodeAnchors(into rows: BatchRows) throws {
        var reader = try reader(.anchor)
        try integers(&reader, into: rows.anchors)
    }

    /// Decodes ordinals into `rows`.
    func decodeOrdinals(into rows: BatchRows) throws {
        try decode(.ordinal, into: rows.ordinals)
    }

    private func decode<Entry>(_ column: BatchCodec.Column, into out: UnsafeMutablePointer<EntryID<Entry>>) throws {
        try out.withMemoryRebound(to: Int32.self, capacity: count) { try decode(column, into: $0) }
    }

    private func decode(_ column: BatchCodec.Column, into out: UnsafeMutablePointer<Int32>) throws {
        var reader = try reader(column)
        try integers(&reader, into: scratch.integers)
        for row in 0..<count { out[row] = Int32(truncatingIfNeeded: scratch.integers[row]) }
    }
}

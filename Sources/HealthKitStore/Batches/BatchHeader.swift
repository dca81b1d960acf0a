/// The facts about a batch that are known without decoding it.
struct BatchHeader {
    var group: Int64
    var id: Int64
    var anchorFirst: Int64
    var count: Int
    var startMin: Double
    var startMax: Double
    var endMin: Double
    var endMax: Double
    var valueMin: Double
    var valueMax: Double
    var valueSum: Double
    var anchorMin: Int64
    var anchorMax: Int64
    /// The checksum at the end of the batch's columns.
    var dataChecksum: UInt64
    /// The checksum of the batch's explicit UUIDs, 0 when it has none.
    var identityChecksum: UInt64
    /// The sums of the samples by the hour; nil if the batch has none, or they weren't requested.
    var hours: HourSums?

    /// The fewest bytes of a header; sums by the hour come before its checksum.
    static let size = 104

    /// Whether some rows have explicit UUIDs.
    var hasIdentifiers: Bool { identityChecksum != 0 }

    /// Describes rows that are to be written.
    init(group: Int64, id: Int64, rows: BatchRows, range: Range<Int>) {
        let first = range.lowerBound
        self.group = group
        self.id = id
        anchorFirst = rows.anchors[first]
        count = range.count
        startMin = rows.starts[first]
        startMax = rows.starts[range.upperBound - 1]
        (endMin, endMax) = (rows.ends[first], rows.ends[first])
        (valueMin, valueMax, valueSum) = (rows.values[first], rows.values[first], 0)
        (anchorMin, anchorMax) = (anchorFirst, anchorFirst)
        dataChecksum = 0
        identityChecksum = 0
        for row in range {
            endMin = min(endMin, rows.ends[row])
            endMax = max(endMax, rows.ends[row])
            valueMin = min(valueMin, rows.values[row])
            valueMax = max(valueMax, rows.values[row])
            valueSum += rows.values[row]
            anchorMin = min(anchorMin, rows.anchors[row])
            anchorMax = max(anchorMax, rows.anchors[row])
        }
    }

    /// Reads what ``encode(into:)`` wrote.
    ///
    /// - Parameters:
    ///   - group: The group whose table of batches contains it.
    ///   - id: the number of its batch there.
    ///   - anchorFirst: the anchor of its first row there.
    ///   - bytes: the bytes that were written.
    ///   - withHours: whether sums by the hour are taken too.
    /// - Throws: ``StoreError/Code/damaged`` when the checksum or the sense is wrong.
    init(
        group: Int64,
        id: Int64,
        anchorFirst: Int64,
        bytes: UnsafeRawBufferPointer,
        withHours: Bool = false
    ) throws {
        guard let base = bytes.baseAddress, bytes.count >= BatchHeader.size else {
            throw StoreError.damaged("the header of batch \(id) has a wrong length")
        }
        func word(_ index: Int) -> UInt64 {
            UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
        }
        func number(_ index: Int) -> Double { Double(bitPattern: word(index)) }
        self.group = group
        self.id = id
        self.anchorFirst = anchorFirst
        let end = bytes.count - 8
        let seed = BatchHeader.seed(group: group, id: id, anchorFirst: anchorFirst)
        let checksum = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: end, as: UInt64.self))
        guard Checksum.of(UnsafeRawBufferPointer(start: base, count: end), seed: seed) == checksum else {
            throw StoreError.damaged("the header of batch \(id) fails its checksum")
        }
        count = Int(truncatingIfNeeded: word(0))
        startMin = number(1)
        startMax = number(2)
        endMin = number(3)
        endMax = number(4)
        valueMin = number(5)
        valueMax = number(6)
        valueSum = number(7)
        anchorMin = Int64(bitPattern: word(8))
        anchorMax = Int64(bitPattern: word(9))
        dataChecksum = word(10)
        identityChecksum = word(11)
        guard count > 0, count <= BatchCodec.maximumCount, startMin <= startMax else {
            throw StoreError.damaged("the header of batch \(id) makes no sense")
        }
        if withHours, end > BatchHeader.size - 8 {
            hours = try HourSums(bytes: UnsafeRawBufferPointer(rebasing: bytes[BatchHeader.size - 8..<end]))
        }
    }

    func encode(into out: ByteBuffer) {
        out.removeAll()
        out.append(UInt64(count))
        for number in [startMin, startMax, endMin, endMax, valueMin, valueMax, valueSum] { out.append(number) }
        out.append(anchorMin)
        out.append(anchorMax)
        out.append(dataChecksum)
        out.append(identityChecksum)
        hours?.bytes.withUnsafeBytes { out.append(contentsOf: $0) }
        let seed = BatchHeader.seed(group: group, id: id, anchorFirst: anchorFirst)
        out.append(Checksum.of(out.bytes, seed: seed))
    }

    /// Binds the header to its place, so that a misplaced row is detected.
    private static func seed(group: Int64, id: Int64, anchorFirst: Int64) -> UInt64 {
        let first = UInt64(bitPattern: group) &* 0x9E37_79B9_7F4A_7C15
        return (first ^ UInt64(bitPattern: id)) &* 0xC2B2_AE3D_27D4_EB4F ^ UInt64(bitPattern: anchorFirst)
    }

    /// Whether two headers are of the same batch with the same rows.
    func isSameContent(as other: BatchHeader) -> Bool {
        id == other.id && dataChecksum == other.dataChecksum && identityChecksum == other.identityChecksum
            && anchorFirst == other.anchorFirst && count == other.count
    }

    /// Whether some row may satisfy the bounds.
    func mayMatch(_ request: ScanRequest) -> Bool {
        startMax >= request.startLower && startMin <= request.startUpper
            && endMax >= request.endLower && endMin <= request.endUpper
            && anchorMax > (request.after ?? Int64.min)
    }

    /// Whether all rows satisfy the bounds.
    func matches(_ request: ScanRequest) -> Bool {
        startMin >= request.startLower && startMax <= request.startUpper
            && endMin >= request.endLower && endMax <= request.endUpper && request.after == nil
    }
}

/// A sorted, packed part of the index of UUIDs.
///
/// Its blocks divide the range of fingerprints evenly, so the block of a fingerprint is found by arithmetic. Blocks are
/// never changed; a merge writes a new run and removes the old ones.
struct IdentityRun {
    /// The run's number, which no other run of the store ever had.
    var id: Int64
    var blockCount: Int
    /// The number of entries in all blocks.
    var entryCount: Int

    /// The number of entries that a block is made for: about as many as fit one page of the file.
    static let blockTarget = 800

    /// A bound on what damage can make us allocate.
    static let blockLimit = 1 << 20

    init(id: Int64, blockCount: Int, entryCount: Int) {
        self.id = id
        self.blockCount = blockCount
        self.entryCount = entryCount
    }

    /// A run that is to hold about so many entries.
    init(id: Int64, holding count: Int) {
        self.init(id: id, blockCount: max(1, count / IdentityRun.blockTarget), entryCount: 0)
    }

    /// The block of a fingerprint.
    func block(of fingerprint: UInt32) -> Int {
        Int(truncatingIfNeeded: (UInt64(fingerprint) &* UInt64(blockCount)) &>> 32)
    }

    /// The key under which a block is stored.
    func key(ofBlock block: Int) -> Int64 { id << 32 | Int64(block) }
}

/// The bytes of a block: its count, four columns, and a checksum that binds it to its place.
final class IdentityBlock {
    private(set) var count = 0
    private(set) var fingerprints: [Int64] = []
    private(set) var groups: [Int64] = []
    private(set) var buckets: [Int64] = []
    private(set) var counts: [Int64] = []
    private let scratch = ColumnScratch(capacity: 2 * IdentityRun.blockTarget)

    /// Writes entries, replacing what `out` held.
    func encode(_ entries: ArraySlice<IdentityIndex.Entry>, key: Int64, into out: ByteBuffer) {
        out.removeAll()
        out.append(UInt32(entries.count))
        scratch.require(entries.count)
        if !entries.isEmpty {
            encode(entries.map { Int64($0.fingerprint) }, into: out)
            encode(entries.map(\.group), into: out)
            encode(entries.map(\.bucket), into: out)
            encode(entries.map(\.count), into: out)
        }
        out.append(Checksum.of(out.bytes, seed: UInt64(bitPattern: key)))
    }

    private func encode(_ integers: [Int64], into out: ByteBuffer) {
        integers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            IntegerColumn.encode(base, count: buffer.count, into: out, scratch: scratch)
        }
    }

    /// Reads what ``encode(_:key:into:)`` wrote.
    ///
    /// - Parameters:
    ///   - bytes: the block.
    ///   - key: where it stands.
    ///   - fingerprint: when given, and the block has no such entry, the block counts as empty.
    /// - Throws: ``StoreError/Code/damaged``.
    func decode(_ bytes: UnsafeRawBufferPointer, key: Int64, lookingFor fingerprint: UInt32? = nil) throws {
        count = 0
        guard let base = bytes.baseAddress, bytes.count >= 12 else {
            throw StoreError.damaged("a block of the UUID index is too short")
        }
        let size = bytes.count - 8
        let written = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: size, as: UInt64.self))
        let body = UnsafeRawBufferPointer(start: base, count: size)
        guard Checksum.of(body, seed: UInt64(bitPattern: key)) == written else {
            throw StoreError.damaged("a block of the UUID index fails its checksum")
        }
        var reader = try ByteCursor(bytes, 0..<size)
        let claimed = Int(try reader.uint32())
        guard claimed <= IdentityRun.blockLimit else {
            throw StoreError.damaged("a block of the UUID index is too long")
        }
        scratch.require(claimed)
        if claimed > 0 {
            try decode(&reader, claimed, into: &fingerprints)
            if let fingerprint, range(of: fingerprint, count: claimed).isEmpty { return }
            try decode(&reader, claimed, into: &groups)
            try decode(&reader, claimed, into: &buckets)
            try decode(&reader, claimed, into: &counts)
        }
        count = claimed
    }

    private func decode(_ reader: inout ByteCursor, _ count: Int, into column: inout [Int64]) throws {
        if column.count < count { column += Array(repeating: 0, count: count - column.count) }
        try column.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            try IntegerColumn.decode(&reader, count: count, into: base, scratch: scratch)
        }
    }

    func entry(_ index: Int) -> IdentityIndex.Entry {
        IdentityIndex.Entry(
            fingerprint: UInt32(truncatingIfNeeded: fingerprints[index]),
            group: groups[index],
            bucket: buckets[index],
            count: counts[index]
        )
    }

    /// The entries with a fingerprint.
    func range(of fingerprint: UInt32) -> Range<Int> {
        range(of: fingerprint, count: count)
    }

    private func range(of fingerprint: UInt32, count: Int) -> Range<Int> {
        let wanted = Int64(fingerprint)
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if fingerprints[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < count, fingerprints[end] == wanted { end += 1 }
        return low..<end
    }
}

/// The bytes of packed deletions.
///
/// A layout byte, three zero bytes and the count; anchors; times of deletion; payloads; UUIDs; and a checksum of all
/// that comes before it, bound to their row.
///
/// - A payload that all have in common is stored once. Others are split: the first sixteen bytes usually are two times,
///   and become two columns of numbers; each distinct rest is stored once, without the prefix that it shares with the
///   previous one.
/// - A UUID is taken apart, too: its version and variant, which most have in common, the first 48 bits and the rest. The
///   first bits of one that was computed follow from the type, which they have in common, and the start, where the payload
///   begins with it.
enum TombstoneCodec {
    static let layout: UInt8 = 1
    static let checksumSize = 8
    private static let headerSize = 8
    /// More bytes of payloads than deletions may make.
    private static let maximumPayloads = 1 << 28

    /// The encoding of payloads.
    private enum Payloads: UInt8 {
        /// All have the same.
        case equal = 0
        /// Two times, followed by other data.
        case times = 1
        /// Anything.
        case bytes = 2
    }

    /// The encoding of two columns of times.
    private enum Times: UInt8 {
        /// Each by itself.
        case apart = 0
        /// The second as the distance from the first, in one scale.
        case distance = 1
    }

    private static let timesSize = 16
    /// The version and the variant of a UUID that is computed.
    private static let derivedKind: Int64 = 0x8 << 2 | 2

    /// Writes rows, replacing what `out` held.
    static func encode(
        _ rows: TombstoneRows,
        _ range: Range<Int>,
        of origin: TombstoneOrigin,
        into out: ByteBuffer,
        scratch: ColumnScratch
    ) -> PackedTombstones {
        let packed = PackedTombstones(rows, range, of: origin)
        scratch.require(max(range.count, IntegerColumn.distinctLimit))
        out.removeAll()
        out.append(UInt32(layout))
        out.append(UInt32(range.count))
        rows.anchors[range]
            .withUnsafeBufferPointer { anchors in
                guard let base = anchors.baseAddress else { return }
                IntegerColumn.encode(base, count: range.count, isAscending: true, into: out, scratch: scratch)
            }
        encode(Array(rows.times[range]), into: out, scratch)
        let starts = encodePayloads(rows, range, into: out, scratch)
        encodeIdentifiers(Array(rows.identifiers[range]), starts, into: out, scratch)
        out.append(Checksum.of(out.bytes, seed: packed.seed))
        return packed
    }

    private static func encode(_ numbers: [Double], into out: ByteBuffer, _ scratch: ColumnScratch) {
        numbers.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return }
            NumberColumns.encode(base, values.count, into: out, scratch)
        }
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Double {
        Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }

    // MARK: Payloads

    /// - Returns: the first of the two times of each payload; nil where that is not how they are written.
    private static func encodePayloads(
        _ rows: TombstoneRows,
        _ range: Range<Int>,
        into out: ByteBuffer,
        _ scratch: ColumnScratch
    ) -> [Double]? {
        let first = rows.payload(range.lowerBound)
        if range.allSatisfy({ rows.payload($0).elementsEqual(first) }) {
            out.append(Payloads.equal.rawValue)
            out.append(varint: UInt64(first.count))
            out.append(contentsOf: first)
            return nil
        }
        guard range.allSatisfy({ rows.payload($0).count >= timesSize }) else {
            out.append(Payloads.bytes.rawValue)
            encodeTails(rows, range, from: 0, into: out, scratch)
            return nil
        }
        out.append(Payloads.times.rawValue)
        let starts = range.map { word(rows.payload($0), at: 0) }
        encode(starts, range.map { word(rows.payload($0), at: 8) }, into: out, scratch)
        encodeTails(rows, range, from: timesSize, into: out, scratch)
        return starts
    }

    private static func encode(_ starts: [Double], _ ends: [Double], into out: ByteBuffer, _ scratch: ColumnScratch) {
        let count = starts.count
        let scale = NumberScale.fitting(starts, ends, count: count)
        if scale == .bits {
            out.append(Times.apart.rawValue)
            encode(starts, into: out, scratch)
            encode(ends, into: out, scratch)
            return
        }
        out.append(Times.distance.rawValue)
        out.append(scale.tag)
        out.append(scale.parameter)
        scale.integers(of: starts, count: count, into: scratch.starts)
        scale.integers(of: ends, count: count, into: scratch.ends)
        IntegerColumn.encodeShortest(scratch.starts, count: count, into: out, scratch: scratch)
        for row in 0..<count { scratch.ends[row] &-= scratch.starts[row] }
        IntegerColumn.encodeShortest(scratch.ends, count: count, into: out, scratch: scratch)
    }

    /// Writes the rest of each payload after an offset: the distinct rests, and the index of each payload's.
    private static func encodeTails(
        _ rows: TombstoneRows,
        _ range: Range<Int>,
        from start: Int,
        into out: ByteBuffer,
        _ scratch: ColumnScratch
    ) {
        var tails: [[UInt8]] = []
        var places: [[UInt8]: Int] = [:]
        for (index, row) in range.enumerated() {
            let bytes = rows.payload(row).dropFirst(start)
            // Most have the one before.
            if index > 0, tails[Int(scratch.integers[index - 1])].elementsEqual(bytes) {
                scratch.integers[index] = scratch.integers[index - 1]
                continue
            }
            let tail = [UInt8](bytes)
            let place = places[tail] ?? tails.count
            if place == tails.count {
                places[tail] = place
                tails.append(tail)
            }
            scratch.integers[index] = Int64(place)
        }
        out.append(varint: UInt64(tails.count))
        var last: [UInt8] = []
        for tail in tails {
            let shared = zip(last, tail).prefix { $0 == $1 }.count
            out.append(varint: UInt64(shared))
            out.append(varint: UInt64(tail.count - shared))
            tail.dropFirst(shared).withUnsafeBytes { out.append(contentsOf: $0) }
            last = tail
        }
        if tails.count > 1 {
            IntegerColumn.encodeShortest(scratch.integers, count: range.count, into: out, scratch: scratch)
        }
    }

    // MARK: UUIDs

    private static func kind(_ identifier: Identifier) -> Int64 {
        Int64(identifier.high >> 12 & 0xF) << 2 | Int64(identifier.low >> 62)
    }

    /// The first 48 bits of a computed UUID, without the type, for an object that started at a time.
    private static func beginning(_ start: Double) -> Int64 {
        Int64(DerivedIdentity.beginning(typeHash: 0, start: start))
    }

    private static func encodeIdentifiers(
        _ identifiers: [Identifier],
        _ starts: [Double]?,
        into out: ByteBuffer,
        _ scratch: ColumnScratch
    ) {
        let count = identifiers.count
        for row in 0..<count { scratch.integers[row] = kind(identifiers[row]) }
        IntegerColumn.encode(scratch.integers, count: count, into: out, scratch: scratch)
        for isDerived in [true, false] {
            var found = 0
            for row in 0..<count where (kind(identifiers[row]) == derivedKind) == isDerived {
                let known = isDerived ? starts.map { beginning($0[row]) } ?? 0 : 0
                scratch.integers[found] = Int64(identifiers[row].high >> 16) - known
                found += 1
            }
            if found > 0 { IntegerColumn.encode(scratch.integers, count: found, into: out, scratch: scratch) }
        }
        // Seventy-four bits remain: ten, and a word.
        for row in 0..<count { scratch.integers[row] = Int64(identifiers[row].high >> 2 & 0x3FF) }
        IntegerColumn.encode(scratch.integers, count: count, into: out, scratch: scratch)
        for identifier in identifiers { out.append(identifier.low << 2 | identifier.high & 3) }
    }

    // MARK: Reading

    /// Reads what ``encode(_:_:of:into:scratch:)`` wrote, and adds it to `rows`.
    /// - Throws: ``StoreError/Code/damaged`` if it isn't the data written in this row.
    static func decode(
        _ bytes: UnsafeRawBufferPointer,
        _ packed: PackedTombstones,
        into rows: TombstoneRows,
        scratch: ColumnScratch
    ) throws {
        let end = bytes.count - checksumSize
        guard end >= headerSize, let base = bytes.baseAddress else {
            throw StoreError.damaged("packed deletions are too short")
        }
        let written = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: end, as: UInt64.self))
        guard Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<end]), seed: packed.seed) == written else {
            throw StoreError.damaged("packed deletions fail their checksum")
        }
        var cursor = try ByteCursor(bytes, 0..<end)
        guard try cursor.uint32() == UInt32(layout), try cursor.uint32() == UInt32(packed.count) else {
            throw StoreError.damaged("packed deletions have another layout or count than their row")
        }
        let count = packed.count
        scratch.require(max(count, IntegerColumn.distinctLimit))
        let anchors = try integers(&cursor, count, scratch)
        guard anchors.first == packed.first, anchors.last == packed.last,
            zip(anchors, anchors.dropFirst()).allSatisfy({ $0 < $1 })
        else { throw StoreError.damaged("packed deletions are out of order") }
        let times = try numbers(&cursor, count, scratch)
        let payloads = try DecodedPayloads(&cursor, count, scratch)
        let identifiers = try decodeIdentifiers(&cursor, count, payloads.starts, scratch)
        guard cursor.remaining == 0 else { throw StoreError.damaged("packed deletions go on behind their end") }
        rows.reserve(rows.count + count)
        for row in 0..<count {
            rows.append(anchors[row], identifiers[row], times[row]) { payloads.append(row, to: $0) }
        }
    }

    private static func integers(_ cursor: inout ByteCursor, _ count: Int, _ scratch: ColumnScratch) throws -> [Int64] {
        try [Int64](unsafeUninitializedCapacity: count) { values, filled in
            guard let base = values.baseAddress else { return }
            try IntegerColumn.decode(&cursor, count: count, into: base, scratch: scratch)
            filled = count
        }
    }

    private static func numbers(_ cursor: inout ByteCursor, _ count: Int, _ scratch: ColumnScratch) throws -> [Double] {
        try [Double](unsafeUninitializedCapacity: count) { values, filled in
            guard let base = values.baseAddress else { return }
            try NumberColumns.decode(&cursor, count: count, into: base, scratch: scratch)
            filled = count
        }
    }

    /// The payloads of rows, taken apart.
    private struct DecodedPayloads {
        /// The two times that begin each; nil where they begin with none.
        private(set) var starts: [Double]?
        private var ends: [Double] = []
        private var tails: [[UInt8]] = []
        /// The number of each one's tail; nil if there is only one tail.
        private var places: [Int64]?

        init(_ cursor: inout ByteCursor, _ count: Int, _ scratch: ColumnScratch) throws {
            switch Payloads(rawValue: try cursor.byte()) {
            case .equal:
                let size = try Self.size(&cursor)
                tails = [[UInt8](UnsafeRawBufferPointer(start: try cursor.skip(size), count: size))]
            case .times:
                try readTimes(&cursor, count, scratch)
                try readTails(&cursor, count, scratch)
            case .bytes: try readTails(&cursor, count, scratch)
            case nil: throw StoreError.damaged("packed deletions have payloads of an unknown form")
            }
            let size = (places?.reduce(0) { $0 + tails[Int($1)].count } ?? count * (tails.first?.count ?? 0))
            guard size <= maximumPayloads else { throw StoreError.damaged("packed deletions are too large") }
        }

        private static func size(_ cursor: inout ByteCursor) throws -> Int {
            let size = try cursor.varint()
            guard size <= UInt64(cursor.remaining) else { throw StoreError.damaged("packed deletions end too early") }
            return Int(size)
        }

        private mutating func readTimes(_ cursor: inout ByteCursor, _ count: Int, _ scratch: ColumnScratch) throws {
            switch Times(rawValue: try cursor.byte()) {
            case .apart:
                starts = try numbers(&cursor, count, scratch)
                ends = try numbers(&cursor, count, scratch)
            case .distance:
                let scale = try NumberScale(tag: cursor.byte(), parameter: cursor.byte())
                let first = try integers(&cursor, count, scratch)
                let distances = try integers(&cursor, count, scratch)
                let last = zip(first, distances).map { $0 &+ $1 }
                starts = Self.values(of: first, scale)
                ends = Self.values(of: last, scale)
            case nil: throw StoreError.damaged("packed deletions have times of an unknown form")
            }
        }

        private static func values(of integers: [Int64], _ scale: NumberScale) -> [Double] {
            [Double](unsafeUninitializedCapacity: integers.count) { values, filled in
                guard let base = values.baseAddress else { return }
                scale.values(of: integers, count: integers.count, into: base)
                filled = integers.count
            }
        }

        private mutating func readTails(_ cursor: inout ByteCursor, _ count: Int, _ scratch: ColumnScratch) throws {
            let distinct = try cursor.varint()
            guard distinct > 0, distinct <= UInt64(count) else {
                throw StoreError.damaged("packed deletions have more payloads than rows")
            }
            for _ in 0..<distinct {
                let shared = try cursor.varint()
                let last = tails.last ?? []
                guard shared <= UInt64(last.count) else {
                    throw StoreError.damaged("packed deletions name more of a payload than there is")
                }
                let size = try Self.size(&cursor)
                let rest = UnsafeRawBufferPointer(start: try cursor.skip(size), count: size)
                tails.append([UInt8](last.prefix(Int(shared))) + [UInt8](rest))
            }
            guard distinct > 1 else { return }
            let places = try integers(&cursor, count, scratch)
            guard places.allSatisfy({ $0 >= 0 && $0 < Int64(distinct) }) else {
                throw StoreError.damaged("packed deletions name a payload that they don't have")
            }
            self.places = places
        }

        func append(_ row: Int, to out: ByteBuffer) {
            if let starts {
                out.append(starts[row])
                out.append(ends[row])
            }
            tails[places.map { Int($0[row]) } ?? 0].withUnsafeBytes { out.append(contentsOf: $0) }
        }
    }

    private static func decodeIdentifiers(
        _ cursor: inout ByteCursor,
        _ count: Int,
        _ starts: [Double]?,
        _ scratch: ColumnScratch
    ) throws -> [Identifier] {
        let kinds = try integers(&cursor, count, scratch)
        let derived = kinds.count { $0 == derivedKind }
        let computed = derived > 0 ? try integers(&cursor, derived, scratch) : []
        let others = derived < count ? try integers(&cursor, count - derived, scratch) : []
        let middles = try integers(&cursor, count, scratch)
        let words = try cursor.skip(8 * count)
        var (nextComputed, nextOther) = (0, 0)
        return (0..<count)
            .map { row in
                var beginning: Int64
                if kinds[row] == derivedKind {
                    beginning = computed[nextComputed] &+ (starts.map { self.beginning($0[row]) } ?? 0)
                    nextComputed += 1
                } else {
                    beginning = others[nextOther]
                    nextOther += 1
                }
                let word = UInt64(littleEndian: words.loadUnaligned(fromByteOffset: 8 * row, as: UInt64.self))
                let kind = UInt64(bitPattern: kinds[row])
                let middle = UInt64(bitPattern: middles[row] << 2) | word & 3
                return Identifier(
                    high: UInt64(bitPattern: beginning) << 16 | (kind >> 2 & 0xF) << 12 | middle & 0xFFF,
                    low: word >> 2 | kind << 62
                )
            }
    }
}

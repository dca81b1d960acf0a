import Foundation
import RandomTesting
import Testing

@testable import HealthKitStore

/// Packed deletions come back as they were, and damaged ones are never taken for others.
@Suite struct TombstoneCodecTests {
    private static let origin = TombstoneOrigin(type: 3, source: 7)

    private func encode(_ rows: TombstoneRows, _ range: Range<Int>? = nil) -> (packed: PackedTombstones, bytes: [UInt8])
    {
        let out = ByteBuffer()
        let range = range ?? 0..<rows.count
        let packed = TombstoneCodec.encode(rows, range, of: Self.origin, into: out, scratch: ColumnScratch())
        return (packed, Array(out.bytes))
    }

    private func decode(_ packed: PackedTombstones, _ bytes: [UInt8]) throws -> [StoredTombstone] {
        let rows = TombstoneRows()
        try bytes.withUnsafeBytes { try TombstoneCodec.decode($0, packed, into: rows, scratch: ColumnScratch()) }
        return tombstones(rows)
    }

    private func tombstones(_ rows: TombstoneRows) -> [StoredTombstone] {
        (0..<rows.count).map { rows.tombstone($0, of: Self.origin) }
    }

    /// Rows in the shapes that deletions have, and in shapes that they should never have.
    private func rows(_ count: Int, _ random: inout RandomRows) -> TombstoneRows {
        let styles = (0..<8).map { _ in random.generator.int(0...47) }
        let rows = TombstoneRows()
        var anchor = Int64(random.generator.int(1...1_000_000))
        let texts = (0..<3)
            .map { _ in (0..<random.generator.int(0...40)).map { _ in UInt8(random.generator.int(0...255)) } }
        for row in 0..<count {
            let start = random.time(styles[0], near: 7e8)
            var payload: [UInt8] = []
            if styles[1] % 4 != 0 {
                let end = styles[1] % 4 == 1 ? start : start + Double(random.generator.int(0...600))
                for time in [start, styles[2] % 5 == 0 ? random.anyDouble() : end] {
                    withUnsafeBytes(of: time.bitPattern.littleEndian) { payload += $0 }
                }
            }
            switch styles[3] % 5 {
            case 0: payload += texts[row % 3]
            case 1: payload += Array("sync identifier \(row)".utf8)
            case 2 where random.generator.chance(10): payload = Array(payload.prefix(random.generator.int(0...20)))
            default: break
            }
            var identifier = Identifier(random.generator.uuid())
            if styles[4] % 3 == 0 || styles[4] % 3 == 1 && random.generator.chance(50) {
                let hash = identifier
                let prefix = DerivedIdentity.Prefix(type: 9, source: 1, unit: 2, revision: 0, device: 0, metadata: 0)
                identifier = DerivedIdentity.identifier(
                    prefix,
                    start: styles[5] % 4 == 0 ? random.time(styles[5], near: 0) : start,
                    end: start,
                    value: Double(hash.low % 100),
                    creation: 0,
                    ordinal: 0
                )
            } else if styles[4] % 7 == 2 {
                identifier = Identifier(high: random.generator.next(), low: random.generator.next())
            }
            let time = styles[6] % 3 == 0 ? random.time(styles[7], near: 8e8) : 8e8 + 0.123
            payload.withUnsafeBytes { rows.append(anchor, identifier, time, payload: $0) }
            anchor += styles[7] % 2 == 0 ? 1 : Int64(random.generator.int(1...5_000))
        }
        return rows
    }

    @Test(arguments: 0..<200) func deletionsComeBackBitForBit(_ seed: UInt64) throws {
        var random = RandomRows(seed: seed)
        let rows = rows([1, 2, 5, 127, 129, 700][random.generator.int(0...5)], &random)
        let (packed, bytes) = encode(rows)
        #expect(try decode(packed, bytes) == tombstones(rows), "seed \(seed)")
        let half = rows.count / 2
        let rest = encode(rows, half..<rows.count)
        #expect(try decode(rest.packed, rest.bytes) == Array(tombstones(rows)[half...]), "seed \(seed)")
        let read = try packed.extent.withUnsafeBytes {
            try PackedTombstones(Self.origin, first: packed.first, extent: $0)
        }
        #expect(read.last == packed.last && read.count == packed.count && read.seed == packed.seed)
    }

    @Test(arguments: 0..<8) func anyChangedByteIsNoticed(_ seed: UInt64) {
        var random = RandomRows(seed: seed)
        let (packed, bytes) = encode(rows(40, &random))
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= UInt8(truncatingIfNeeded: random.generator.int(1...255))
            #expect(throws: StoreError.self, "seed \(seed), byte \(index)") { try decode(packed, damaged) }
        }
        for size in 0..<bytes.count {
            #expect(throws: StoreError.self, "seed \(seed), size \(size)") {
                try decode(packed, Array(bytes.prefix(size)))
            }
        }
    }

    @Test func deletionsBelongToTheirRow() throws {
        var random = RandomRows(seed: 5)
        let (packed, bytes) = encode(rows(40, &random))
        let changes: [(inout PackedTombstones) -> Void] = [
            { $0.origin.type = 4 }, { $0.origin.source = 8 }, { $0.first += 1 }, { $0.last += 1 }, { $0.count += 1 },
            { $0.origin = TombstoneOrigin(type: 7, source: 3) },
        ]
        for change in changes {
            var other = packed
            change(&other)
            #expect(throws: StoreError.self) { try decode(other, bytes) }
        }
        for extent in [[], Array(packed.extent.dropLast()), packed.extent + [0], [UInt8](repeating: 0, count: 12)] {
            #expect(throws: StoreError.self) {
                try extent.withUnsafeBytes { try PackedTombstones(Self.origin, first: 1, extent: $0) }
            }
        }
    }

    @Test(arguments: 0..<60) func forgedBytesNeverTrap(_ seed: UInt64) {
        var random = RandomRows(seed: seed)
        let (packed, bytes) = encode(rows(random.generator.int(1...300), &random))
        for _ in 0..<100 {
            var forged = bytes
            for _ in 0..<random.generator.int(1...4) {
                let index = random.generator.int(8...forged.count - 9)
                forged[index] = UInt8(truncatingIfNeeded: random.generator.int(0...255))
            }
            if random.generator.chance(20) { forged.removeSubrange(20..<random.generator.int(20...forged.count - 8)) }
            let size = forged.count - 8
            let checksum = forged.withUnsafeBytes {
                Checksum.of(UnsafeRawBufferPointer(rebasing: $0[..<size]), seed: packed.seed)
            }
            withUnsafeBytes(of: checksum.littleEndian) { forged.replaceSubrange(size..., with: $0) }
            _ = try? decode(packed, forged)
        }
    }

    @Test("Two thousand deletions of imported samples take 13 bytes each, of an app's samples 18, with start and end")
    func sizes() {
        var random = RandomRows(seed: 1)
        let prefix = DerivedIdentity.Prefix(type: 9, source: 1, unit: 2, revision: 0, device: 0, metadata: 0)
        for isDerived in [true, false] {
            let rows = TombstoneRows()
            var start = 7e8
            for row in 0..<2_048 {
                start += Double(random.generator.int(30...600))
                let end = start + Double(random.generator.int(1...60))
                var payload: [UInt8] = []
                for time in [start, end] { withUnsafeBytes(of: time.bitPattern.littleEndian) { payload += $0 } }
                let identifier =
                    isDerived
                    ? DerivedIdentity.identifier(prefix, start: start, end: end, value: 1, creation: end, ordinal: 0)
                    : Identifier(random.generator.uuid())
                payload.withUnsafeBytes { rows.append(Int64(row + 1), identifier, 8e8, payload: $0) }
            }
            let bytes = encode(rows).bytes
            #expect(bytes.count <= (isDerived ? 13 : 18) * rows.count, "\(bytes.count)")
        }
    }
}

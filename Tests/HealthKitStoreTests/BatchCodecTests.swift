import Foundation
import Testing

@testable import HealthKitStore

@Suite struct BatchCodecTests {
    /// Everything that a batch says, by bits.
    private func bits(_ rows: BatchRows) -> [[UInt64]] {
        (0..<rows.count)
            .map { row in
                let isExplicit = rows.ordinals[row] == BatchRows.explicit
                return [
                    rows.starts[row].bitPattern, rows.ends[row].bitPattern, rows.values[row].bitPattern,
                    rows.creations[row].bitPattern, UInt64(bitPattern: rows.anchors[row]),
                    UInt64(UInt32(bitPattern: rows.revisions[row].number)),
                    UInt64(UInt32(bitPattern: rows.devices[row].number)),
                    UInt64(UInt32(bitPattern: rows.metadata[row].number)),
                    UInt64(UInt32(bitPattern: rows.ordinals[row])),
                    isExplicit ? rows.identifiers[row].high : 0, isExplicit ? rows.identifiers[row].low : 0,
                ]
            }
    }

    private func encode(_ rows: BatchRows) -> (header: BatchHeader, bytes: [UInt8]) {
        let out = ByteBuffer()
        let range = 0..<rows.count
        var header = BatchHeader(group: 1, id: 1, rows: rows, range: range)
        header.dataChecksum = BatchCodec.encode(rows, range, into: out, scratch: ColumnScratch())
        return (header, Array(out.bytes))
    }

    private func decode(_ header: BatchHeader, _ bytes: [UInt8]) throws -> BatchRows {
        let batch = BatchBytes()
        let rows = BatchRows(capacity: header.count)
        try bytes.withUnsafeBytes { try batch.load($0, header: header) }
        rows.setCount(header.count)
        try batch.decodeTimes(into: rows)
        try batch.decodeValues(into: rows)
        try batch.decodeProvenance(into: rows)
        try batch.decodeCreations(into: rows)
        try batch.decodeAnchors(into: rows)
        try batch.decodeOrdinals(into: rows)
        return rows
    }

    @Test(arguments: 0..<150) func rowsComeBackBitForBit(_ seed: UInt64) throws {
        var random = RandomRows(seed: seed)
        let rows = random.rows(count: [1, 2, 5, 127, 129, 700][random.generator.int(0...5)])
        let (header, bytes) = encode(rows)
        let decoded = try decode(header, bytes)
        for row in 0..<rows.count where rows.ordinals[row] == BatchRows.explicit {
            decoded.identifiers[row] = rows.identifiers[row]
        }
        #expect(bits(decoded) == bits(rows), "seed \(seed)")
    }

    @Test(arguments: 0..<4) func anyChangedByteIsNoticed(_ seed: UInt64) {
        var random = RandomRows(seed: seed)
        let (header, bytes) = encode(random.rows(count: 40))
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= UInt8(truncatingIfNeeded: random.generator.int(1...255))
            #expect(throws: StoreError.self, "seed \(seed), byte \(index)") { try decode(header, damaged) }
        }
    }

    @Test(arguments: 0..<40) func forgedBytesNeverTrap(_ seed: UInt64) {
        var random = RandomRows(seed: seed)
        let (header, bytes) = encode(random.rows(count: random.generator.int(1...300)))
        for _ in 0..<100 {
            var forged = bytes
            for _ in 0..<random.generator.int(1...4) {
                let index = random.generator.int(8...forged.count - 9)
                forged[index] = UInt8(truncatingIfNeeded: random.generator.int(0...255))
            }
            if random.generator.chance(20) { forged.removeSubrange(44..<random.generator.int(44...forged.count - 8)) }
            let size = forged.count - 8
            let checksum = forged.withUnsafeBytes { Checksum.of(UnsafeRawBufferPointer(rebasing: $0[..<size])) }
            withUnsafeBytes(of: checksum.littleEndian) { forged.replaceSubrange(size..., with: $0) }
            var believed = header
            believed.dataChecksum = checksum
            _ = try? decode(believed, forged)
        }
    }

    @Test func aHeaderComesBackAndBelongsToItsPlace() throws {
        var random = RandomRows(seed: 9)
        let header = BatchHeader(group: 3, id: 8, rows: random.rows(count: 50), range: 0..<50)
        let out = ByteBuffer()
        header.encode(into: out)
        let copy = try BatchHeader(group: 3, id: 8, anchorFirst: header.anchorFirst, bytes: out.bytes)
        #expect(
            copy.count == 50 && copy.endMax == header.endMax && copy.valueSum.bitPattern == header.valueSum.bitPattern
        )
        #expect(throws: StoreError.self) {
            try BatchHeader(group: 3, id: 9, anchorFirst: header.anchorFirst, bytes: out.bytes)
        }
        #expect(throws: StoreError.self) {
            try BatchHeader(group: 4, id: 8, anchorFirst: header.anchorFirst, bytes: out.bytes)
        }
    }
}

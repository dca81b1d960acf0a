import Foundation
import Testing

@testable import HealthStore

@Suite struct ColumnTests {
    private func roundTrip(_ values: [Int64], isAscending: Bool = false) throws -> [Int64] {
        let out = ByteBuffer()
        let scratch = ColumnScratch(capacity: max(values.count, 1))
        values.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            IntegerColumn.encode(base, count: buffer.count, isAscending: isAscending, into: out, scratch: scratch)
        }
        let size = out.count
        out.append(UInt64(0))
        var reader = try ByteCursor(out.bytes, 0..<size)
        var decoded = [Int64](repeating: 0, count: values.count)
        try decoded.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            try IntegerColumn.decode(&reader, count: buffer.count, into: base, scratch: scratch)
        }
        #expect(reader.remaining == 0)
        return decoded
    }

    @Test(arguments: 0..<60) func integersComeBack(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = [1, 2, 127, 128, 129, 300, 2048][generator.int(0...6)]
        let width = generator.int(0...64)
        let mask = width == 64 ? UInt64.max : (UInt64(1) << UInt64(width)) - 1
        let base = Int64(bitPattern: generator.next())
        var values = (0..<count).map { _ in base &+ Int64(bitPattern: generator.next() & mask) }
        switch generator.int(0...4) {
        case 0: values = values.indices.map { values[$0 / 50 * 50] }
        case 1: values = values.indices.map { base &+ Int64($0) &* 7 }
        case 2: values = values.map { [base, base &+ 1000, 5].randomElement(using: &generator) ?? $0 }
        case 3: values.sort()
        default: break
        }
        #expect(try roundTrip(values) == values, "seed \(seed)")
        #expect(try roundTrip(values, isAscending: true) == values, "seed \(seed)")
    }

    @Test func extremeIntegersComeBack() throws {
        let values: [Int64] = [.min, .max, 0, -1, 1, .max, .min, .min + 1, .max - 1]
        #expect(try roundTrip(values) == values)
        #expect(try roundTrip(values, isAscending: true) == values)
    }

    @Test func ordinaryColumnsAreSmall() {
        let scratch = ColumnScratch(capacity: 2048)
        func size(_ values: [Int64], isAscending: Bool = false) -> Int {
            let out = ByteBuffer()
            values.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                IntegerColumn.encode(base, count: buffer.count, isAscending: isAscending, into: out, scratch: scratch)
            }
            return out.count
        }
        #expect(size(Array(repeating: 7, count: 2048)) == 9)
        #expect(size((0..<2048).map { 1000 + 3 * $0 }) == 17)
        #expect(size((0..<2048).map { $0 % 4 * 1_000_000 }) < 2048 / 4 + 128)
        #expect(size((0..<2048).map { $0 / 500 * 1_000_000 }) < 64)
        #expect(size((0..<2048).map { $0 * 300 + $0 % 13 }, isAscending: true) < 2048 * 5 / 8)
    }

    @Test(arguments: 0..<200) func doublesComeBackBitForBit(_ seed: UInt64) {
        var rows = RandomRows(seed: seed)
        let count = rows.generator.int(1...300)
        let style = rows.generator.int(0...47)
        let isTime = rows.generator.chance(50)
        let values = (0..<count).map { _ in isTime ? rows.time(style, near: 7e8) : rows.value(style) }
        let scale = NumberScale.fitting(values, count: count)
        var integers = [Int64](repeating: 0, count: count)
        var decoded = [Double](repeating: 0, count: count)
        scale.integers(of: values, count: count, into: &integers)
        scale.values(of: integers, count: count, into: &decoded)
        #expect(decoded.map(\.bitPattern) == values.map(\.bitPattern), "seed \(seed), scale \(scale)")
    }

    @Test func scalesAreTheSmallestThatFit() {
        func scale(_ values: [Double]) -> NumberScale { .fitting(values, count: values.count) }
        #expect(scale([1, 2, 3]) == .binary(0))
        #expect(scale([154.3, 171.7, 160]) == .decimal(1))
        #expect(scale([0.5, 2]) == .binary(1))
        #expect(scale([0.1234567, 3]) == .decimal(7))
        #expect(scale([-0.0]) == .bits)
        #expect(scale([1e300, 1]) == .bits)
    }
}

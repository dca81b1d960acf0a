import Foundation
import RandomTesting
import Testing

@testable import HealthKitStore

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

    @Test("Varints are read back one by one, and skipped, wherever they stand", arguments: 0..<40)
    func varints(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let values = (0..<generator.int(1...60))
            .map { _ in
                let width = UInt64(generator.int(0...64))
                return width == 64 ? .max : generator.next() & (1 << width - 1)
            }
        let out = ByteBuffer()
        var ends: [Int] = []
        for value in values {
            out.append(varint: value)
            ends.append(out.count)
        }
        var reader = try ByteCursor(out.bytes, 0..<out.count)
        for (value, end) in zip(values, ends) {
            #expect(try reader.varint() == value)
            #expect(reader.position == end)
        }
        #expect(throws: StoreError.self) { try reader.varint() }
        let first = generator.int(0...values.count - 1)
        var skipping = try ByteCursor(out.bytes, 0..<out.count)
        try skipping.skipVarints(first)
        #expect(try skipping.varint() == values[first])
        try skipping.skipVarints(values.count - first - 1)
        #expect(skipping.remaining == 0)
        #expect(throws: StoreError.self) { try skipping.skipVarints(1) }
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

    @Test("The scale of a column is that of its values, wherever in it an odd one stands", arguments: 0..<300)
    func oddValues(_ seed: UInt64) {
        var generator = RandomRows(seed: seed).generator
        let count = generator.int(1...200)
        let places = generator.int(0...9)
        let power = NumberScale.powers[places]
        var values = (0..<count).map { _ in Double(generator.int(-9_000_000...9_000_000)) / power }
        let odd: [Double] = [
            .nan, -0.0, .infinity, .leastNonzeroMagnitude, 1 / 3, 0x1p-40, 1e300, 0x1p60, 4_503_599_627_370_497,
            0.1 + 0.2, 1e15 / 7,
        ]
        for _ in 0..<generator.int(0...2) {
            values[generator.int(0...count - 1)] = odd[generator.int(0...odd.count - 1)]
        }
        #expect(NumberScale.fitting(values, count: count) == Self.scale(of: values), "seed \(seed)")
        let half = count / 2
        let both = values.withUnsafeBufferPointer { all in
            all.baseAddress.map { NumberScale.fitting($0, $0 + half, count: half) }
        }
        #expect(both == Self.scale(of: Array(values.prefix(2 * half))), "seed \(seed), of two columns")
    }

    /// The scale, value by value.
    private static func scale(of values: [Double]) -> NumberScale {
        var (binary, decimal, largest) = (0, 0, 0.0)
        for value in values {
            if value.magnitude < 0x1p52, Double(Int64(value)).bitPattern == value.bitPattern {
                largest = max(largest, value.magnitude)
                continue
            }
            guard value.isNormal else { return .bits }
            largest = max(largest, value.magnitude)
            let zeros = value.significandBitPattern == 0 ? 52 : value.significandBitPattern.trailingZeroBitCount
            binary = max(binary, 52 - zeros - Int(value.exponent))
            func isExact(_ places: Int) -> Bool {
                let scaled = value * NumberScale.powers[places]
                return scaled.magnitude < 0x1p52
                    && scaled.rounded(.toNearestOrEven) / NumberScale.powers[places] == value
            }
            while decimal <= NumberScale.maximumDecimal, !isExact(decimal) { decimal += 1 }
        }
        let isDecimal =
            decimal <= NumberScale.maximumDecimal && largest * NumberScale.powers[decimal] < 0x1p49
        if isDecimal, binary > 0, Double(decimal) <= Double(binary) * 0.301 { return .decimal(decimal) }
        if binary <= NumberScale.maximumBinary, largest < 0x1p61 / Double(Int64(1) << Int64(binary)) {
            return .binary(binary)
        }
        return isDecimal ? .decimal(decimal) : .bits
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

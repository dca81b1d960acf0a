import Foundation
import RandomTesting
import Testing

@testable import HealthKitStore

@Suite("Columns of numbers that records keep")
struct NumberColumnsTests {
    private func bits(_ columns: [[Double]]?) -> [[UInt64]]? { columns?.map { $0.map(\.bitPattern) } }

    @Test("Every number comes back bit for bit, whatever it is", arguments: 0..<60)
    func roundTrip(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = [0, 1, 2, 127, 128, 129, 2_000][generator.int(0...6)]
        let columns = (0..<generator.int(0...12))
            .map { _ -> [Double] in
                let kind = generator.int(0...6)
                let step = Double(generator.int(1...1_000)) / 1_000_000
                return (0..<count)
                    .map { row in
                        switch kind {
                        case 0: Double(bitPattern: generator.next())
                        case 1: Double(row) * 1.5 - 7
                        case 2: (47.3 * 1e6 + Double(row) * 3).rounded() / 1e6 + step
                        case 3: [0.0, -0.0, .nan, .infinity, -.infinity, .leastNonzeroMagnitude][generator.int(0...5)]
                        case 4: Double(bitPattern: UInt64(bitPattern: Int64(generator.int(-3...3))))
                        case 5: Double(generator.int(-1_000_000...1_000_000)) / 1_000
                        default: 4.25
                        }
                    }
            }
        let bytes = NumberColumns.bytes(columns)
        #expect(bits(NumberColumns.columns(bytes)) == bits(columns), "seed \(seed)")
        #expect(bits(NumberColumns.columns(([7, 7] + bytes)[2...])) == bits(columns), "seed \(seed)")
    }

    @Test(
        "A number that stands in every row comes back bit for bit, and so does one that differs",
        arguments: [1, 2, 129, 2_000]
    )
    func constant(_ count: Int) {
        let numbers = [
            0.0, -0.0, 4.25, 0.1, -1, .nan, .infinity, 1e300, 0x1p53 + 2, .leastNonzeroMagnitude, 1e15 + 0.5,
        ]
        for number in numbers {
            let same = [Double](repeating: number, count: count)
            #expect(bits(NumberColumns.columns(NumberColumns.bytes([same]))) == bits([same]), "\(number)")
            for (place, other) in [(0, 0.3), (count / 2, -0.0), (count - 1, 1e-7)] {
                var column = same
                column[place] = other
                #expect(
                    bits(NumberColumns.columns(NumberColumns.bytes([column]))) == bits([column]),
                    "\(number), \(other)"
                )
            }
        }
    }

    @Test("Bytes that are cut, changed or followed by others are none")
    func damage() {
        let bytes = NumberColumns.bytes([[1, 2, 3.5], [7, 7, 7]])
        for length in bytes.indices { #expect(NumberColumns.columns(bytes[..<length]) == nil) }
        for place in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[place] ^= 1 << UInt8(bit)
                #expect(NumberColumns.columns(damaged) == nil, "\(place), \(bit)")
            }
        }
        #expect(NumberColumns.columns(bytes + [0]) == nil)
    }

    @Test("A track of a place a second takes a fourth of what its numbers take")
    func size() {
        let rows = 0..<2_000
        func column(_ value: (Int) -> Double) -> [Double] { rows.map { (value($0) * 1e6).rounded() / 1e6 } }
        let columns = [
            column { 700_000_000 + Double($0) }, column { 47.3 + Double($0) * 1.1e-5 + sin(Double($0)) * 2e-6 },
            column { 8.5 - Double($0) * 0.9e-5 }, column { 408 + sin(Double($0) / 50) * 9 }, column { _ in 4.25 },
            column { _ in 3.125 }, column { abs(sin(Double($0) / 70)) * 360 }, column { _ in -1 },
            column { 2.5 + sin(Double($0)) }, column { _ in -1 },
        ]
        #expect(NumberColumns.bytes(columns).count < 20 * rows.count)
    }
}

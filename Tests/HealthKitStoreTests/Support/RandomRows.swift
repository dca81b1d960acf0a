import Foundation
import RandomTesting

@testable import HealthKitStore

/// Columns of numbers in the shapes that samples have, and in shapes that they should never have.
struct RandomRows {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// A time in a style: whole seconds, milliseconds, what a clock gives, or anything.
    mutating func time(_ style: Int, near base: Double) -> Double {
        switch style % 6 {
        case 0: base + Double(generator.int(0...100_000))
        case 1: base + Double(generator.int(0...100_000_000)) / 1000
        case 2: base + Double.random(in: 0...1e6, using: &generator)
        case 3: anyDouble()
        case 4: base
        default: [-63_114_076_800, 64_092_211_200, 0, -1, 1e15, -4e9][generator.int(0...5)]
        }
    }

    mutating func value(_ style: Int) -> Double {
        switch style % 8 {
        case 0: Double(generator.int(40...180))
        case 1: Double(generator.int(0...9_999_999)) / 1e7
        case 2: Double(generator.int(-5000...5000)) / 100
        case 3: Double.random(in: -1e3...1e3, using: &generator)
        case 4: anyDouble()
        case 5: 98.6
        case 6:
            [0.0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0.1]
                .randomElement(using: &generator) ?? 0
        default: Double(generator.int(0...3))
        }
    }

    /// Any finite double, every bit pattern equally likely.
    mutating func anyDouble() -> Double {
        while true {
            let double = Double(bitPattern: generator.next())
            if double.isFinite { return double }
        }
    }

    /// Rows of one group in the order of start.
    mutating func rows(count: Int) -> BatchRows {
        let styles = (0..<8).map { _ in generator.int(0...47) }
        let base = Double(generator.int(0...800_000_000))
        let starts = (0..<count).map { _ in time(styles[0], near: base) }.sorted()
        let rows = BatchRows(capacity: count)
        rows.setCount(count)
        for row in 0..<count {
            rows.starts[row] = starts[row]
            rows.ends[row] =
                switch styles[1] % 3 {
                case 0: starts[row]
                case 1: starts[row] + Double(generator.int(0...600))
                default: time(styles[1], near: starts[row])
                }
            rows.values[row] = value(styles[2])
            rows.creations[row] = generator.chance(50) ? rows.ends[row] + 5 : time(styles[3], near: rows.ends[row])
            rows.anchors[row] = styles[4] % 2 == 0 ? Int64(row + 17) : Int64(generator.next() >> 1)
            rows.revisions[row] = RevisionID(number: styles[5] % 3 == 0 ? 4 : Int32(row / 100))
            rows.devices[row] = DeviceID(number: Int32(styles[6] % 2))
            rows.metadata[row] = MetadataID(number: styles[7] % 3 == 0 ? 0 : Int32(generator.int(0...Int(Int32.max))))
            let isExplicit = styles[7] % 2 == 0 && generator.chance(60)
            rows.ordinals[row] = isExplicit ? BatchRows.explicit : Int32(generator.int(0...2))
            rows.identifiers[row] = Identifier(high: generator.next(), low: generator.next())
        }
        return rows
    }
}

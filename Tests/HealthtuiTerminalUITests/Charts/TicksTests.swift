import Foundation
import RandomTesting
import Testing

@testable import HealthtuiTerminalUI

@Suite struct TicksTests {
    @Test(arguments: [
        (47.0, 172.0, 8, [40.0, 60, 80, 100, 120, 140, 160, 180]),
        (0, 11_240, 4, [0, 5_000, 10_000, 15_000]),
        (69.1, 70.9, 5, [69, 69.5, 70, 70.5, 71]),
        (-3, 3, 4, [-4, -2, 0, 2, 4]),
        (0, 1, 6, [0, 0.2, 0.4, 0.6, 0.8, 1]),
    ])
    func stepsAreOneTwoOrFive(low: Double, high: Double, count: Int, expected: [Double]) {
        let values = Ticks.nice(min: low, max: high, count: count).values
        #expect(values.count == expected.count)
        #expect(zip(values, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(values)")
    }

    @Test(arguments: [
        ([0.0, 5_000, 10_000, 15_000], ["0", "5,000", "10k", "15k"]), ([40, 60], ["40", "60"]),
        ([69, 69.5, 70], ["69.0", "69.5", "70.0"]), ([0, 2_000_000, 20_000_000], ["0", "2M", "20M"]),
        ([0, 2_500, 5_000, 7_500], ["0", "2,500", "5,000", "7,500"]),
        ([10_000, 12_500, 15_000], ["10k", "12.5k", "15k"]), ([2.5, 5, 7.5], ["2.5", "5.0", "7.5"]),
        ([0.25, 0.5, 0.75], ["0.25", "0.50", "0.75"]),
    ])
    func labelsHaveTheDecimalsOfTheStep(values: [Double], labels: [String]) {
        #expect(Ticks(values: values, step: values[1] - values[0]).labels == labels)
    }

    @Test("Labels of an axis stand a row apart at least, wherever there is room for three of them")
    func apart() {
        for rows in 6...30 {
            for (low, high) in [(0.0, 300.0), (60, 126), (0, 871), (58, 140), (70.2, 71.4)] {
                let scale = ValueScale(low: low, high: high, rows: rows, axes: ChartAxes())
                let places = scale.ticks.map { scale.row(of: $0) }
                #expect(
                    zip(places, places.dropFirst()).allSatisfy { $0 - $1 >= 2 },
                    "\(low)–\(high) in \(rows): \(places)"
                )
                #expect(places.count >= 3, "\(low)–\(high) in \(rows): \(places)")
            }
        }
    }

    @Test("An axis of counts has no fractions, however far apart its ticks are")
    func counts() {
        var axes = ChartAxes()
        axes.isWhole = true
        for rows in 4...40 {
            for high in [1.0, 2, 3, 7, 9, 10, 24, 75, 1_250] {
                let scale = ValueScale(low: 0, high: high, rows: rows, axes: axes)
                #expect(scale.ticks.allSatisfy { $0.rounded() == $0 }, "0–\(high) in \(rows): \(scale.labels)")
            }
        }
    }

    @Test("Each tick is a number that the unit can write, so that its label says it, on both axes of a chart")
    func writtenTicks() {
        var random = SeededGenerator("ticks of units")
        for _ in 0..<3_000 {
            let decimals = Int.random(in: 0...2, using: &random)
            let low = Double.random(in: -50...500, using: &random)
            let high = low + pow(10, Double.random(in: -2...4, using: &random))
            let power = pow(10, Double(decimals))
            var axes = ChartAxes(format: { String(format: "%.\(decimals)f", $0) })
            axes.written = { ($0 * power).rounded() / power }
            let rows = Int.random(in: 2...60, using: &random)
            let scale = ValueScale(low: low, high: high, rows: rows, axes: axes)
            let about: Comment =
                "seed \(random.seed): \(low) to \(high) in \(rows) rows, \(decimals) decimals: \(scale.labels)"
            let said = scale.labels.compactMap(Double.init)
            #expect(said.count == scale.ticks.count && said.count >= 2, about)
            #expect(zip(said, scale.ticks).allSatisfy { abs($0 - $1) < 1e-6 }, about)
            let steps = zip(said, said.dropFirst()).map { $1 - $0 }
            #expect(steps.allSatisfy { abs($0 - steps[0]) < 1e-6 }, about)
            #expect(scale.ticks[0] <= low + 1e-9, about)
            let least = Double.random(in: 0...100, using: &random)
            let second = SecondScale(
                (least, least + pow(10, Double.random(in: -2...3, using: &random))),
                on: scale,
                written: axes.written
            )
            for index in scale.ticks.indices {
                let tick = second.tick(index)
                #expect(abs((tick * power).rounded() / power - tick) < 1e-6, about)
            }
        }
    }

    @Test func anyTwoNumbersGiveAnAxisThatHoldsThem() {
        var random = SeededGenerator()
        let special: [Double] = [
            .nan, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude, 1, 1.0.nextUp, 1e-300, 1e16, 1e16 + 2,
        ]
        for _ in 0..<5_000 {
            let first = Bool.random(using: &random) ? special.randomElement(using: &random) ?? 0 : random.anyDouble()
            let second = Bool.random(using: &random) ? special.randomElement(using: &random) ?? 0 : random.anyDouble()
            let count = [Int.min, 0, 1, 2, 5, 12, 100, Int.max].randomElement(using: &random) ?? 2
            let ticks = Ticks.nice(min: first, max: second, count: count)
            let about = "seed \(random.seed): \(first) to \(second), \(count) ticks"
            #expect(ticks.values.count >= 2 && ticks.values.count <= 4_002, "\(about)")
            #expect(ticks.values.allSatisfy { $0.isFinite } && ticks.step > 0, "\(about): \(ticks.values)")
            #expect(zip(ticks.values, ticks.values.dropFirst()).allSatisfy { $0 < $1 }, "\(about): \(ticks.values)")
            #expect(ticks.labels.count == ticks.values.count, "\(about)")
            let low = min(first, second)
            let high = max(first, second)
            if low.isFinite, high.isFinite, abs(low) < 1e290, abs(high) < 1e290 {
                let slack = ticks.step * 1e-6
                #expect(ticks.low <= low + slack && ticks.high >= high - slack, "\(about): \(ticks.values)")
            }
        }
    }
}

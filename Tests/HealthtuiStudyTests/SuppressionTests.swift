import Foundation
import Testing

@testable import HealthtuiStudy

/// The promises on published results, decided from what the people of a cell come to.
@Suite("What may be published") struct SuppressionTests {
    private let world: StudyWorld

    init() throws { world = try StudyWorld(form: .days, k: 20, since: "2026-03-20", until: "2026-03-23") }

    private func numbers(_ values: [Int64], _ cell: String, type: String = StudyWorld.steps) -> CellNumbers {
        let ordered = values.sorted()
        func at(_ quarter: Int) -> Int64 {
            ordered.isEmpty ? 0 : ordered[max(0, (quarter * ordered.count + 3) / 4 - 1)]
        }
        return CellNumbers(
            type: type,
            cell: cell,
            people: values.count,
            total: values.reduce(Int128(0)) { $0 + Int128($1) },
            absolute: values.reduce(Int128(0)) { $0 + Int128(abs($1)) },
            largest: Int128(values.map { abs($0) }.max() ?? 0),
            low: at(1),
            middle: at(2),
            high: at(3)
        )
    }

    private func cells(
        _ numbers: [CellNumbers],
        changes: [String: [CellChange]] = [:],
        _ report: StudyReport = .daily
    ) throws -> [String: ReportCell.Shown] {
        let cells = try CellSuppression.cells(
            numbers,
            changes: changes,
            report,
            world.study,
            now: StudyWorld.now
        )
        return Dictionary(
            cells.filter { $0.type == StudyWorld.steps }.compactMap { cell in cell.shown.map { (cell.cell, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private func people(_ count: Int, _ value: Int64 = Micros.one) -> [Int64] { Array(repeating: value, count: count) }

    @Test("1. A cell of fewer people than k is held back, and looks like one of nobody")
    func smallCells() throws {
        let list = try CellSuppression.cells(
            [numbers(people(19), "2026-03-20"), numbers(people(20), "2026-03-21")],
            changes: [:],
            .daily,
            world.study,
            now: StudyWorld.now
        )
        let steps = list.filter { $0.type == StudyWorld.steps }
        #expect(steps.map(\.cell) == ["2026-03-20", "2026-03-21", "2026-03-22", "2026-03-23", "total"])
        #expect(steps[0].shown == nil)
        #expect(steps[0].shown == steps[2].shown)
        #expect(steps[1].shown?.people == 20)
    }

    @Test("2. A total of which one person gives over half is held back; at half it isn't")
    func oneGivesHalf() throws {
        let shown = try cells([
            numbers(people(30) + [31 * Micros.one], "2026-03-20"),
            numbers(people(30) + [30 * Micros.one], "2026-03-21"),
            // Values of both signs nearly cancel each other: one still gives most.
            numbers(people(30, -Micros.one) + [31 * Micros.one], "2026-03-22"),
        ])
        #expect(shown["2026-03-20"] == nil)
        #expect(shown["2026-03-21"] != nil)
        #expect(shown["2026-03-22"] == nil)
    }

    @Test("3. A percentile has k people on either side, and there is no least and no greatest")
    func percentiles() throws {
        func shown(_ count: Int) throws -> ReportCell.Shown? {
            try cells([numbers((1...Int64(count)).map { $0 * Micros.one }, "2026-03-20")])["2026-03-20"]
        }
        let few = try #require(try shown(40))
        #expect(few.middle == nil && few.low == nil && few.high == nil)
        let some = try #require(try shown(41))
        #expect(some.middle == 21 * Micros.one && some.low == nil && some.high == nil)
        let many = try #require(try shown(200))
        #expect(many.low == 50 * Micros.one && many.middle == 100 * Micros.one && many.high == 150 * Micros.one)
        for count in 20..<300 {
            let values = try #require(try shown(count))
            for value in [values.low, values.middle, values.high].compactMap(\.self) {
                let place = Int(value / Micros.one)
                #expect(place - 1 >= 20 && count - place >= 20, "\(count) people")
            }
        }
    }

    @Test("4. The total sums shown cells only: taking them away from it leaves nothing")
    func totals() throws {
        let shown = try cells([
            numbers(people(25), "2026-03-20"), numbers(people(19, 7 * Micros.one), "2026-03-21"),
            numbers(people(30), "2026-03-22"), numbers(people(1, 1_000 * Micros.one), "2026-03-23"),
        ])
        let total = try #require(shown["total"])
        let cells = shown.filter { $0.key != "total" }.values
        #expect(total.total == cells.reduce(Int128(0)) { $0 + ($1.total ?? 0) })
        #expect(total.people == cells.reduce(0) { $0 + $1.people })
        #expect(total.people == 55)
    }

    @Test("5. A cell that differs from a published one by fewer than k people is held back")
    func comparison() throws {
        let key = CellSuppression.key(StudyWorld.steps, "2026-03-20")
        for (differing, isShown) in [
            ([0], true), ([1], false), ([19], false), ([20], true), ([0, 1], false), ([25, 40], true),
        ] {
            let changes = differing.map { CellChange(people: $0, gained: 2 * Int128($0), largest: min(1, Int128($0))) }
            let shown = try cells([numbers(people(60), "2026-03-20")], changes: [key: changes])
            #expect((shown["2026-03-20"] != nil) == isShown, "\(differing)")
        }
    }

    @Test("2. A cell is held back where one person gives over half of its difference from a published one")
    func differenceOfOne() throws {
        let key = CellSuppression.key(StudyWorld.steps, "2026-03-20")
        func isShown(_ changes: (people: Int, gained: Int128, largest: Int128)...) throws -> Bool {
            let changes = changes.map { CellChange(people: $0.people, gained: $0.gained, largest: $0.largest) }
            return try cells([numbers(people(60), "2026-03-20")], changes: [key: changes])["2026-03-20"] != nil
        }
        // Nothing changed; one edited a day; two did, evenly and not.
        #expect(try isShown((0, 0, 0)))
        #expect(try !isShown((0, 1, 1)))
        #expect(try isShown((0, 2, 1)))
        #expect(try !isShown((0, 3, 2)))
        // Enough people joined, of whom one runs marathons.
        #expect(try isShown((20, 100, 50)))
        #expect(try !isShown((20, 100, 51)))
        // Each published report counts, and what may have been of somebody who is gone.
        #expect(try !isShown((0, 0, 0), (20, 100, 51)))
        #expect(try !isShown((20, 0, 1 << 60)))
    }

    @Test("Every cell that there may be is listed for every type, so that none tells by being there")
    func allCells() throws {
        let hours = try CellSuppression.cells([], changes: [:], .hourly, world.study, now: StudyWorld.now)
        #expect(hours.count == 2 * 24)
        let summary = try CellSuppression.cells([], changes: [:], .summary, world.study, now: StudyWorld.now)
        #expect(summary.map(\.cell) == ["all", "all"])
    }
}

import Foundation
import HealthKit
import HealthKitUI
import Testing

@Suite("Rings as cells")
struct ActivityRingViewTests {
    private func counts(_ cells: ActivityRingCells, _ ring: ActivityRingCells.Ring) -> [ActivityRingCells.Level: Int] {
        var counts: [ActivityRingCells.Level: Int] = [:]
        for row in 0..<cells.rows {
            for column in 0..<cells.columns where cells[column, row].ring == ring {
                counts[cells[column, row].level, default: 0] += 1
            }
        }
        return counts
    }

    @Test("A view shows the shares of its summary, and empty rings without one")
    func summary() {
        let view = HKActivityRingView()
        let empty = view.cells(columns: 40, rows: 20)
        #expect(ActivityRingCells.Ring.allCases.allSatisfy { counts(empty, $0).keys.elementsEqual([.open]) })
        let summary = HKActivitySummary()
        summary.activeEnergyBurned = HKQuantity(unit: .kilocalorie(), doubleValue: 600)
        summary.activeEnergyBurnedGoal = HKQuantity(unit: .kilocalorie(), doubleValue: 600)
        summary.appleExerciseTime = HKQuantity(unit: .minute(), doubleValue: 45)
        summary.appleExerciseTimeGoal = HKQuantity(unit: .minute(), doubleValue: 30)
        view.setActivitySummary(summary, animated: true)
        #expect(view.activitySummary === summary)
        let cells = view.cells(columns: 40, rows: 20)
        #expect(counts(cells, .move).keys.elementsEqual([.closed]), "all of it")
        #expect(counts(cells, .exercise)[.closedAgain] ?? 0 > 0, "half a turn more")
        #expect(counts(cells, .exercise)[.closed] ?? 0 > 0)
        #expect(counts(cells, .stand).keys.elementsEqual([.open]))
        #expect(cells == ActivityRingCells(shares: [1, 1.5, 0], columns: 40, rows: 20))
    }

    @Test("A quarter is the upper right: rings close from the top, clockwise")
    func direction() {
        let cells = ActivityRingCells(shares: [0.25, 0.25, 0.25], columns: 40, rows: 20)
        for row in 0..<20 {
            for column in 0..<40 where cells[column, row].level == .closed {
                #expect(column >= 20 && row < 10, "\(column), \(row)")
            }
        }
        #expect(cells[39, 9].level == .closed, "the end of the quarter")
        #expect(cells[20, 0].level == .closed, "its beginning")
        #expect(cells[0, 10].level == .open)
    }

    @Test("The rings lie in each other, the outer one first, and the corners are empty")
    func nesting() {
        let cells = ActivityRingCells(shares: [1, 1, 1], columns: 40, rows: 20)
        let rings = (0..<20).compactMap { cells[20, $0].ring }
        #expect(rings.first == .move && rings.last == .move)
        #expect(Set(rings) == Set(ActivityRingCells.Ring.allCases))
        #expect(cells[0, 0].ring == nil && cells[0, 0].character == " ")
        #expect(cells.lines.count == 20 && cells.lines.allSatisfy { $0.count == 40 })
    }

    @Test("Any size and any number can be drawn", arguments: [-1, 0, 1, 2, 3, 7, 100_000])
    func sizes(size: Int) {
        for share in [-1, 0, 0.5, 1, 1e300, Double.infinity, .nan] {
            let cells = ActivityRingCells(shares: [share], columns: min(size, 90), rows: 3)
            #expect(cells.columns == max(0, min(size, 90)))
        }
        let large = ActivityRingCells(shares: [0.5, 0.5, 0.5], columns: 3, rows: size)
        #expect(large.rows == min(max(0, size), 500))
        #expect(large[5_000, 5_000].ring == nil)
    }
}

import Foundation
import Testing

@testable import HealthKit

/// Statistics depend on what is stored, not on the order in which it was saved.
@Suite("Statistics and the order of saving")
struct SavingOrderTests {
    private typealias Row = (value: Double, start: Double, end: Double)

    /// All orders of a list.
    private func orders<T>(_ list: [T]) -> [[T]] {
        guard list.count > 1 else { return [list] }
        return list.indices.flatMap { index -> [[T]] in
            var rest = list
            let first = rest.remove(at: index)
            return orders(rest).map { [first] + $0 }
        }
    }

    private func sum(_ store: HKHealthStore) async throws -> Double? {
        try await HKStatisticsQueryDescriptor(predicate: .quantitySample(type: steps), options: .cumulativeSum)
            .result(for: store)?
            .sumQuantity()?
            .doubleValue(for: .count())
    }

    @Test("Samples of one source that start together make one total: the longest counts first, then the largest")
    func total() async throws {
        let rows: [Row] = [(60, 0, 60), (100, 0, 30), (40, 0, 60), (7, 0, 0)]
        for order in orders(rows) {
            // Saved at once, and one by one: in one range of the store and in several.
            let (together, alone) = (TestStore(), TestStore())
            try await together.store.save(order.map { stepSample($0.value, $0.start, $0.end) })
            for row in order { try await alone.store.save(stepSample(row.value, row.start, row.end)) }
            #expect(try await sum(together.store) == 67, "\(order)")
            #expect(try await sum(alone.store) == 67, "\(order)")
        }
    }

    @Test("Ranges may end between samples that start together", arguments: 1...6)
    func ranges(length: Int) {
        let rows: [Row] = [(1, -9, -8), (5, 0, 10), (60, 0, 60), (40, 0, 20), (3, 70, 80), (9, 80, 200)]
        for order in orders(Array(rows[1...3])) {
            let all = rows[..<1] + order + rows[4...]
            var merge = CumulativeMerge(buckets: BucketEdges([-100, 75, 100]))
            merge.begin()
            for first in stride(from: 0, to: all.count, by: length) {
                var part = SourceColumns()
                for row in all.dropFirst(first).prefix(length) {
                    part.append(start: row.start, end: row.end, value: row.value)
                }
                let runs = ColumnRuns(part)
                while let run = runs.next() { merge.add(run) }
            }
            merge.end()
            #expect(merge.sums == [62.5, 1.5 + 1.5], "\(order)")
            #expect(merge.counts == [5, 2])
        }
    }

    @Test("Of equally late samples the first source's is the latest, of one source's the largest")
    func latest() async throws {
        func latest(_ store: HKHealthStore) async throws -> Double? {
            try await HKStatisticsQueryDescriptor(predicate: .quantitySample(type: heartRate), options: .mostRecent)
                .result(for: store)?
                .mostRecentQuantity()?
                .doubleValue(for: perMinute)
        }
        for values in orders([61.0, 62, 63]) {
            for personFirst in [true, false] {
                let test = TestStore()
                let app = test.app("band")
                try test.grant("band", heartRate, read: true, share: true)
                if personFirst { try await test.store.save(pulse(50, 10)) }
                for value in values { try await app.save(pulse(value, 10)) }
                #expect(try await latest(app) == (personFirst ? 50 : 63))
                if !personFirst { try await test.store.save(pulse(50, 10)) }
                #expect(try await latest(app) == 50, "what was entered by hand counts first")
            }
        }
    }
}

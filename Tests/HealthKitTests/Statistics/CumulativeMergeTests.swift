import Foundation
import RandomTesting
import Testing

@testable import HealthKit

/// Columns from rows of minutes after the reference date.
func columns(_ rows: [(start: Double, end: Double, value: Double)]) -> SourceColumns {
    var columns = SourceColumns()
    for row in rows { columns.append(start: row.start * 60, end: row.end * 60, value: row.value) }
    return columns
}

@Suite struct CumulativeMergeTests {
    let hours = BucketEdges((0...24).map { Double($0) * 3600 })

    @Test("R5.8 a sample over an edge is split in proportion to time")
    func splitsOverEdges() throws {
        let sample = columns([(13 * 60 + 57, 14 * 60 + 2, 100), (14 * 60 + 55, 15 * 60 + 7, 120)])
        let sums = try CumulativeMerge.plainSums(of: ColumnRuns(sample), buckets: hours).sums
        #expect(abs(sums[13] - 60) < 1e-9)
        #expect(abs(sums[14] - 90) < 1e-9)
        #expect(abs(sums[15] - 70) < 1e-9)
    }

    @Test("R5.14 the first source counts whole, the second fills what it left")
    func fillsGaps() {
        var merge = CumulativeMerge(buckets: .always)
        merge.add(columns([(600, 660, 600)]))
        let counted = merge.add(columns([(630, 690, 600)]))
        #expect(merge.sums == [900])
        #expect(counted == [300])
        #expect(merge.add(columns([(600, 630, 150)])) == [0])
    }

    @Test("R5.15 inside one source the later start yields only its uncovered part")
    func collapsesOwnOverlap() {
        var merge = CumulativeMerge(buckets: .always)
        merge.add(columns([(0, 60, 60), (30, 90, 60), (40, 50, 10)]))
        #expect(merge.sums == [90])
    }

    @Test("R5.16 an instant counts whole unless a source with priority covers it")
    func instants() {
        var merge = CumulativeMerge(buckets: .always)
        merge.add(columns([(0, 60, 10), (30, 30, 5)]))
        #expect(merge.sums == [15])
        merge.add(columns([(20, 20, 7), (70, 70, 3)]))
        #expect(merge.sums == [18])
    }

    @Test("R5.11 an instant on an edge belongs to the bucket that starts there")
    func instantOnEdge() throws {
        let sums = try CumulativeMerge.plainSums(of: ColumnRuns(columns([(60, 60, 5)])), buckets: hours).sums
        #expect(sums[0] == 0)
        #expect(sums[1] == 5)
    }

    @Test("Merging agrees with counting second by second", arguments: 0..<20)
    func agreesWithBruteForce(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let sources = (0..<3)
            .map { _ in
                (0..<30)
                    .map { _ -> (start: Double, end: Double, value: Double) in
                        let start = Int.random(in: 0..<1300, using: &random)
                        let length = Int.random(in: 1..<120, using: &random)
                        return (Double(start), Double(start + length), Double(Int.random(in: 1..<50, using: &random)))
                    }
                    .sorted { $0.start < $1.start }
            }
        var merge = CumulativeMerge(buckets: hours)
        var expected = Array(repeating: 0.0, count: 24)
        var covered: Set<Int> = []
        for source in sources {
            merge.add(columns(source))
            var own = covered
            // Of those that start together the longest comes first, and of equally long ones the largest.
            for row in source.sorted(by: { ($0.start, $1.end, $1.value) < ($1.start, $0.end, $0.value) }) {
                for minute in Int(row.start)..<Int(row.end) where !own.contains(minute) {
                    if minute / 60 < 24 { expected[minute / 60] += row.value / (row.end - row.start) }
                    own.insert(minute)
                }
            }
            covered = own
        }
        for hour in 0..<24 { #expect(abs(merge.sums[hour] - expected[hour]) < 1e-6, "hour \(hour), seed \(seed)") }
    }
}

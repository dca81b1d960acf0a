import Foundation
import RandomTesting
import Testing

@testable import HealthKit

@Suite("Simplified filters, against brute force over random ones")
struct FilterSimplificationTests {
    /// Calls a closure with random filters and rows; it returns whether all is well with them.
    private func forEachRandomFilter(
        timesOnly: Bool = false,
        _ body: (SampleFilter, [TestRow]) throws -> Bool
    ) throws {
        let seed = newSeed()
        print("seed of random filters: \(seed)")
        var generator = RandomFilters(random: SeededGenerator(seed: seed))
        for index in 0..<1000 {
            let filter = generator.filter(depth: 4, timesOnly: timesOnly)
            let rows = try (0..<20).map { _ in try generator.row() }
            let isWell = try body(filter, rows)
            if !isWell { Issue.record("seed \(seed), filter \(index): \(filter.format)") }
        }
    }

    @Test("simplification changes no outcome, and gives the form it promises")
    func simplification() throws {
        try forEachRandomFilter { filter, rows in
            let simplified = filter.simplified()
            return simplified.isSimplified && simplified.simplified() == simplified
                && rows.allSatisfy { row in
                    let expected = bruteForce(filter, row)
                    return filter.matches(row) == expected && simplified.matches(row) == expected
                }
        }
    }

    @Test("bounds hold every sample that matches; clauses hold exactly those")
    func bounds() throws {
        var clauses = 0
        try forEachRandomFilter { filter, rows in
            let bounds = filter.timeBounds
            let exact = filter.timeClauses
            clauses += exact == nil ? 0 : 1
            return rows.allSatisfy { row in
                let expected = bruteForce(filter, row)
                return (!expected || bounds.matches(start: row.start, end: row.end))
                    && exact.map { $0.matches(start: row.start, end: row.end) == expected } ?? true
            }
        }
        #expect(clauses > 50)
    }

    @Test("filters over times alone are judged by times alone")
    func timeOnly() throws {
        var clauses = 0
        try forEachRandomFilter(timesOnly: true) { filter, rows in
            clauses += filter.timeClauses == nil ? 0 : 1
            let simplified = filter.simplified()
            return filter.isTimeOnly
                && rows.allSatisfy { row in
                    let expected = bruteForce(filter, row)
                    return filter.matches(start: row.start, end: row.end) == expected
                        && simplified.matches(start: row.start, end: row.end) == expected
                }
        }
        #expect(clauses > 50)
    }

    @Test("what is admitted holds every sample that matches")
    func admission() throws {
        var reported = (uuids: 0, sources: 0)
        try forEachRandomFilter { filter, rows in
            let uuids = filter.uuids
            let sources = filter.bundleIdentifiers
            reported.uuids += uuids == nil ? 0 : 1
            reported.sources += sources == nil ? 0 : 1
            return rows.filter { bruteForce(filter, $0) }
                .allSatisfy { row in
                    uuids?.contains(row.uuid) != false
                        && sources?.contains(row.revision.source.bundleIdentifier) != false
                }
        }
        #expect(reported.uuids > 25 && reported.sources > 25)
    }

    @Test("a filter made for a source, device and metadata gives the same outcome for their samples")
    func specialisation() throws {
        try forEachRandomFilter { filter, rows in
            rows.allSatisfy { row in
                let special = filter.specialised(revision: row.revision, device: row.device, metadata: row.metadata)
                var asksForProvenance = false
                special.forEachComparison { comparison, _ in
                    switch comparison.field {
                    case .source, .sourceRevision, .device, .deviceProperty, .metadata: asksForProvenance = true
                    default: break
                    }
                }
                return special.isSimplified && !asksForProvenance && special.matches(row) == bruteForce(filter, row)
            }
        }
    }

    @Test("a filter made for a source gives the same outcome for its samples")
    func specialisationForSource() throws {
        try forEachRandomFilter { filter, rows in
            rows.allSatisfy { row in
                let special = filter.specialised(source: row.revision.source)
                var asksForSource = false
                special.forEachComparison { comparison, _ in
                    asksForSource = asksForSource || comparison.field == .source
                }
                return special.isSimplified && !asksForSource && special.matches(row) == bruteForce(filter, row)
            }
        }
    }

    @Test("an archived filter is the same filter")
    func coding() throws {
        try forEachRandomFilter { filter, _ in
            let content = FilterPredicate.Content.filter(filter)
            guard let again = FilterPredicate.Content(bytes: content.bytes) else { return false }
            // NaN is not equal to itself, so such filters are compared by their length only.
            return filter.format.contains("nan") ? again.bytes.count == content.bytes.count : again == content
        }
    }

    @Test("the oracle notices a wrong simplification")
    func canary() throws {
        let filter = SampleFilter.not(.compare(FilterComparison(.categoryValue, .less, .integer(3))))
        let wrong = SampleFilter.compare(FilterComparison(.categoryValue, .greaterOrEqual, .integer(3)))
        #expect(bruteForce(filter, TestRow()) != wrong.matches(TestRow()))
        #expect(filter.simplified() == filter)
    }
}

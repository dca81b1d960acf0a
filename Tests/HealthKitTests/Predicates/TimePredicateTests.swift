import Foundation
import Testing

@testable import HealthKit

@Suite("Predicates over time")
struct TimePredicateTests {
    private let start = 1000.0
    private let end = 2000.0

    private func isIn(_ options: HKQueryOptions, _ from: Double, _ to: Double) throws -> Bool {
        let predicate = HKQuery.predicateForSamples(withStart: time(start), end: time(end), options: options)
        return try matches(predicate, TestRow(start: from, end: to))
    }

    @Test("R4.2: the predicate prints as Apple's does")
    func printedForm() {
        let predicate = HKQuery.predicateForSamples(withStart: time(713_000_000.5), end: time(713_086_400), options: [])
        #expect(
            printed(predicate)
                == #"endDate >= CAST(713000000.500000, "NSDate") AND startDate < CAST(713086400.000000, "NSDate") "#
                + #"AND offsetFromStartDate >= CAST(713000000.500000, "NSDate")"#
        )
        #expect(predicate.description == printed(predicate))
    }

    @Test("R4.2: overlap takes an end at the start in, and a start at the end out")
    func overlap() throws {
        #expect(try isIn([], start, start))
        #expect(try !isIn([], end, end))
        #expect(try isIn([], start - 3600, start))
        #expect(try !isIn([], end, end + 3600))
        #expect(try isIn([], start - 3600, end + 3600))
        #expect(try !isIn([], start - 3600, start.nextDown))
        #expect(try isIn([], end.nextDown, end + 3600))
    }

    @Test("R4.3: strict options ask for the start, the end or both within")
    func strict() throws {
        #expect(try isIn(.strictStartDate, start, end + 1))
        #expect(try !isIn(.strictStartDate, end, end))
        #expect(try !isIn(.strictStartDate, start - 1, start + 1))
        #expect(try isIn(.strictEndDate, start - 1, start))
        #expect(try isIn(.strictEndDate, start - 1, end.nextDown))
        #expect(try !isIn(.strictEndDate, start, end))
        #expect(try isIn([.strictStartDate, .strictEndDate], start, end - 1))
        #expect(try !isIn([.strictStartDate, .strictEndDate], start - 1, start + 1))
        #expect(try !isIn([.strictStartDate, .strictEndDate], end - 1, end + 1))
    }

    @Test("R4.3: with both options a sample over midnight is in neither day")
    func midnight() throws {
        let midnight = 86_400.0
        for day in [(0, midnight), (midnight, 2 * midnight)] {
            let predicate = HKQuery.predicateForSamples(
                withStart: time(day.0),
                end: time(day.1),
                options: [.strictStartDate, .strictEndDate]
            )
            #expect(try !matches(predicate, TestRow(start: midnight - 60, end: midnight + 60)))
        }
    }

    @Test("R4.4: a side without a date has no limit, and without dates everything matches")
    func openSides() throws {
        let from = HKQuery.predicateForSamples(withStart: time(start), end: nil)
        #expect(try matches(from, TestRow(start: 0, end: start)))
        #expect(try matches(from, TestRow(start: 1e12, end: 1e12)))
        #expect(try !matches(from, TestRow(start: 0, end: start - 1)))
        let until = HKQuery.predicateForSamples(withStart: nil, end: time(end), options: .strictEndDate)
        #expect(try matches(until, TestRow(start: -1e12, end: -1e12)))
        #expect(try !matches(until, TestRow(start: 0, end: end)))
        #expect(try SampleFilter(HKQuery.predicateForSamples(withStart: nil, end: nil)) == .everything)
        #expect(try SampleFilter(nil) == .everything)
    }

    @Test("bounds and clauses of an overlap are the ones a scan needs")
    func bounds() throws {
        let filter = try SampleFilter(HKQuery.predicateForSamples(withStart: time(start), end: time(end)))
        let clauses = try #require(filter.timeClauses)
        #expect(clauses == TimeBounds(startUpper: end.nextDown, endLower: start))
        #expect(filter.timeBounds == clauses)
        #expect(filter.isTimeOnly)
        let strict = try SampleFilter(
            HKQuery.predicateForSamples(withStart: time(start), end: time(end), options: .strictStartDate)
        )
        #expect(strict.timeBounds == TimeBounds(startLower: start, startUpper: end.nextDown, endLower: start))
    }

    @Test("a range that ends before it starts holds only samples that reach over both of its ends")
    func backwards() throws {
        let predicate = HKQuery.predicateForSamples(withStart: time(end), end: time(start))
        #expect(try matches(predicate, TestRow(start: 0, end: 1e9)))
        #expect(try !matches(predicate, TestRow(start: 1500, end: 1500)))
        let strict = HKQuery.predicateForSamples(withStart: time(end), end: time(start), options: .strictStartDate)
        #expect(try SampleFilter(strict) == .nothing)
    }

    @Test("compounds that Foundation makes judge samples, one by one and in arrays")
    func compounds() throws {
        let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            HKQuery.predicateForSamples(withStart: time(start), end: time(end)),
            NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "count == 2")),
        ])
        let inside = someSteps(1, from: 1500)
        let outside = someSteps(1, from: 2500)
        #expect(predicate.evaluate(with: inside))
        #expect(!predicate.evaluate(with: outside))
        #expect(NSArray(array: [inside, outside]).filtered(using: predicate) as? [HKQuantitySample] == [inside])
    }

    @Test("samples as objects are judged as rows are")
    func objects() throws {
        let predicate = HKQuery.predicateForSamples(withStart: time(start), end: time(end))
        #expect(predicate.evaluate(with: someSteps(5, from: 1500)))
        #expect(!predicate.evaluate(with: someSteps(5, from: 2500)))
        #expect(!predicate.evaluate(with: nil))
    }
}

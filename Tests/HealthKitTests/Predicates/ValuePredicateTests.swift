import Foundation
import Testing

@testable import HealthKit

@Suite("Predicates over quantities, categories and correlations")
struct ValuePredicateTests {
    private func quantity(_ operatorType: HKPredicateOperator, _ value: Double, _ unit: HKUnit) -> NSPredicate {
        HKQuery.predicateForQuantitySamples(with: operatorType, quantity: HKQuantity(unit: unit, doubleValue: value))
    }

    @Test("R4.18: quantities are compared in any compatible unit")
    func quantities() throws {
        let kilograms = TestRow(quantity: (70, .gramUnit(with: .kilo)))
        #expect(try matches(quantity(.greaterThan, 150, .pound()), kilograms))
        #expect(try matches(quantity(.lessThan, 160, .pound()), kilograms))
        #expect(try matches(quantity(.equalTo, 70_000, .gram()), kilograms))
        #expect(try !matches(quantity(.notEqualTo, 70_000, .gram()), kilograms))
        #expect(try !matches(quantity(.greaterThan, 70, .gramUnit(with: .kilo)), kilograms))
        #expect(try matches(quantity(.greaterThanOrEqualTo, 70, .gramUnit(with: .kilo)), kilograms))
        #expect(try !matches(quantity(.greaterThan, 1, .gram()), TestRow()))
    }

    @Test("R4.18: a value that was converted to be stored still equals the one that was given")
    func convertedEquality() throws {
        for pounds in stride(from: 100.1, to: 300, by: 7.3) {
            let given = HKQuantity(unit: .pound(), doubleValue: pounds)
            let kilograms = HKUnit.gramUnit(with: .kilo)
            let row = TestRow(quantity: (given.doubleValue(for: kilograms), kilograms))
            #expect(try matches(quantity(.equalTo, pounds, .pound()), row))
            #expect(try !matches(quantity(.lessThan, pounds, .pound()), row))
            #expect(try matches(quantity(.lessThanOrEqualTo, pounds, .pound()), row))
        }
    }

    @Test("R4.18: a unit that does not fit the type is refused for the type, and matches nothing otherwise")
    func incompatibleUnit() throws {
        let predicate = quantity(.greaterThan, 1, .meter())
        #expect(throws: HKError.self) { try SampleFilter(predicate, for: HKQuantityType(.bodyMass)) }
        #expect(throws: Never.self) { try SampleFilter(predicate, for: HKQuantityType(.height)) }
        #expect(try !matches(predicate, TestRow(quantity: (70, .gram()))))
    }

    @Test("R4.18: a series has a count, a minimum, a maximum and a most recent quantity")
    func series() throws {
        let unit = HKUnit.count().unitDivided(by: .minute())
        let elements = [(0.0, 60.0), (5, 80), (9, 70)]
            .map { QuantitySeries.Element(start: $0.0, end: $0.0, value: $0.1) }
        let content = QuantityContent(
            type: HKQuantityType(.heartRate),
            value: 70,
            unit: unit,
            start: time(0),
            end: time(9),
            series: QuantitySeries(elements)
        )
        let sample = content.sample(ObjectAttributes())
        func holds(_ format: String, _ value: Double) throws -> Bool {
            let argument = HKQuantity(unit: unit, doubleValue: value)
            return try NSPredicate(validating: format, argumentArray: [argument]).evaluate(with: sample)
        }
        #expect(try holds("min == %@", 60))
        #expect(try holds("max == %@", 80))
        #expect(try holds("quantity == %@", 70))
        #expect(try holds("most_recent == %@", 70))
        #expect(NSPredicate(format: "%K == 3", HKPredicateKeyPathCount).evaluate(with: sample))
        #expect(NSPredicate(format: "most_recent_start_date == %@", time(9)).evaluate(with: sample))
        #expect(NSPredicate(format: "most_recent_end_date == %@", time(9)).evaluate(with: sample))
        #expect(NSPredicate(format: "most_recent_duration == 0").evaluate(with: sample))
        #expect(!NSPredicate(format: "count == 3").evaluate(with: someSteps(3)))
        #expect(NSPredicate(format: "count == 1").evaluate(with: someSteps(3)))
    }

    @Test("R4.18: category values are compared, or are one of a set")
    func categories() throws {
        let core = TestRow(categoryValue: HKCategoryValueSleepAnalysis.asleepCore.rawValue)
        let inBed = TestRow(categoryValue: HKCategoryValueSleepAnalysis.inBed.rawValue)
        let asleep = HKCategoryValueSleepAnalysis.predicateForSamples(
            equalTo: HKCategoryValueSleepAnalysis.allAsleepValues
        )
        #expect(try matches(asleep, core))
        #expect(try !matches(asleep, inBed))
        let severe = HKCategoryValueSeverity.predicateForSamples(.greaterThanOrEqualTo, value: .moderate)
        #expect(try matches(severe, TestRow(categoryValue: HKCategoryValueSeverity.severe.rawValue)))
        #expect(try !matches(severe, TestRow(categoryValue: HKCategoryValueSeverity.mild.rawValue)))
        #expect(try !matches(severe, TestRow()))
        #expect(try matches(HKQuery.predicateForCategorySamples(with: .equalTo, value: 0), inBed))
    }

    @Test("R2.15: members of a correlation are left out on request")
    func correlation() throws {
        let predicate = HKQuery.predicateForObjectsWithNoCorrelation()
        #expect(try matches(predicate, TestRow()))
        #expect(try !matches(predicate, TestRow(isInCorrelation: true)))
        let members = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
        #expect(try matches(members, TestRow(isInCorrelation: true)))
    }

    @Test("R4.19: blocks, and predicates that HealthKit does not know, are refused with a reason")
    func refusals() {
        let block = NSPredicate { _, _ in true }
        #expect(throws: HKError.self) { try SampleFilter(block) }
        #expect(throws: HKError.self) {
            try SampleFilter(NSCompoundPredicate(andPredicateWithSubpredicates: [NSPredicate(value: true), block]))
        }
        #expect(throws: HKError.self) { try SampleFilter(NSPredicate(format: "age > 5")) }
        do {
            _ = try SampleFilter(NSPredicate(format: "%K > 5", "ancestor.age"))
        } catch {
            #expect((error as? HKError)?.code == .errorInvalidArgument)
            #expect((error as? HKError)?.text.contains("ancestor.age") == true)
        }
    }

    @Test("constants and compounds of them are what they say")
    func constants() throws {
        let yes = NSPredicate(value: true)
        let no = NSPredicate(value: false)
        #expect(try SampleFilter(yes) == .everything)
        #expect(try SampleFilter(no) == .nothing)
        #expect(try SampleFilter(NSCompoundPredicate(andPredicateWithSubpredicates: [yes, no])) == .nothing)
        #expect(try SampleFilter(NSCompoundPredicate(orPredicateWithSubpredicates: [yes, no])) == .everything)
        #expect(try SampleFilter(NSCompoundPredicate(andPredicateWithSubpredicates: [])) == .everything)
        #expect(try SampleFilter(NSCompoundPredicate(orPredicateWithSubpredicates: [])) == .nothing)
        #expect(try SampleFilter(NSCompoundPredicate(notPredicateWithSubpredicate: no)) == .everything)
    }

    @Test("a predicate nested without end is refused, not followed")
    func nesting() {
        var predicate: NSPredicate = HKQuery.predicateForObject(with: UUID())
        for _ in 0..<1000 { predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate) }
        #expect(throws: HKError.self) { try SampleFilter(predicate) }
    }
}

import Foundation
import Testing

@testable import HealthKit

@Suite("Predicates over objects that are no samples")
struct KeyedPredicateTests {
    private let source = HKSource(name: "Meter App", bundleIdentifier: "com.example.meter")

    @Test("sources, revisions and devices are asked by the keys of Apple's classes")
    func keys() {
        #expect(NSPredicate(format: "name == %@", "Meter App").evaluate(with: source))
        #expect(!NSPredicate(format: "name == 'Other'").evaluate(with: source))
        #expect(NSPredicate(format: "bundleIdentifier BEGINSWITH[c] 'COM.'").evaluate(with: source))
        #expect(
            NSPredicate(format: "NOT (name CONTAINS 'x') AND %K LIKE '*.meter'", "bundleIdentifier")
                .evaluate(with: source)
        )
        let revision = HKSourceRevision(source: source, version: "17")
        #expect(NSPredicate(format: "version == '17' AND source.name != 'x'").evaluate(with: revision))
        #expect(NSPredicate(format: "productType == nil").evaluate(with: revision))
        let device = HKDevice.local()
        #expect(NSPredicate(format: "name == %@ AND firmwareVersion == nil", device.name ?? "").evaluate(with: device))
    }

    @Test("dictionaries are asked by their keys; what is not there is nil")
    func dictionaries() {
        let values: [String: Any] = ["a": 3, "b": ["c": "x"]]
        #expect(NSPredicate(format: "a > 2 AND b.c == 'x' AND d == nil").evaluate(with: values))
        #expect(!NSPredicate(format: "d > 2").evaluate(with: values))
        #expect(NSPredicate(format: "value == 5").evaluate(with: ["value": 5]))
        let sources = [source, HKSource(name: "B", bundleIdentifier: "b")]
        let predicate = NSPredicate(format: "name == 'B'")
        #expect(sources.filter { predicate.evaluate(with: $0) }.map(\.name) == ["B"])
    }

    @Test("constants hold for any object, and nothing holds for none")
    func constants() {
        #expect(NSPredicate(format: "TRUEPREDICATE").evaluate(with: source))
        #expect(!NSPredicate(format: "FALSEPREDICATE").evaluate(with: "text"))
        #expect(!NSPredicate(format: "name == 'x'").evaluate(with: nil))
    }

    @Test("queries refuse such a predicate with an error that names the key, and it survives an archive")
    func queries() throws {
        let predicate = NSPredicate(format: "name == 'x'")
        let error = #expect(throws: HKError.self) { try SampleFilter(predicate) }
        #expect(error?.text.contains("name") == true)
        let keyed = try #require(predicate as? FilterPredicate)
        let read = try archived(keyed)
        #expect(read == keyed && read.predicateFormat == "name == 'x'")
        #expect(read.evaluate(with: HKSource(name: "x", bundleIdentifier: "x")))
    }

    @Test("a key that the object does not have is an exception in Apple's words")
    func unknownKey() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSPredicate(format: "colour == 'red'").evaluate(with: HKSource(name: "A", bundleIdentifier: "a"))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("NSUnknownKeyException"))
        #expect(text.contains("not key value coding-compliant for the key colour"))
    }

    @Test("arguments that are too few or too many are an error, and no query takes such a predicate")
    func arguments() {
        #expect(throws: HKError.self) { try NSPredicate(validating: "value == %@", argumentArray: []) }
        #expect(throws: HKError.self) { try NSPredicate(validating: "value == %@", argumentArray: [1, 2]) }
        #expect(throws: HKError.self) { try SampleFilter(NSPredicate(format: "value == %@", argumentArray: [1, 2])) }
    }

    @Test("a unit that does not fit the type is an error of the query, whichever kind")
    func units() async throws {
        let test = TestStore()
        try await test.store.save(stepSample(3, 0, 1))
        let mass = HKQuantity(unit: .gram(), doubleValue: 3)
        let predicate = HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: mass)
        #expect(
            await code {
                _ = try await HKSampleQueryDescriptor(
                    predicates: [.quantitySample(type: steps, predicate: predicate)],
                    sortDescriptors: []
                )
                .result(for: test.store)
            } == .errorInvalidArgument
        )
        let error = await withCheckedContinuation { continuation in
            test.store.execute(
                HKSampleQuery(sampleType: steps, predicate: predicate, limit: 0, sortDescriptors: nil) { _, _, error in
                    continuation.resume(returning: (error as? HKError)?.code)
                }
            )
        }
        #expect(error == .errorInvalidArgument)
        #expect(
            await code { _ = try await test.store.deleteObjects(of: steps, predicate: predicate) }
                == .errorInvalidArgument
        )
        #expect(try await test.store.all(steps).count == 1)
    }
}

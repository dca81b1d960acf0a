import Foundation
import Testing

@testable import HealthKit

@Suite("Predicates over identity, source, device and metadata")
struct ProvenancePredicateTests {
    private let a = HKSource(name: "A", bundleIdentifier: "a")
    private let b = HKSource(name: "B", bundleIdentifier: "b")

    private func row(_ source: HKSource, _ version: String? = "1", product: String? = nil) -> TestRow {
        TestRow(
            revision: HKSourceRevision(
                source: source,
                version: version,
                productType: product,
                operatingSystemVersion: OperatingSystemVersion(majorVersion: 17, minorVersion: 0, patchVersion: 0)
            )
        )
    }

    @Test("UUID predicates admit those UUIDs alone, and say so")
    func uuids() throws {
        let wanted = UUID()
        let one = HKQuery.predicateForObject(with: wanted)
        #expect(try matches(one, TestRow(uuid: wanted)))
        #expect(try !matches(one, TestRow()))
        #expect(try SampleFilter(one).uuids == [wanted])
        let many = HKQuery.predicateForObjects(with: [wanted, UUID()])
        #expect(try matches(many, TestRow(uuid: wanted)))
        #expect(try !matches(many, TestRow()))
        #expect(try SampleFilter(many).uuids?.count == 2)
        #expect(try SampleFilter(HKQuery.predicateForObjects(with: Set<UUID>())) == .nothing)
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [one, many])
        #expect(try SampleFilter(both).uuids == [wanted])
        #expect(try SampleFilter(NSCompoundPredicate(notPredicateWithSubpredicate: one)).uuids == nil)
    }

    @Test("R4.13: source predicates go by bundle identifier, and say which they admit")
    func sources() throws {
        let renamed = HKSource(name: "A renamed", bundleIdentifier: "a")
        #expect(try matches(HKQuery.predicateForObjects(from: renamed), row(a)))
        #expect(try !matches(HKQuery.predicateForObjects(from: a), row(b)))
        let either = HKQuery.predicateForObjects(from: [a, b] as Set<HKSource>)
        #expect(try matches(either, row(b)))
        #expect(try SampleFilter(either).bundleIdentifiers == ["a", "b"])
        #expect(try SampleFilter(HKQuery.predicateForSamples(withStart: nil, end: time(1))).bundleIdentifiers == nil)
    }

    @Test("R4.13: a source revision matches its version, and any where it leaves that open")
    func revisions() throws {
        func predicate(_ version: String?) -> NSPredicate {
            HKQuery.predicateForObjects(from: [HKSourceRevision(source: a, version: version)] as Set<HKSourceRevision>)
        }
        #expect(try matches(predicate("1"), row(a, "1")))
        #expect(try !matches(predicate("1"), row(a, "2")))
        #expect(try !matches(predicate("1"), row(b, "1")))
        #expect(try matches(predicate(HKSourceRevisionAnyVersion), row(a, "2")))
        #expect(try SampleFilter(predicate("1")).bundleIdentifiers == ["a"])
    }

    @Test("R4.14: devices match when all fields do, nil too")
    func devices() throws {
        let watch = device("Watch", model: "W1")
        let predicate = HKQuery.predicateForObjects(from: [watch] as Set<HKDevice>)
        #expect(try matches(predicate, TestRow(device: device("Watch", model: "W1"))))
        #expect(try !matches(predicate, TestRow(device: device("Watch"))))
        #expect(try !matches(predicate, TestRow(device: device("Watch", model: "W2"))))
        #expect(try !matches(predicate, TestRow()))
    }

    @Test("R4.14: a device property matches any allowed value, and with none its absence")
    func deviceProperty() throws {
        let models = HKQuery.predicateForObjects(
            withDeviceProperty: HKDevicePropertyKeyModel,
            allowedValues: ["W1", "W2"]
        )
        #expect(try matches(models, TestRow(device: device("x", model: "W2"))))
        #expect(try !matches(models, TestRow(device: device("x", model: "W3"))))
        #expect(try !matches(models, TestRow(device: device("x"))))
        let none = HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyModel, allowedValues: [])
        #expect(try matches(none, TestRow(device: device("x"))))
        #expect(try matches(none, TestRow()))
        #expect(try !matches(none, TestRow(device: device("x", model: "W1"))))
    }

    private func row(_ metadata: [String: Any]) throws -> TestRow { TestRow(metadata: try Metadata(metadata)) }

    @Test("R4.15: a metadata key exists")
    func metadataKey() throws {
        let predicate = HKQuery.predicateForObjects(withMetadataKey: "k")
        #expect(try matches(predicate, row(["k": 0])))
        #expect(try !matches(predicate, row(["other": 0])))
        #expect(try !matches(predicate, TestRow()))
    }

    @Test("R4.15: a metadata value is one of those allowed")
    func metadataAllowedValues() throws {
        let predicate = HKQuery.predicateForObjects(withMetadataKey: "k", allowedValues: ["x", 3, true])
        #expect(try matches(predicate, row(["k": "x"])))
        #expect(try matches(predicate, row(["k": 3.0])))
        #expect(try matches(predicate, row(["k": true])))
        #expect(try !matches(predicate, row(["k": "3"])))
        #expect(try !matches(predicate, TestRow()))
        #expect(try !matches(HKQuery.predicateForObjects(withMetadataKey: "k", allowedValues: []), row(["k": 1])))
    }

    @Test("R4.15: metadata values are compared by kind, quantities whatever their units")
    func metadataComparison() throws {
        func predicate(_ operatorType: HKPredicateOperator, _ value: Any) -> NSPredicate {
            HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: operatorType, value: value)
        }
        let kilometre = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 1)
        let metres = HKQuantity(unit: .meter(), doubleValue: 1500)
        #expect(try matches(predicate(.greaterThan, kilometre), row(["k": metres])))
        #expect(try !matches(predicate(.lessThan, kilometre), row(["k": metres])))
        #expect(try !matches(predicate(.greaterThan, HKQuantity(unit: .gram(), doubleValue: 1)), row(["k": metres])))
        #expect(try matches(predicate(.lessThan, time(5)), row(["k": time(4)])))
        #expect(try matches(predicate(.greaterThanOrEqualTo, 3), row(["k": 3.0])))
        #expect(try matches(predicate(.lessThan, "b"), row(["k": "a"])))
        #expect(try matches(predicate(.beginsWith, "ab"), row(["k": "abc"])))
        #expect(try matches(predicate(.contains, "bc"), row(["k": "abc"])))
        #expect(try matches(predicate(.like, "a?c*"), row(["k": "abcde"])))
        #expect(try matches(predicate(.between, [1, 3]), row(["k": 3])))
        #expect(try !matches(predicate(.between, [1, 3]), row(["k": 3.5])))
        #expect(try matches(predicate(.in, [1, 3]), row(["k": 3])))
        #expect(try !matches(predicate(.greaterThan, 1), row(["k": "2"])))
        #expect(try !matches(predicate(.greaterThan, 1), TestRow()))
        #expect(try !matches(predicate(.equalTo, 1), TestRow()))
        #expect(try matches(predicate(.notEqualTo, 1), TestRow()))
    }

    @Test("what is left of a filter when source, device and metadata are known")
    func specialised() throws {
        let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            HKQuery.predicateForObjects(from: a), HKQuery.predicateForObjects(withMetadataKey: "k"),
            HKQuery.predicateForSamples(withStart: time(1), end: time(2), options: .strictStartDate),
        ])
        let filter = try SampleFilter(predicate)
        let revision = row(a).revision
        let metadata = try Metadata(["k": 1])
        let left = filter.specialised(revision: revision, device: nil, metadata: metadata)
        #expect(left.timeClauses == TimeBounds(startLower: 1, startUpper: 2.0.nextDown))
        #expect(filter.specialised(revision: revision, device: nil, metadata: nil) == .nothing)
        #expect(filter.specialised(revision: row(b).revision, device: nil, metadata: metadata) == .nothing)
        let sourceOnly = try SampleFilter(HKQuery.predicateForObjects(from: a))
        #expect(sourceOnly.specialised(revision: revision, device: nil, metadata: nil) == .everything)
    }
}

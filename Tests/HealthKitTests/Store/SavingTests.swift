import Foundation
import Testing

@testable import HealthKit

@Suite struct SavingTests {
    private let test = TestStore()

    @Test("R2.9 a sample that was not saved has no source, neither has its archive, and saving does not give it one")
    func unsavedSource() async throws {
        let sample = stepSample(5, 0, 60)
        func check(_ sample: HKSample?) {
            #expect(sample?.sourceRevision.source.name == "")
            #expect(sample?.sourceRevision.source.bundleIdentifier == "")
            #expect(sample?.sourceRevision.version == nil && sample?.sourceRevision.productType == nil)
        }
        check(sample)
        let data = try NSKeyedArchiver.archivedData(withRootObject: sample, requiringSecureCoding: true)
        check(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQuantitySample.self, from: data))
        let store = TestStore().store
        try await store.save(sample)
        check(sample)
        #expect(try await store.all(steps).map(\.sourceRevision.source.name) == ["Health"])
        let own = HKQuery.predicateForObjects(from: HKSource.default())
        #expect(!own.evaluate(with: sample), "it is of no source")
    }

    @Test("R2.9 a saved sample comes back with its UUID, its bits, its device and a source revision")
    func roundTrip() async throws {
        let app = test.app("scale")
        let mass = HKQuantityType(.bodyMass)
        try test.grant("scale", mass, read: true, share: true)
        let device = HKDevice(
            name: "Scale, \"the\" one",
            manufacturer: "ACME",
            model: nil,
            hardwareVersion: nil,
            firmwareVersion: "2.1",
            softwareVersion: nil,
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
        let sample = HKQuantitySample(
            type: mass,
            quantity: HKQuantity(unit: .pound(), doubleValue: 154.3),
            start: at(1.123456789),
            end: at(2.987654321),
            device: device,
            metadata: [
                HKMetadataKeyWasUserEntered: true, "count": 3, "ratio": 0.25, "note": "after 🏃", "on": at(7),
                "energy": HKQuantity(unit: .kilocalorie(), doubleValue: 1.5),
            ]
        )
        try await app.save(sample)
        let found = try #require(try await app.all(mass).first as? HKQuantitySample)
        #expect(found.uuid == sample.uuid)
        #expect(found.quantity.doubleValue(for: .pound()) == 154.3)
        #expect(found.quantity.unit == .pound())
        #expect(found.startDate.timeIntervalSinceReferenceDate == 1.123456789)
        #expect(found.endDate.timeIntervalSinceReferenceDate == 2.987654321)
        #expect(found.device == device)
        #expect(found.sourceRevision.source.bundleIdentifier == "test.scale")
        #expect(found.sourceRevision.version == "1")
        #expect(found.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(found.metadata?["count"] as? Int == 3)
        #expect(found.metadata?["ratio"] as? Double == 0.25)
        #expect(found.metadata?["note"] as? String == "after 🏃")
        #expect(found.metadata?["on"] as? Date == at(7))
        #expect((found.metadata?["energy"] as? HKQuantity)?.doubleValue(for: .kilocalorie()) == 1.5)
        #expect(found is HKDiscreteQuantitySample)
    }

    @Test("R2.8 a sample that is stored already fails the whole array")
    func duplicates() async throws {
        let sample = stepSample(1, 0, 1)
        try await test.store.save(sample)
        #expect(await code { try await test.store.save([stepSample(2, 5, 6), sample]) } == .errorInvalidArgument)
        #expect(try await test.store.all(steps).count == 1)
        #expect(await code { try await test.store.save([HKObject]()) } == .errorInvalidArgument)
    }

    @Test("R2.1 R2.2 R2.3 R2.4 wrong samples are refused when they are made")
    func validation() {
        let kilogram = HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 1)
        let one = HKQuantity(unit: .count(), doubleValue: 1)
        #expect(throws: HKError.self) {
            try HKQuantitySample(validating: steps, quantity: kilogram, start: at(0), end: at(1))
        }
        #expect(throws: HKError.self) {
            try HKQuantitySample(validating: steps, quantity: one, start: at(1), end: at(0))
        }
        #expect(throws: Never.self) {
            try HKQuantitySample(validating: steps, quantity: one, start: at(0), end: at(345_600))
        }
        #expect(throws: HKError.self) {
            try HKQuantitySample(validating: steps, quantity: one, start: at(0), end: at(345_601))
        }
        #expect(throws: HKError.self) {
            try HKQuantitySample(validating: steps, quantity: one, start: at(0), end: .distantFuture)
        }
        #expect(
            throws: HKError.invalid("Value 0 is not compatible with type HKCategoryTypeIdentifierCervicalMucusQuality")
        ) {
            try HKCategorySample(validating: HKCategoryType(.cervicalMucusQuality), value: 0, start: at(0), end: at(0))
        }
    }

    @Test("R2.12 R2.13 metadata of a wrong class, and metadata that is missing")
    func metadata() {
        let one = HKQuantity(unit: .count(), doubleValue: 1)
        func make(_ metadata: [String: Any]) throws -> HKQuantitySample {
            try HKQuantitySample(validating: steps, quantity: one, start: at(0), end: at(1), metadata: metadata)
        }
        #expect(throws: HKError.self) { try make(["array": [1]]) }
        #expect(throws: HKError.self) { try make([HKMetadataKeyWasUserEntered: "yes"]) }
        #expect(throws: HKError.self) { try make([HKMetadataKeySyncVersion: 1]) }
        #expect(throws: HKError.self) { try make([HKMetadataKeySyncIdentifier: "a"]) }
        #expect(throws: Never.self) { try make([HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: 1]) }
        #expect(
            throws: HKError.invalid(
                "Type HKQuantityTypeIdentifierInsulinDelivery does not have required metadata "
                    + "HKMetadataKeyInsulinDeliveryReason"
            )
        ) {
            try HKQuantitySample(
                validating: HKQuantityType(.insulinDelivery),
                quantity: HKQuantity(unit: .internationalUnit(), doubleValue: 1),
                start: at(0),
                end: at(1)
            )
        }
        #expect(
            throws: HKError.invalid(
                "Type HKCategoryTypeIdentifierMenstrualFlow does not have required metadata "
                    + "HKMetadataKeyMenstrualCycleStart"
            )
        ) {
            try HKCategorySample(validating: HKCategoryType(.menstrualFlow), value: 2, start: at(0), end: at(1))
        }
    }

    @Test("R2.2 a unit that doesn't fit is reported in Apple's words")
    func unitTexts() {
        let metre = HKQuantity(unit: .meter(), doubleValue: 1100)
        #expect(
            throws: HKError.invalid(
                "HKQuantityTypeIdentifierBodyMass requires unit of type Mass. Incompatible unit: m"
            )
        ) {
            try HKQuantitySample(validating: HKQuantityType(.bodyMass), quantity: metre, start: at(0), end: at(1))
        }
        #expect(
            throws: HKError.invalid(
                "HKQuantityTypeIdentifierHeartRate requires a unit compatible with count/min. Incompatible unit: m"
            )
        ) {
            try HKQuantitySample(validating: heartRate, quantity: metre, start: at(0), end: at(1))
        }
    }

    @Test("R2.15 a correlation is saved with its members, which stand by themselves too")
    func correlations() async throws {
        let pressure = HKUnit.millimeterOfMercury()
        let members: Set<HKSample> = [
            HKQuantitySample(
                type: HKQuantityType(.bloodPressureSystolic),
                quantity: HKQuantity(unit: pressure, doubleValue: 118),
                start: at(0),
                end: at(0)
            ),
            HKQuantitySample(
                type: HKQuantityType(.bloodPressureDiastolic),
                quantity: HKQuantity(unit: pressure, doubleValue: 76),
                start: at(0),
                end: at(0)
            ),
        ]
        let type = HKCorrelationType(.bloodPressure)
        try await test.store.save(HKCorrelation(type: type, start: at(0), end: at(0), objects: members))
        let found = try #require(try await test.store.all(type).first as? HKCorrelation)
        #expect(found.objects == members)
        #expect(try await test.store.all(HKQuantityType(.bloodPressureSystolic)).count == 1)
        #expect(
            try await test.store
                .all(
                    HKQuantityType(.bloodPressureSystolic),
                    HKQuery.predicateForObjectsWithNoCorrelation()
                )
                .isEmpty
        )
    }

    @Test("R2.16 R2.17 R2.18 a higher sync version replaces, an equal or lower one is ignored")
    func syncVersions() async throws {
        func sample(_ value: Double, _ version: Int) -> HKQuantitySample {
            stepSample(
                value,
                0,
                60,
                metadata: [HKMetadataKeySyncIdentifier: "walk", HKMetadataKeySyncVersion: version]
            )
        }
        let first = sample(10, 1)
        try await test.store.save(first)
        try await test.store.save(sample(11, 1))
        try await test.store.save(sample(12, 0))
        #expect(try await test.store.all(steps).map(\.uuid) == [first.uuid])
        let second = sample(20, 2)
        try await test.store.save(second)
        #expect(try await test.store.all(steps).map(\.uuid) == [second.uuid])
        let changes = try await HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
            .result(for: test.store)
        #expect(changes.deletedObjects.map(\.uuid) == [first.uuid])
        #expect(changes.deletedObjects.first?.metadata?[HKMetadataKeySyncIdentifier] as? String == "walk")
    }

    @Test("R2.16 of samples that are saved in one call with one sync identifier, the highest version is stored")
    func syncVersionsOfOneCall() async throws {
        func samples(_ versions: Int...) -> [HKQuantitySample] {
            versions.map { version in
                stepSample(
                    Double(version),
                    0,
                    60,
                    metadata: [HKMetadataKeySyncIdentifier: "walk", HKMetadataKeySyncVersion: version]
                )
            }
        }
        let first = samples(1, 2, 2)
        try await test.store.save(first)
        #expect(try await test.store.all(steps).map(\.uuid) == [first[1].uuid])
        let second = samples(4, 3, 5)
        try await test.store.save(second)
        #expect(try await test.store.all(steps).map(\.uuid) == [second[2].uuid])
        let changes = try await HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
            .result(for: test.store)
        #expect(Set(changes.deletedObjects.map(\.uuid)) == [first[0].uuid, first[1].uuid, second[0].uuid])
    }

    @Test("R2.20 an external UUID is never unique")
    func externalUUID() async throws {
        let metadata = [HKMetadataKeyExternalUUID: "one"]
        try await test.store.save([stepSample(1, 0, 1, metadata: metadata), stepSample(1, 0, 1, metadata: metadata)])
        let predicate = HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyExternalUUID, allowedValues: ["one"])
        #expect(try await test.store.all(steps, predicate).count == 2)
    }
}

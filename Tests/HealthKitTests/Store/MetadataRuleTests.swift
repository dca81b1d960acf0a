import Foundation
import Testing

@testable import HealthKit

@Suite("Metadata as stored")
struct MetadataRuleTests {
    private let test = TestStore()

    @Test("R2.21 the strings behind the keys: older ones lost MetadataKey, newer ones keep it")
    func keys() {
        let short = [
            HKMetadataKeyWasUserEntered: "HKWasUserEntered", HKMetadataKeyTimeZone: "HKTimeZone",
            HKMetadataKeyIndoorWorkout: "HKIndoorWorkout", HKMetadataKeyExternalUUID: "HKExternalUUID",
            HKMetadataKeyFoodType: "HKFoodType", HKMetadataKeyMenstrualCycleStart: "HKMenstrualCycleStart",
            HKMetadataKeyInsulinDeliveryReason: "HKInsulinDeliveryReason",
            HKMetadataKeyWeatherTemperature: "HKWeatherTemperature",
            HKMetadataKeyBloodGlucoseMealTime: "HKBloodGlucoseMealTime", HKMetadataKeyAverageMETs: "HKAverageMETs",
            HKMetadataKeyElevationAscended: "HKElevationAscended",
        ]
        for (key, raw) in short { #expect(key == raw) }
        #expect(HKMetadataKeySyncIdentifier == "HKMetadataKeySyncIdentifier")
        #expect(HKMetadataKeySyncVersion == "HKMetadataKeySyncVersion")
        #expect(HKMetadataKeyHeartRateMotionContext == "HKMetadataKeyHeartRateMotionContext")
    }

    @Test("R2.22 what an app saves is not marked as typed in, and a time zone is kept as it was named")
    func notImplied() async throws {
        let zone = [HKMetadataKeyTimeZone: "Europe/Berlin"]
        try await test.store.save([stepSample(1, 0, 1), stepSample(2, 10, 11, metadata: zone)])
        let found = try await test.store.all(steps)
        #expect(found[0].metadata == nil)
        #expect(found[1].metadata as? [String: String] == zone)
        let marked = HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyWasUserEntered)
        #expect(try await test.store.all(steps, marked).isEmpty)
        for wrong in [1 as Any, at(0), HKQuantity(unit: .hour(), doubleValue: 1)] {
            #expect(throws: HKError.self) {
                try HKQuantitySample(
                    validating: steps,
                    quantity: HKQuantity(unit: .count(), doubleValue: 1),
                    start: at(0),
                    end: at(1),
                    metadata: [HKMetadataKeyTimeZone: wrong]
                )
            }
        }
    }

    @Test("R2.12 a known key refuses a value of another class, and a quantity in a unit that does not fit")
    func classes() {
        func make(_ key: String, _ value: Any) throws -> HKQuantitySample {
            try HKQuantitySample(
                validating: steps,
                quantity: HKQuantity(unit: .count(), doubleValue: 1),
                start: at(0),
                end: at(1),
                metadata: [key: value]
            )
        }
        let wrong: [(key: String, value: Any, says: String)] = [
            (HKMetadataKeyWasUserEntered, "yes", "Invalid class NSString for metadata key: HKWasUserEntered"),
            (HKMetadataKeyFoodType, 3, "Invalid class NSNumber for metadata key: HKFoodType"),
            (HKMetadataKeyWeatherTemperature, 21.5, "Expected HKQuantity"),
            (HKMetadataKeyWeatherTemperature, HKQuantity(unit: .gram(), doubleValue: 1), "Invalid unit g"),
            ("own", [1, 2], "Invalid class Array<Int> for metadata key: own"),
            ("own", NSNull(), "Invalid class NSNull for metadata key: own"),
            ("own", Data(), "Invalid class Data for metadata key: own"),
            ("own", URL(fileURLWithPath: "/"), "Invalid class URL for metadata key: own"),
        ]
        for (key, value, says) in wrong {
            do {
                _ = try make(key, value)
                Issue.record("\(key) took \(value)")
            } catch {
                #expect((error as? HKError)?.code == .errorInvalidArgument)
                #expect((error as? HKError)?.text.contains(says) == true, "\((error as? HKError)?.text ?? "")")
            }
        }
        let fahrenheit = HKQuantity(unit: .degreeFahrenheit(), doubleValue: 70)
        #expect(throws: Never.self) { try make(HKMetadataKeyWeatherTemperature, fahrenheit) }
    }
}

import Foundation
import Testing

@testable import HealthKit

@Suite("Predicates that cannot be made stop the program, and say why")
struct PredicateExceptionTests {
    private func text(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("R4.19: a malformed format")
    func format() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSPredicate(format: "startDate >=")
        }
        #expect(
            text(result)
                .contains("'NSInvalidArgumentException', reason: 'Unable to parse the format string \"startDate >=\"")
        )
    }

    @Test("R4.19: a format with fewer arguments than specifiers")
    func arguments() async {
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "%K == %@", "startDate") }
    }

    @Test("R4.20: date components with an hour, in Apple's words")
    func components() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let calendar = Calendar(identifier: .gregorian)
            let noon = DateComponents(calendar: calendar, year: 2024, month: 2, day: 29, hour: 12)
            _ = HKQuery.predicateForActivitySummary(with: noon)
        }
        #expect(
            text(result)
                .contains(
                    "'NSInvalidArgumentException', "
                        + "reason: 'Activity summary date components require hour to not be set'"
                )
        )
    }

    @Test("R4.15: a metadata value of a class that metadata does not hold")
    func metadata() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: .equalTo, value: NSObject())
        }
        #expect(text(result).contains("NSObject"))
    }

    @Test("R4.19: what HealthKit can't ask is a predicate that the query refuses")
    func refusedByQuery() async throws {
        let length = HKQuantity(unit: .meter(), doubleValue: 5)
        let predicates = [
            HKQuery.predicateForQuantitySamples(with: .beginsWith, quantity: length),
            HKQuery.predicateForCategorySamples(with: .like, value: 1),
            HKQuery.predicateForWorkouts(
                with: .equalTo,
                totalDistance: HKQuantity(unit: .count(), doubleValue: 5)
            ),
            HKQuery.predicateForWorkouts(operatorType: .equalTo, quantityType: heartRate, averageQuantity: length),
            HKQuery.predicateForObjects(withDeviceProperty: "colour", allowedValues: ["red"]),
            HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: .between, value: [1]),
        ]
        for predicate in predicates {
            #expect(throws: HKError.self) { try SampleFilter(predicate) }
            #expect(throws: HKError.self) {
                try SampleFilter(NSCompoundPredicate(notPredicateWithSubpredicate: predicate))
            }
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let predicate = HKQuery.predicateForQuantitySamples(
                with: .beginsWith,
                quantity: HKQuantity(unit: .count(), doubleValue: 5)
            )
            FileHandle.standardError.write(Data("made\n".utf8))
            _ = HKSampleQuery(
                sampleType: HKQuantityType(.stepCount),
                predicate: predicate,
                limit: 1,
                sortDescriptors: nil
            ) { _, _, _ in }
        }
        #expect(text(result).contains("made"))
        #expect(text(result).contains("'NSInvalidArgumentException'"))
    }
}

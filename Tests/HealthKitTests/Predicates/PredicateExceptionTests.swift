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

    @Test("R4.20: date components without a calendar")
    func components() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKQuery.predicateForActivitySummary(with: DateComponents(era: 1, year: 2024, month: 2, day: 29))
        }
        #expect(text(result).contains("calendar"))
    }

    @Test("R4.15: a metadata value of a class that metadata does not hold")
    func metadata() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: .equalTo, value: NSObject())
        }
        #expect(text(result).contains("NSObject"))
    }

    @Test("R4.18: an operator that quantities have no use for")
    func quantityOperator() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuery.predicateForQuantitySamples(
                with: .beginsWith,
                quantity: HKQuantity(unit: .count(), doubleValue: 5)
            )
        }
    }

    @Test("R4.17: a unit that does not fit the total")
    func totalUnit() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuery.predicateForWorkouts(
                with: .equalTo,
                totalDistance: HKQuantity(unit: .count(), doubleValue: 5)
            )
        }
    }
}

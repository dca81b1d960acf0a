import Foundation
import Testing

@testable import HealthKit

@Suite("Programming errors stop the program with Apple's text")
struct ExceptionTests {
    private func text(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("R9.1 a string that is no unit")
    func unit() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKUnit(from: "mL/kg/min")
        }
        let expected =
            "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', "
            + "reason: 'Unable to parse factorization string mL/kg/min'"
        #expect(text(result).contains(expected))
    }

    @Test("R9.9 a conversion between units of other dimensions")
    func conversion() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKQuantity(unit: .gram(), doubleValue: 1).doubleValue(for: .count())
        }
        #expect(
            text(result)
                .contains("'NSInvalidArgumentException', reason: 'Attempt to convert incompatible units: g, count'")
        )
    }

    @Test("R9.9 a comparison of quantities of other dimensions")
    func comparison() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantity(unit: .gram(), doubleValue: 1).compare(HKQuantity(unit: .meter(), doubleValue: 1))
        }
    }

    @Test("a molar mass that is none")
    func molarMass() async {
        await #expect(processExitsWith: .failure) { _ = HKUnit.moleUnit(withMolarMass: -.infinity) }
    }

    @Test("an identifier that names no type")
    func type() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKQuantityType(HKQuantityTypeIdentifier(rawValue: "steps"))
        }
        #expect(text(result).contains("steps is not a valid identifier of HKQuantityType"))
    }

    @Test("R2.3 the longest duration of a type without one")
    func duration() async {
        await #expect(processExitsWith: .failure) { _ = HKObjectType.workoutType().maximumAllowedDuration }
    }
}

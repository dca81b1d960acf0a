import HealthKit
import Testing

@Suite struct ClassificationTests {
    private func steadiness(_ percent: Double) throws -> HKAppleWalkingSteadinessClassification {
        try HKAppleWalkingSteadinessClassification(for: HKQuantity(unit: .percent(), doubleValue: percent / 100))
    }

    @Test("Walking steadiness is very low below 20 %, low below 40 %, else OK")
    func steadinessBands() throws {
        #expect(try [0, 19.9].map(steadiness) == [.veryLow, .veryLow])
        #expect(try [20, 39.9].map(steadiness) == [.low, .low])
        #expect(try [40, 100].map(steadiness) == [.ok, .ok])
    }

    @Test("The limits of a steadiness class are its own, and the classes leave no gap")
    func steadinessLimits() throws {
        let percent = HKUnit.percent()
        for type in HKAppleWalkingSteadinessClassification.allCases {
            #expect(try HKAppleWalkingSteadinessClassification(for: type.minimum) == type)
        }
        #expect(
            HKAppleWalkingSteadinessClassification.veryLow.maximum == HKAppleWalkingSteadinessClassification.low.minimum
        )
        #expect(HKAppleWalkingSteadinessClassification.low.maximum == HKAppleWalkingSteadinessClassification.ok.minimum)
        #expect(HKAppleWalkingSteadinessClassification.ok.maximum.doubleValue(for: percent) == 1)
    }

    @Test("What is no steadiness is refused", arguments: [-0.01, 1.01, .nan, .infinity])
    func noSteadiness(score: Double) {
        #expect(throws: HKError.self) {
            try HKAppleWalkingSteadinessClassification(for: HKQuantity(unit: .percent(), doubleValue: score))
        }
        #expect(throws: HKError.self) {
            try HKAppleWalkingSteadinessClassification(for: HKQuantity(unit: .meter(), doubleValue: 0.5))
        }
    }

    @Test("Breathing disturbances are elevated from 15 on, and only counts are classified")
    func disturbances() {
        typealias Classification = HKAppleSleepingBreathingDisturbancesClassification
        let classify = { Classification(classifying: HKQuantity(unit: .count(), doubleValue: $0)) }
        #expect([0, 14.9].map(classify) == [.notElevated, .notElevated])
        #expect([15, 80].map(classify) == [.elevated, .elevated])
        #expect([-1, .nan].map(classify) == [nil, nil])
        #expect(Classification(classifying: HKQuantity(unit: .second(), doubleValue: 20)) == nil)
        for type in Classification.allCases { #expect(Classification(classifying: type.minimum) == type) }
    }
}

import Foundation
import Testing

@testable import HealthKit

@Suite("Energy and estimates")
struct EstimatesTests {
    let test = TestStore()
    let day = 86_400.0

    private func split(
        _ store: HKHealthStore,
        _ total: HKQuantity,
        seconds: Double
    ) async throws -> (resting: Double, active: Double) {
        let parts: (HKQuantity, HKQuantity) = try await withCheckedThrowingContinuation { continuation in
            store.splitTotalEnergy(total, start: at(0), end: at(seconds)) { resting, active, error in
                if let resting, let active {
                    continuation.resume(returning: (resting, active))
                } else {
                    continuation.resume(throwing: error ?? HKError(.unknownError))
                }
            }
        }
        return (parts.0.doubleValue(for: .kilocalorie()), parts.1.doubleValue(for: .kilocalorie()))
    }

    private func kilocalories(_ value: Double) -> HKQuantity { HKQuantity(unit: .kilocalorie(), doubleValue: value) }

    @Test("R6.7 what is not known counts as 30 years, 70 kg, 170 cm and the mean of both sexes")
    func defaults() async throws {
        // 10 · 70 kg + 6.25 · 170 cm − 5 · 30 years − 78, the mean of 5 and −161.
        let expected: Double = 1534.5
        let parts = try await split(test.app("energy"), kilocalories(2000), seconds: day)
        #expect(abs(parts.resting - expected) < 1e-9)
        #expect(abs(parts.resting + parts.active - 2000) < 1e-9)
    }

    @Test("R6.7 active energy is never negative, and the unit is that of the total")
    func clamped() async throws {
        let parts = try await split(test.app("energy"), HKQuantity(unit: .joule(), doubleValue: 41_840), seconds: day)
        #expect(abs(parts.resting - 10) < 1e-9)
        #expect(parts.active == 0)
    }

    @Test("R6.7 what the app may read counts, what it may not does not")
    func facts() async throws {
        var values = CharacteristicValues()
        values.dateOfBirth = "1961-01-02"
        values.biologicalSex = HKBiologicalSex.male.rawValue
        try test.person.setCharacteristics(values)
        let mass = HKQuantityType(.bodyMass)
        try test.person.save([
            HKQuantitySample(
                type: mass,
                quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 80),
                start: at(0),
                end: at(0)
            )
        ])
        for (type, isRead) in [(HKCharacteristicType(.dateOfBirth) as HKObjectType, true), (mass, true)] {
            try test.grant("energy", type, read: isRead, share: nil)
        }
        // The sex was not granted. 10 · 80 kg + 6.25 · 170 cm − 5 · 39 years − 78; the birthday of 2001 is yet to come.
        let expected: Double = 1589.5
        let parts = try await split(test.app("energy"), kilocalories(5000), seconds: day)
        #expect(abs(parts.resting - expected) < 1e-9)
    }

    @Test("R6.7 other units and an end before the start are errors")
    func mistakes() async throws {
        let app = test.app("energy")
        #expect(
            await code { _ = try await split(app, HKQuantity(unit: .meter(), doubleValue: 1), seconds: 1) }
                == .errorInvalidArgument
        )
        #expect(await code { _ = try await split(app, kilocalories(1), seconds: -1) } == .errorInvalidArgument)
    }

    @Test("estimates start anew only for types that have them, from a date that has been")
    func recalibration() async throws {
        let app = test.app("estimates")
        #expect(
            await code { try await app.recalibrateEstimates(sampleType: steps, date: at(0)) } == .errorInvalidArgument
        )
        let type = try #require(
            HKObjectType.all.compactMap { $0 as? HKSampleType }.first { $0.allowsRecalibrationForEstimates }
        )
        #expect(
            await code { try await app.recalibrateEstimates(sampleType: type, date: at(0)) }
                == .errorAuthorizationNotDetermined
        )
        try test.grant("estimates", type, read: true, share: nil)
        #expect(
            await code { try await app.recalibrateEstimates(sampleType: type, date: Date(timeIntervalSinceNow: 1000)) }
                == .errorInvalidArgument
        )
        try await app.recalibrateEstimates(sampleType: type, date: at(50))
        #expect(try test.person.recalibration(of: type) == at(50))
    }
}

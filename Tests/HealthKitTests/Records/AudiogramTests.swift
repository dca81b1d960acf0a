import Foundation
import Testing

@testable import HealthKit

@Suite("Audiograms")
struct AudiogramTests {
    private let checks = RecordChecks()

    private func hertz(_ value: Double) -> HKQuantity { HKQuantity(unit: .hertz(), doubleValue: value) }
    private func level(_ value: Double) -> HKQuantity { HKQuantity(unit: .decibelHearingLevel(), doubleValue: value) }

    private func test(_ value: Double, _ side: HKAudiogramSensitivityTestSide) throws -> HKAudiogramSensitivityTest {
        try HKAudiogramSensitivityTest(
            sensitivity: level(value),
            type: .air,
            masked: true,
            side: side,
            clampingRange: HKAudiogramSensitivityPointClampingRange(lowerBound: -10, upperBound: 85.5)
        )
    }

    private func audiogram() throws -> HKAudiogramSample {
        HKAudiogramSample(
            sensitivityPoints: [
                try HKAudiogramSensitivityPoint(
                    frequency: HKQuantity(unit: .hertzUnit(with: .kilo), doubleValue: 4.1),
                    tests: [test(12.3, .left), test(85.5, .right)]
                ),
                try HKAudiogramSensitivityPoint(
                    frequency: hertz(250),
                    leftEarSensitivity: nil,
                    rightEarSensitivity: level(-5)
                ),
            ],
            start: at(0.5),
            end: at(60),
            device: device("Booth"),
            metadata: ["room": "2"]
        )
    }

    @Test("an audiogram comes back from the store and from an archive as it was")
    func roundTrip() async throws {
        let sample = try audiogram()
        try await checks.pass(sample) { found in
            let point = try #require(found.sensitivityPoints.first)
            let other = try #require(found.sensitivityPoints.last)
            let range = try #require(point.tests[0].clampingRange)
            #expect(point.frequency.doubleValue(for: .hertzUnit(with: .kilo)) == 4.1)
            #expect(point.tests.map(\.side) == [.left, .right] && point.tests.allSatisfy(\.masked))
            #expect(point.leftEarSensitivity == level(12.3) && point.rightEarSensitivity == level(85.5))
            #expect(range.lowerBound == level(-10) && range.upperBound == level(85.5))
            #expect(other.leftEarSensitivity == nil && other.rightEarSensitivity == level(-5))
            #expect(other.tests.map(\.type) == [.air] && !other.tests[0].masked && other.tests[0].clampingRange == nil)
            return found.sensitivityPoints == sample.sensitivityPoints
        }
        try checkIncompleteArchives(of: sample)
    }

    @Test("points, tests and ranges are archived, compared and hashed by what they say")
    func values() throws {
        let point = try #require(try audiogram().sensitivityPoints.first)
        #expect(try archived(point) == point)
        #expect(try archived(point.tests[0]) == point.tests[0])
        #expect(point.tests[0] != point.tests[1])
        #expect(point.tests[0].hash == (try archived(point.tests[0])).hash)
        let range = try HKAudiogramSensitivityPointClampingRange(lowerBound: nil, upperBound: 5)
        #expect(try archived(range) == range)
        #expect(range.copy() as? HKAudiogramSensitivityPointClampingRange == range)
        #expect(range.lowerBound == nil)
    }

    @Test("apps find audiograms with the descriptor")
    func descriptor() async throws {
        let sample = try audiogram()
        try checks.test.grant("ear", sample.sampleType, read: true, share: true)
        try await checks.test.app("ear").save(sample)
        let found: [HKAudiogramSample] = try await HKSampleQueryDescriptor(
            predicates: [.audiogram()],
            sortDescriptors: []
        )
        .result(for: checks.test.app("ear"))
        #expect(found.map(\.uuid) == [sample.uuid])
    }

    @Test("R2.25 frequencies are in Hz, sensitivities in dBHL, and a range has a bound above another")
    func validation() throws {
        #expect(throws: HKError.invalid("frequency requires a unit compatible with Hz, not dBHL")) {
            try HKAudiogramSensitivityPoint(frequency: level(1), tests: [])
        }
        #expect(throws: HKError.self) { try HKAudiogramSensitivityPoint(frequency: hertz(0), tests: []) }
        #expect(throws: HKError.self) { try HKAudiogramSensitivityPoint(frequency: hertz(.nan), tests: []) }
        #expect(throws: HKError.invalid("sensitivity requires a unit compatible with dBHL, not Hz")) {
            try HKAudiogramSensitivityPoint(
                frequency: hertz(1000),
                leftEarSensitivity: hertz(1),
                rightEarSensitivity: nil
            )
        }
        for (lower, upper) in [(nil, nil), (5, 5), (6, 5), (.nan, 5)] as [(Double?, Double?)] {
            #expect(throws: HKError.self) {
                try HKAudiogramSensitivityPointClampingRange(
                    lowerBound: lower.map { NSNumber(value: $0) },
                    upperBound: upper.map { NSNumber(value: $0) }
                )
            }
        }
        #expect(throws: HKError.invalid("An audiogram has at least one sensitivity point")) {
            try HKAudiogramSample(validating: [], start: at(0), end: at(1))
        }
        #expect(throws: HKError.self) {
            try HKAudiogramSample(validating: audiogram().sensitivityPoints, start: at(1), end: at(0))
        }
    }

    @Test("an audiogram without points stops the program")
    func exception() async {
        await #expect(processExitsWith: .failure) {
            _ = HKAudiogramSample(sensitivityPoints: [], start: Date(), end: Date(), metadata: nil)
        }
    }
}

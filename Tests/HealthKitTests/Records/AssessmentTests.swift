import Foundation
import Testing

@testable import HealthKit

@Suite("Questionnaires with a score")
struct AssessmentTests {
    private let checks = RecordChecks()

    private func gad7(_ score: Int) -> HKGAD7Assessment {
        HKGAD7Assessment(
            date: at(0),
            answers: Self.answers(score, 7).compactMap { HKGAD7Assessment.Answer(rawValue: $0) }
        )
    }

    private func phq9(_ score: Int) -> HKPHQ9Assessment {
        HKPHQ9Assessment(
            date: at(0),
            answers: Self.answers(score, 9).compactMap { HKPHQ9Assessment.Answer(rawValue: $0) }
        )
    }

    /// Answers of 0 to 3 with a sum.
    private static func answers(_ score: Int, _ count: Int) -> [Int] {
        (0..<count).map { min(3, max(0, score - 3 * $0)) }
    }

    @Test("assessments come back from the store and from an archive as they were")
    func roundTrip() async throws {
        let anxiety = HKGAD7Assessment(
            date: at(3.5),
            answers: [
                .notAtAll, .severalDays, .moreThanHalfTheDays, .nearlyEveryDay, .notAtAll, .notAtAll, .severalDays,
            ],
            metadata: ["form": "A"]
        )
        try await checks.pass(anxiety) { $0.answers == anxiety.answers && $0.score == 7 && $0.risk == .mild }
        try checkIncompleteArchives(of: anxiety)
        let depression = HKPHQ9Assessment(
            date: at(4),
            answers: Array(repeating: .nearlyEveryDay, count: 8) + [.preferNotToAnswer]
        )
        try await checks.pass(depression) { $0.answers == depression.answers && $0.score == 24 && $0.risk == .severe }
        try checkIncompleteArchives(of: depression)
    }

    @Test("an archive of one questionnaire does not open as the other")
    func otherClass() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        gad7(3).encode(with: archiver)
        archiver.finishEncoding()
        #expect(HKPHQ9Assessment(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)) == nil)
        #expect(HKGAD7Assessment(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)) != nil)
    }

    @Test("the two questionnaires have types of their own, and descriptors")
    func types() async throws {
        let store = checks.test.store
        try await store.save([gad7(3), phq9(12)])
        let anxiety: [HKGAD7Assessment] = try await HKSampleQueryDescriptor(
            predicates: [.gad7Assessment()],
            sortDescriptors: []
        )
        .result(for: store)
        let depression: [HKPHQ9Assessment] = try await HKSampleQueryDescriptor(
            predicates: [.phq9Assessment()],
            sortDescriptors: []
        )
        .result(for: store)
        #expect(anxiety.map(\.score) == [3])
        #expect(depression.map(\.score) == [12])
        #expect(anxiety.first?.sampleType == HKScoredAssessmentType(.GAD7))
    }

    @Test("the risk follows the published bounds of the scores")
    func risks() {
        for score in 0...21 {
            let expected: HKGAD7Assessment.Risk =
                score < 5 ? .noneToMinimal : score < 10 ? .mild : score < 15 ? .moderate : .severe
            #expect(gad7(score).score == score)
            #expect(gad7(score).risk == expected, "\(score)")
        }
        for score in 0...27 {
            let expected: HKPHQ9Assessment.Risk =
                score < 5
                ? .noneToMinimal
                : score < 10 ? .mild : score < 15 ? .moderate : score < 20 ? .moderatelySevere : .severe
            #expect(phq9(score).score == score)
            #expect(phq9(score).risk == expected, "\(score)")
        }
    }

    @Test("R2.25 exactly seven and nine answers, and only the ninth may be left open")
    func validation() {
        #expect(throws: HKError.invalid("A GAD-7 assessment has exactly 7 answers, not 6")) {
            try HKGAD7Assessment(validating: at(0), answers: Array(repeating: .notAtAll, count: 6))
        }
        #expect(throws: HKError.invalid("A PHQ-9 assessment has exactly 9 answers, not 10")) {
            try HKPHQ9Assessment(validating: at(0), answers: Array(repeating: .notAtAll, count: 10))
        }
        #expect(throws: HKError.invalid("4 isn't an answer to question 1 of a PHQ-9 assessment")) {
            try HKPHQ9Assessment(
                validating: at(0),
                answers: [.preferNotToAnswer] + Array(repeating: .notAtAll, count: 8)
            )
        }
    }

    @Test("R2.25 a wrong number of answers stops the program")
    func exception() async {
        await #expect(processExitsWith: .failure) { _ = HKGAD7Assessment(date: Date(), answers: []) }
        await #expect(processExitsWith: .failure) { _ = HKPHQ9Assessment(date: Date(), answers: []) }
    }
}

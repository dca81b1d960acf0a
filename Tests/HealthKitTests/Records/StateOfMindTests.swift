import Foundation
import Testing

@testable import HealthKit

@Suite("States of mind")
struct StateOfMindTests {
    private let checks = RecordChecks()

    private func state(
        _ valence: Double,
        _ labels: [HKStateOfMind.Label] = [],
        _ associations: [HKStateOfMind.Association] = [],
        kind: HKStateOfMind.Kind = .momentaryEmotion
    ) -> HKStateOfMind {
        HKStateOfMind(date: at(5.25), kind: kind, valence: valence, labels: labels, associations: associations)
    }

    @Test("a state of mind comes back from the store and from an archive as it was")
    func roundTrip() async throws {
        let sample = HKStateOfMind(
            date: at(1.123456789),
            kind: .dailyMood,
            valence: 0.1 + 0.2,
            labels: [.satisfied, .calm],
            associations: [.weather, .work],
            metadata: ["note": "sun"]
        )
        try await checks.pass(sample) {
            $0.kind == .dailyMood && $0.valence == 0.1 + 0.2 && $0.labels == [.satisfied, .calm]
                && $0.associations == [.weather, .work] && $0.metadata?["note"] as? String == "sun"
        }
        try checkIncompleteArchives(of: sample)
    }

    @Test("apps save and find states of mind with the descriptor")
    func descriptor() async throws {
        let type = HKObjectType.stateOfMindType()
        try checks.test.grant("diary", type, read: true, share: true)
        let diary = checks.test.app("diary")
        try await diary.save([state(-0.5), state(0.5)])
        let query = HKSampleQueryDescriptor(
            predicates: [.stateOfMind(HKQuery.predicateForStatesOfMind(withValence: 0, operatorType: .greaterThan))],
            sortDescriptors: []
        )
        let found: [HKStateOfMind] = try await query.result(for: diary)
        #expect(found.map(\.valence) == [0.5])
    }

    @Test("R2.25 a valence lies between -1 and 1")
    func validation() throws {
        for valence in [-1.000001, 1.5, .nan, .infinity] {
            #expect(throws: HKError.invalid("The valence of a state of mind is from -1 to 1, not \(valence)")) {
                try HKStateOfMind(validating: at(0), kind: .dailyMood, valence: valence, labels: [], associations: [])
            }
        }
        for valence in [-1.0, 1] { #expect(state(valence).valence == valence) }
        #expect(throws: HKError.self) {
            try HKStateOfMind(
                validating: at(0),
                kind: .dailyMood,
                valence: 0,
                labels: [],
                associations: [],
                metadata: ["list": [1]]
            )
        }
    }

    @Test("R2.25 a valence out of range stops the program")
    func exception() async {
        await #expect(processExitsWith: .failure) {
            _ = HKStateOfMind(date: Date(), kind: .dailyMood, valence: 2, labels: [], associations: [])
        }
    }

    @Test("R2.26 the range of valences is cut into seven parts, the bounds nearer to neutral")
    func classification() {
        typealias Class = HKStateOfMind.ValenceClassification
        let cuts: [(Double, Class)] = [
            (-1, .veryUnpleasant), (-0.72, .veryUnpleasant), (-5.0 / 7, .unpleasant), (-0.43, .unpleasant),
            (-3.0 / 7, .slightlyUnpleasant), (-0.15, .slightlyUnpleasant), (-1.0 / 7, .neutral), (0, .neutral),
            (1.0 / 7, .neutral), (0.15, .slightlyPleasant), (3.0 / 7, .slightlyPleasant), (0.43, .pleasant),
            (5.0 / 7, .pleasant), (0.72, .veryPleasant), (1, .veryPleasant),
        ]
        for (valence, expected) in cuts {
            #expect(Class(valence: valence) == expected, "\(valence)")
            #expect(state(valence).valenceClassification == expected)
        }
        for valence in [-1.01, 1.01, .nan] { #expect(Class(valence: valence) == nil) }
    }

    @Test("predicates over kind, label, association and valence hit and miss")
    func predicates() async throws {
        let store = checks.test.store
        let sad = state(-0.5, [.sad, .lonely], [.family])
        let glad = state(0.5, [.happy], [.family, .work], kind: .dailyMood)
        try await store.save([sad, glad])
        func found(_ predicate: NSPredicate) async throws -> Set<UUID> {
            Set(try await store.all(HKObjectType.stateOfMindType(), predicate).map(\.uuid))
        }
        #expect(try await found(HKQuery.predicateForStatesOfMind(with: .sad)) == [sad.uuid])
        #expect(try await found(HKQuery.predicateForStatesOfMind(with: .lonely)) == [sad.uuid])
        #expect(try await found(HKQuery.predicateForStatesOfMind(with: .amazed)) == [])
        #expect(try await found(HKQuery.predicateForStatesOfMind(with: .family)) == [sad.uuid, glad.uuid])
        #expect(try await found(HKQuery.predicateForStatesOfMind(with: .work)) == [glad.uuid])
        #expect(try await found(HKQuery.predicateForStatesOfMind(with: .dailyMood)) == [glad.uuid])
        #expect(
            try await found(HKQuery.predicateForStatesOfMind(withValence: -0.5, operatorType: .lessThanOrEqualTo))
                == [sad.uuid]
        )
        let notSad = NSCompoundPredicate(notPredicateWithSubpredicate: HKQuery.predicateForStatesOfMind(with: .sad))
        #expect(try await found(notSad) == [glad.uuid])
        #expect(try await found(NSPredicate(format: "label IN %@", [17, 27])) == [sad.uuid, glad.uuid])
        let copy = try archived(try #require(HKQuery.predicateForStatesOfMind(with: .sad) as? FilterPredicate))
        #expect(try await found(copy) == [sad.uuid])
        #expect(try await store.all(steps, HKQuery.predicateForStatesOfMind(with: .sad)).isEmpty)
    }
}

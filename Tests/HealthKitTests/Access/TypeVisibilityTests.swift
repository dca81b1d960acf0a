import Foundation
import Synchronization
import Testing

@testable import HealthKit

@Suite("What an app sees of objects that belong together")
struct TypeVisibilityTests {
    private let test = TestStore()

    private func members(_ correlation: HKSample?) -> Set<UUID> {
        Set((correlation as? HKCorrelation)?.objects.map(\.uuid) ?? [])
    }

    @Test("R1.8 a correlation comes with just the members that may be read, denied or never asked for")
    func correlation() async throws {
        let (visible, denied) = (grams(protein, 3), grams(sugar, 9))
        let alone = grams(sugar, 7, at: 50)
        try await test.store.save([meal([visible, denied]), meal([alone], at: 50)])
        try test.grant("mine", protein, read: true, share: false)
        let mine = test.app("mine")
        for sugarGrant in [Grant(), Grant(read: false, share: false)] {
            try test.person.setGrants([sugar.identifier: sugarGrant], app: "test.mine")
            let found = try await mine.all(food)
            #expect(found.count == 1)
            #expect(members(found.first) == [visible.uuid])
            let pieces = try await HKAnchoredObjectQueryDescriptor(
                predicates: [.correlation(type: food)],
                anchor: nil
            )
            .result(for: mine)
            #expect(pieces.addedSamples.map { members($0) } == [[visible.uuid]])
        }
        try test.grant("mine", sugar, read: true, share: false)
        #expect(try await mine.all(food).map { members($0).count } == [2, 1])
        try test.grant("mine", protein, read: false, share: false)
        try test.grant("mine", sugar, read: false, share: false)
        #expect(try await mine.all(food).isEmpty)
    }

    @Test("Sample predicates of a correlation query say nothing of members that may not be read")
    func samplePredicates() async throws {
        try await test.store.save(meal([grams(protein, 3), grams(sugar, 9)]))
        try test.grant("mine", protein, read: true, share: false)
        let mine = test.app("mine")
        func count(_ type: HKQuantityType, _ relation: HKPredicateOperator) async throws -> Int {
            try await withCheckedThrowingContinuation { continuation in
                let predicate = HKQuery.predicateForQuantitySamples(
                    with: relation,
                    quantity: HKQuantity(unit: .gram(), doubleValue: 5)
                )
                mine.execute(
                    HKCorrelationQuery(type: food, predicate: nil, samplePredicates: [type: predicate]) {
                        _,
                        found,
                        error in
                        if let error { return continuation.resume(throwing: error) }
                        continuation.resume(returning: found?.count ?? 0)
                    }
                )
            }
        }
        #expect(try await count(protein, .lessThan) == 1)
        #expect(try await count(sugar, .greaterThan) == 0)
        #expect(try await count(sugar, .lessThan) == 0)
    }

    @Test("No-correlation tells nothing of a correlation whose members are all hidden but one's own")
    func noCorrelation() async throws {
        try test.grant("mine", protein, read: true, share: true)
        let mine = test.app("mine")
        let single = grams(protein, 1)
        try await mine.save(single)
        let member = grams(protein, 2, at: 10)
        try await mine.save(meal([member]))
        let predicate = HKQuery.predicateForObjectsWithNoCorrelation()
        #expect(try await mine.all(protein, predicate).map(\.uuid) == [single.uuid])
        try test.grant("mine", protein, read: false, share: true)
        #expect(try await mine.all(protein, predicate).map(\.uuid) == [single.uuid])
    }

    @Test("What is said of a workout shows nothing of samples that may not be read; its own totals stay")
    func workout() async throws {
        let energy = HKQuantityType(.activeEnergyBurned)
        let run = HKWorkout(
            activityType: .running,
            start: at(0),
            end: at(3600),
            workoutEvents: nil,
            totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 100),
            totalDistance: nil,
            metadata: nil
        )
        try await test.store.save(run)
        let burned = HKQuantitySample(
            type: energy,
            quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 70),
            start: at(0),
            end: at(60)
        )
        try await test.store.addSamples([pulse(100, 10), pulse(140, 20), burned], to: run)
        try test.grant("mine", .workoutType(), read: true, share: false)
        let mine = test.app("mine")
        func stored() async throws -> HKWorkout { try #require(try await mine.all(.workoutType()).first as? HKWorkout) }
        let bare = try await stored()
        #expect(bare.statistics(for: heartRate) == nil)
        #expect(bare.totalEnergyBurned?.doubleValue(for: .kilocalorie()) == 100)
        #expect(bare.statistics(for: energy)?.sumQuantity()?.doubleValue(for: .kilocalorie()) == 100)
        #expect(bare.workoutActivities.allSatisfy { $0.statistics(for: heartRate) == nil })
        let fast = HKQuery.predicateForWorkouts(
            operatorType: .greaterThan,
            quantityType: heartRate,
            maximumQuantity: HKQuantity(unit: perMinute, doubleValue: 120)
        )
        #expect(try await mine.all(.workoutType(), fast).isEmpty)
        try test.grant("mine", heartRate, read: true, share: false)
        #expect(try await mine.all(.workoutType(), fast).count == 1)
        #expect(try await stored().statistics(for: heartRate)?.maximumQuantity()?.doubleValue(for: perMinute) == 140)
        try test.grant("mine", heartRate, read: false, share: true)
        #expect(try await stored().statistics(for: heartRate) == nil, "only its own samples count, and it has none")
    }

    @Test("Samples of a workout or an electrocardiogram are found by it only where it may be seen")
    func owners() async throws {
        let run = HKWorkout(activityType: .running, start: at(0), end: at(3600))
        try await test.store.save(run)
        try await test.store.addSamples([stepSample(3, 0, 1)], to: run)
        try test.grant("mine", steps, read: true, share: false)
        let mine = test.app("mine")
        let predicate = HKQuery.predicateForObjects(from: run)
        let others = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
        #expect(try await mine.all(steps, predicate).isEmpty)
        #expect(try await mine.all(steps, others).count == 1)
        try test.grant("mine", .workoutType(), read: true, share: false)
        #expect(try await mine.all(steps, predicate).count == 1)
        #expect(try await mine.all(steps, others).isEmpty)
    }

    @Test("R1.14 the deletion of a prescription is told to whom the person let read it")
    func prescription() async throws {
        let type = HKObjectType.visionPrescriptionType()
        let choice = ChoosingPrompt()
        let mine = test.app("mine", prompt: choice)
        func prescription() -> HKVisionPrescription {
            HKVisionPrescription(type: .glasses, dateIssued: at(0), expirationDate: nil, device: nil, metadata: nil)
        }
        let (allowed, refused) = (prescription(), prescription())
        try await test.store.save([allowed, refused])
        choice.choice.withLock { $0 = [allowed.uuid] }
        try await mine.requestPerObjectReadAuthorization(for: type, predicate: nil)
        let query = HKAnchoredObjectQueryDescriptor(predicates: [.visionPrescription()], anchor: nil)
        #expect(try await query.result(for: mine).addedSamples.map(\.uuid) == [allowed.uuid])
        try await test.store.delete([allowed, refused])
        #expect(try await query.result(for: mine).deletedObjects.map(\.uuid) == [allowed.uuid])
    }

    @Test("A document that the person was not asked about is not found by other queries")
    func document() async throws {
        let type = HKDocumentType(.CDA)
        let document = try HKCDADocumentSample(
            data: Data(DocumentTests.xml().utf8),
            start: at(0),
            end: at(60),
            metadata: nil
        )
        try await test.store.save(document)
        try test.grant("mine", type, read: true, share: false)
        let mine = test.app("mine")
        #expect(try await mine.all(type).isEmpty)
        try test.store.database()
            .write { writer in
                let app = AppIdentity(bundleIdentifier: "test.mine", name: "mine")
                let request = try writer.ask(app, objectsOf: type, .everything, now: at(0))
                try writer.answer(request.id, objects: [document.uuid])
            }
        #expect(try await mine.all(type).map(\.uuid) == [document.uuid])
    }

    @Test("A dose of a medication that the person refused is not shown, nor is its deletion")
    func dose() async throws {
        let type = HKObjectType.medicationDoseEventType()
        let refused = HKHealthConceptIdentifier(ConceptIdentifierContent(domain: .medication, identifier: "refused"))
        let open = HKHealthConceptIdentifier(ConceptIdentifierContent(domain: .medication, identifier: "open"))
        let medication = HKUserAnnotatedMedication(
            AnnotatedMedicationContent(
                concept: MedicationConceptContent(
                    identifier: refused.content,
                    displayText: "Refused",
                    generalForm: .capsule,
                    codings: []
                ),
                nickname: nil,
                isArchived: false,
                hasSchedule: false
            )
        )
        try test.store.database()
            .write { _ = try $0.save(medication, revision: test.store.principal.revision, now: at(0)) }
        let hidden = try HKMedicationDoseEvent(of: refused, status: .taken, at: at(10))
        let shown = try HKMedicationDoseEvent(of: open, status: .taken, at: at(20))
        try await test.store.save([hidden, shown])
        try test.grant("mine", type, read: true, share: false)
        let mine = test.app("mine")
        #expect(try await mine.all(type).map(\.uuid) == [shown.uuid])
        try await test.store.delete([hidden, shown])
        let deleted = HKAnchoredObjectQueryDescriptor(predicates: [.sample(type: type)], anchor: nil)
        #expect(try await deleted.result(for: mine).deletedObjects.map(\.uuid) == [shown.uuid])
    }

    @Test("R1.26 allowed medications bring their doses, without asking for more, and no doses of others")
    func dosesOfAllowed() async throws {
        let doses = HKObjectType.medicationDoseEventType()
        let list = HKObjectType.userAnnotatedMedicationType()
        let prompt = ChoosingPrompt()
        let mine = test.app("mine", prompt: prompt)
        #expect(await code { _ = try await mine.all(doses) } == .errorAuthorizationNotDetermined)
        func medication(_ name: String) throws -> (concept: HKHealthConceptIdentifier, uuid: UUID) {
            let concept = HKHealthConceptIdentifier(ConceptIdentifierContent(domain: .medication, identifier: name))
            let medication = HKUserAnnotatedMedication(
                AnnotatedMedicationContent(
                    concept: MedicationConceptContent(
                        identifier: concept.content,
                        displayText: name,
                        generalForm: .capsule,
                        codings: []
                    ),
                    nickname: nil,
                    isArchived: false,
                    hasSchedule: false
                )
            )
            let uuid = try test.store.database()
                .write { try $0.save(medication, revision: test.store.principal.revision, now: at(0)) }
            return (concept, uuid)
        }
        let (one, two) = (try medication("one"), try medication("two"))
        let unlisted = HKHealthConceptIdentifier(ConceptIdentifierContent(domain: .medication, identifier: "three"))
        let all = try [one.concept, two.concept, unlisted].enumerated()
            .map { try HKMedicationDoseEvent(of: $1, status: .taken, at: at(Double($0))) }
        try await test.store.save(all)
        var running = HKAnchoredObjectQueryDescriptor(predicates: [.sample(type: doses)], anchor: nil)

        prompt.choice.withLock { $0 = [two.uuid] }
        try await mine.requestPerObjectReadAuthorization(for: list, predicate: nil)
        #expect(try await mine.all(doses).map(\.uuid) == [all[1].uuid])
        let found = try await running.result(for: mine)
        #expect(found.addedSamples.map(\.uuid) == [all[1].uuid])
        #expect(await code { try await mine.save(all[0]) } == .errorAuthorizationNotDetermined)

        prompt.choice.withLock { $0 = [one.uuid, two.uuid] }
        try await mine.requestPerObjectReadAuthorization(for: list, predicate: nil)
        #expect(try await mine.all(doses).map(\.uuid) == [all[0].uuid, all[1].uuid])
        try await test.store.delete(all)
        running.anchor = found.newAnchor
        #expect(Set(try await running.result(for: mine).deletedObjects.map(\.uuid)) == [all[0].uuid, all[1].uuid])

        prompt.choice.withLock { $0 = [] }
        try await mine.requestPerObjectReadAuthorization(for: list, predicate: nil)
        #expect(try await mine.all(doses).isEmpty)
        try await test.store.save(HKMedicationDoseEvent(of: one.concept, status: .taken, at: at(50)))
        prompt.choice.withLock { $0 = [one.uuid] }
        try await mine.requestPerObjectReadAuthorization(for: list, predicate: nil)
        #expect(try await mine.all(doses).count == 1)
        try test.grant("mine", doses, read: false, share: nil)
        #expect(try await mine.all(doses).isEmpty, "what the person says of doses themselves goes before")
        try test.grant("mine", doses, read: true, share: nil)
        #expect(try await mine.all(doses).count == 1)
    }

    @Test("The deletion of a correlation is told to whom could read one of its members")
    func deletedCorrelation() async throws {
        let (seen, unseen) = (meal([grams(protein, 3), grams(sugar, 9)]), meal([grams(sugar, 1)]))
        try await test.store.save([seen, unseen])
        try test.grant("mine", protein, read: true, share: false)
        let mine = test.app("mine")
        try await test.store.delete([seen, unseen])
        let query = HKAnchoredObjectQueryDescriptor(predicates: [.correlation(type: food)], anchor: nil)
        #expect(try await query.result(for: mine).deletedObjects.map(\.uuid) == [seen.uuid])
        #expect(try await query.result(for: mine).deletedObjects.allSatisfy { $0.metadata == nil })
    }
}

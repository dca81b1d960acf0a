import Foundation
import Testing
import UniformTypeIdentifiers

@testable import HealthKit

@Suite("What is stored counts, not what is handed in")
struct StoredObjectTests {
    private let test = TestStore()
    private let effort = HKQuantityType(.workoutEffortScore)

    private func app(_ name: String, _ types: [HKObjectType]) throws -> HKHealthStore {
        for type in types { try test.grant(name, type, read: true, share: true) }
        return test.app(name)
    }

    private func workout() -> HKWorkout { HKWorkout(activityType: .running, start: at(0), end: at(3600)) }

    private func score(_ value: Double) -> HKQuantitySample {
        HKQuantitySample(
            type: effort,
            quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: value),
            start: at(0),
            end: at(60)
        )
    }

    @Test("A correlation takes no member that another app saved, nor one of another type")
    func members() async throws {
        let mine = try app("mine", [protein, sugar])
        let other = try app("other", [protein, sugar])
        let foreign = grams(protein, 3)
        try await other.save(foreign)
        let claimed = try forged(grams(protein, 3), as: foreign.uuid)
        #expect(await code { try await mine.save(meal([claimed])) } == .errorInvalidArgument)
        let own = grams(sugar, 5)
        try await mine.save(own)
        let swapped = try forged(grams(protein, 5), as: own.uuid)
        #expect(await code { try await mine.save(meal([swapped])) } == .errorInvalidArgument)
        #expect(try await test.store.all(food).isEmpty)
        try await mine.save(meal([own, grams(protein, 1)]))
        #expect((try await mine.all(food).first as? HKCorrelation)?.objects.count == 2)
    }

    @Test("A correlation that was emptied in an archive is not saved, by an app without any rights least of all")
    func emptied() async throws {
        let nobody = test.app("nobody")
        let empty = HKCorrelation(ObjectAttributes(), type: food, start: at(0), end: at(0), objects: [])
        #expect(await code { try await nobody.save(empty) } != nil)
        #expect(throws: HKError.self) { try nobody.port.send(SaveSeriesCall(samples: [empty])) }
        #expect(try await test.store.all(food).isEmpty)
    }

    @Test("Samples and routes are added to the caller's own workouts only, as samples of the type that is stored")
    func workouts() async throws {
        let mine = try app("mine", [steps, heartRate, .workoutType(), HKSeriesType.workoutRoute()])
        let other = try app("other", [steps, .workoutType()])
        let foreign = workout()
        try await other.save(foreign)
        #expect(await code { try await mine.addSamples([stepSample(9, 0, 1)], to: foreign) } == .errorInvalidArgument)
        let own = workout()
        try await mine.save(own)
        let rate = pulse(60, 5)
        try await mine.save(rate)
        let swapped = try forged(stepSample(9, 0, 1), as: rate.uuid)
        #expect(await code { try await mine.addSamples([swapped], to: own) } == .errorInvalidArgument)
        let faked = try forged(workout(), as: rate.uuid)
        #expect(await code { try await mine.addSamples([stepSample(9, 0, 1)], to: faked) } == .errorInvalidArgument)
        let hidden = stepSample(4, 0, 1)
        try await other.save(hidden)
        try test.grant("mine", steps, read: false, share: true)
        let guessed = try forged(stepSample(4, 0, 1), as: hidden.uuid)
        try await mine.addSamples([guessed], to: own)
        let members = try await test.store.all(steps, HKQuery.predicateForObjects(from: own))
        #expect(members.count == 1 && members.first?.uuid != hidden.uuid, "the app's own sample, not the hidden one")
        #expect(try await test.store.all(steps).count == 2)
    }

    @Test("Effort is the caller's own score of a workout that it may see, and taken back by who gave it")
    func efforts() async throws {
        let mine = try app("mine", [effort, .workoutType()])
        let other = try app("other", [effort, .workoutType()])
        let run = workout()
        try await other.save(run)
        let theirs = score(9)
        try await other.relateWorkoutEffortSample(theirs, with: run, activity: nil)
        #expect(
            await code { try await mine.unrelateWorkoutEffortSample(theirs, from: run, activity: nil) }
                == .errorInvalidArgument
        )
        #expect(
            await code { try await mine.relateWorkoutEffortSample(theirs, with: run, activity: nil) }
                == .errorInvalidArgument
        )
        try await mine.relateWorkoutEffortSample(score(3), with: run, activity: nil)
        try test.grant("mine", .workoutType(), read: false, share: true)
        #expect(
            await code { try await mine.relateWorkoutEffortSample(score(4), with: run, activity: nil) }
                == .errorInvalidArgument
        )
        let found = try await HKWorkoutEffortRelationshipQueryDescriptor(predicate: nil, anchor: nil, option: .default)
            .result(for: test.store)
        #expect(found.relationships.first?.samples?.count == 2)
    }

    @Test("R3.1 what is deleted needs the right to its stored type, whatever it is handed in as")
    func deleting() async throws {
        let mine = try app("mine", [steps, heartRate])
        let rate = pulse(60, 5)
        try await mine.save(rate)
        try test.grant("mine", heartRate, read: true, share: false)
        let swapped = try forged(stepSample(9, 0, 1), as: rate.uuid)
        #expect(await code { try await mine.delete(swapped) } == .errorAuthorizationDenied)
        #expect(try await mine.all(heartRate).count == 1)
        let other = try app("other", [steps])
        let foreign = stepSample(1, 0, 1)
        try await other.save(foreign)
        #expect(await code { try await mine.delete(foreign) } == .errorInvalidArgument)
    }

    @Test("Attachments are found by the object that they are stored with")
    func attachments() async throws {
        let type = HKObjectType.visionPrescriptionType()
        try test.grant("mine", type, read: true, share: true)
        let mine = test.app("mine")
        func prescription() -> HKVisionPrescription {
            HKVisionPrescription(type: .glasses, dateIssued: at(0), expirationDate: nil, device: nil, metadata: nil)
        }
        let (own, hidden) = (prescription(), prescription())
        try await mine.save(own)
        try await test.store.save(hidden)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data([1, 2, 3]).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let secret = try await HKAttachmentStore(healthStore: test.store)
            .addAttachment(to: hidden, name: "scan", contentType: .pdf, url: url)
        var content = secret.content
        content.object = own.uuid
        let reader = HKAttachmentStore(healthStore: mine).dataReader(for: HKAttachment(content))
        #expect(await code { _ = try await reader.data } == .errorNoData)
        let rate = pulse(60, 5)
        try test.grant("mine", heartRate, read: true, share: true)
        try await mine.save(rate)
        let faked = try forged(prescription(), as: rate.uuid)
        #expect(
            await code {
                _ = try await HKAttachmentStore(healthStore: mine)
                    .addAttachment(to: faked, name: "scan", contentType: .pdf, url: url)
            } == .errorInvalidArgument
        )
    }
}

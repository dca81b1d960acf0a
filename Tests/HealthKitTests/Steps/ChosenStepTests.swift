import Foundation
import HealthKitStore
import RandomTesting
import Testing

@testable import HealthKit

/// Any step of the log is taken back, or done again, where nothing since rests on it.
@Suite struct ChosenStepTests {
    private let test = TestStore()

    private func save(_ values: ClosedRange<Int>) throws -> [HKQuantitySample] {
        let samples = stepSamples(values) { ($0, $0 * 60, $0 * 60 + 1) }
        try test.person.save(samples)
        return samples
    }

    private var count: Int { get throws { try test.person.count(SampleListQuery(type: steps)) } }

    private func obstacle(_ number: Int) throws -> OperationObstacle? {
        let preview = try #require(try test.person.previewStep(number))
        if preview.obstacle != nil {
            let before = try StepWorld.contents(test.person)
            let error = #expect(throws: HKError.self) {
                try test.person.turnStep(number, isRedo: preview.isRedo)
            }
            #expect(error?.code == .errorInvalidArgument)
            #expect(try StepWorld.contents(test.person) == before)
        }
        return preview.obstacle
    }

    @Test("A step in the middle goes and comes back, and the others stay as they are")
    func middle() throws {
        _ = try save(1...3)
        let middle = try save(4...6)
        _ = try save(7...9)
        #expect(try obstacle(2) == nil)
        let outcome = try #require(try test.person.turnStep(2, isRedo: false))
        #expect(outcome.deleted == 3 && outcome.step.state == .undone)
        #expect(try count == 6)
        for sample in middle { #expect(try test.person.sample(sample.uuid) == nil) }
        // It is what Ctrl-R does again, also after another.
        _ = try save(10...10)
        #expect(try test.person.nextStep(isRedo: true)?.number == 2)
        #expect(try test.person.turnStep(2, isRedo: true)?.restored == 3)
        #expect(try count == 10)
        #expect(throws: HKError.self) { try test.person.turnStep(2, isRedo: true) }
        #expect(throws: HKError.self) { try test.person.turnStep(99, isRedo: false) }
        #expect(try test.person.previewStep(99) == nil)
    }

    @Test("What an edit rests on is named, and goes once the edit is taken back")
    func edited() throws {
        let old = try save(1...2)[0]
        try test.person.edit(old.uuid, to: stepSample(9, 60, 61))
        let found = try #require(try obstacle(1))
        #expect(found == OperationObstacle(.touched, step: 2, count: 1))
        #expect(try test.person.turnStep(2, isRedo: false) != nil)
        #expect(try obstacle(1) == nil)
        #expect(try test.person.turnStep(1, isRedo: false)?.deleted == 2)
        // The edit can't be done again before what it is about is there.
        #expect(try obstacle(2) == OperationObstacle(.touched, step: 1, isUndone: true, count: 1))
        _ = try test.person.turnStep(1, isRedo: true)
        #expect(try test.person.turnStep(2, isRedo: true)?.restored == 1)
    }

    @Test("What was deleted of it since stays deleted and hinders nothing, unless that is all of it")
    func deleted() throws {
        let samples = try save(1...4)
        try test.person.delete([samples[0].uuid])
        #expect(try obstacle(1) == nil)
        #expect(try test.person.turnStep(1, isRedo: false)?.missing == 1)
        #expect(try count == 0)
        #expect(try test.person.turnStep(1, isRedo: true)?.restored == 3)
        try test.person.delete(samples.dropFirst().map(\.uuid))
        #expect(try obstacle(1)?.reason == .nothingLeft)
    }

    @Test("A deletion isn't taken back once what it deleted came and went again")
    func deletedAgain() throws {
        let sample = try save(1...2)[0]
        try test.person.delete([sample.uuid])
        #expect(try test.person.turnStep(1, isRedo: false)?.deleted == 1)
        #expect(try obstacle(2) == nil)
        #expect(try test.person.turnStep(2, isRedo: false)?.restored == 1)
        #expect(try count == 1)
    }

    @Test("A setting that was set anew names the step that did it; others of the same app are taken back")
    func settings() throws {
        try test.person.setPinnedTypes(["a"])
        try test.person.setPreferredUnit(.count(), for: steps)
        try test.person.setPinnedTypes(["b"])
        #expect(try obstacle(1) == OperationObstacle(.setAnew, step: 3))
        #expect(try obstacle(2) == nil)
        #expect(try test.person.turnStep(2, isRedo: false) != nil)
        _ = try test.person.undo()
        #expect(try obstacle(1) == nil)
    }

    @Test("A workout goes after what was added to it")
    func extended() throws {
        let workout = HKWorkout(activityType: .walking, start: at(0), end: at(600))
        try test.store.saveNow([workout])
        try test.store.port.send(AddSamplesCall(samples: [stepSample(5, 0, 60)], workout: workout.uuid))
        let steps = try test.person.steps()
        let first = try #require(steps.last)
        guard steps.count > 1 else { return }
        #expect(try obstacle(first.number)?.step == steps.first?.number)
    }

    @Test(
        "Steps of all kinds, chosen at random: taken back and done again at once, the store is what it was",
        arguments: 0..<8
    )
    func model(_ run: Int) throws {
        let seed = newSeed()
        print("seed \(seed)")
        var world = StepWorld(TestStore(), seed: seed)
        for _ in 0..<25 { try world.step() }
        var turned = 0
        for _ in 0..<30 {
            guard let step = try world.person.steps().randomElement(using: &world.random),
                let preview = try world.person.previewStep(step.number), preview.obstacle == nil
            else { continue }
            let before = try StepWorld.contents(world.person)
            let outcome: OperationOutcome
            do {
                outcome = try #require(try world.person.turnStep(step.number, isRedo: preview.isRedo))
            } catch let error as HKError {
                #expect(error.code == .errorInvalidArgument, "\(error)")
                #expect(try StepWorld.contents(world.person) == before)
                continue
            }
            #expect(outcome.kept == 0, "\(outcome)")
            let back = try #require(try world.person.turnStep(step.number, isRedo: !preview.isRedo))
            #expect(back.missing == 0 && back.kept == 0)
            #expect(try StepWorld.contents(world.person) == before, "\(step)")
            turned += 1
            if turned % 3 == 0 { try world.step() }
        }
    }
}

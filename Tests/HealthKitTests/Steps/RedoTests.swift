import Foundation
import HealthKitStore
import RandomTesting
import Testing

@testable import HealthKit

/// What was undone can be done again after other changes, and what these touched stays as it is and is told.
@Suite struct RedoTests {
    private let test = TestStore()

    private static func isAbout(_ line: String, _ samples: [HKQuantitySample]) -> Bool {
        samples.contains { line.contains($0.uuid.uuidString) }
    }

    @Test("An undone step is done again after others of all kinds, and leaves what these did", arguments: 0..<8)
    func afterOthers(_ run: Int) throws {
        let seed = newSeed()
        print("seed \(seed)")
        var world = StepWorld(TestStore(), seed: seed)
        for _ in 0..<6 { try world.step() }
        // A step of its own type, so that no other touches it.
        let type = HKQuantityType(.height)
        let samples = (0..<5)
            .map { index in
                HKQuantitySample(
                    type: type,
                    quantity: HKQuantity(unit: .meter(), doubleValue: 1 + Double(index) / 10),
                    start: at(Double(index) * 60),
                    end: at(Double(index) * 60)
                )
            }
        try world.person.save(samples)
        let isDeletion = run % 2 == 1
        if isDeletion { try world.person.delete(samples.prefix(3).map(\.uuid)) }
        let before = try StepWorld.contents(world.person).filter { line in Self.isAbout(line, samples) }
        let undone = try #require(try world.person.undo())
        #expect(undone.deleted + undone.restored > 0)
        let uuids = Set(samples.map(\.uuid))
        for _ in 0..<6 { try world.step(avoiding: uuids) }
        let others = try StepWorld.contents(world.person).filter { line in !Self.isAbout(line, samples) }
        let outcome = try #require(try world.person.redo())
        #expect(outcome.step.number == undone.step.number && outcome.step.state == .done)
        #expect(outcome.missing == 0 && outcome.present == 0 && outcome.kept == 0 && outcome.touched == 0)
        let after = try StepWorld.contents(world.person)
        #expect(after.filter { line in Self.isAbout(line, samples) } == before)
        #expect(after.filter { line in !Self.isAbout(line, samples) } == others)
        // What was done again last is taken back first.
        #expect(try world.person.nextStep(isRedo: false)?.number == undone.step.number)
        _ = try world.person.undo()
        #expect(try StepWorld.contents(world.person).filter { line in !Self.isAbout(line, samples) } == others)
    }

    @Test("Several undone steps are done again in turn, the last undone first, with steps between")
    func order() throws {
        let samples = stepSamples(1...5) { ($0, $0 * 60, $0 * 60 + 1) }
        for sample in samples.prefix(3) { try test.person.save([sample]) }
        #expect(try test.person.undo()?.step.number == 3)
        #expect(try test.person.undo()?.step.number == 2)
        try test.person.save([samples[3]])
        #expect(try test.person.redo()?.step.number == 2)
        try test.person.save([samples[4]])
        #expect(try test.person.redo()?.step.number == 3)
        #expect(try test.person.redo() == nil)
        #expect(try test.person.count(SampleListQuery(type: steps)) == 5)
        for number in [3, 5, 2, 4, 1] { #expect(try test.person.undo()?.step.number == number) }
        #expect(try test.person.undo() == nil)
        for number in [1, 4, 2, 5, 3] { #expect(try test.person.redo()?.step.number == number) }
        #expect(try test.person.count(SampleListQuery(type: steps)) == 5)
    }

    @Test("An edit that is done again makes no second sample of one that was edited otherwise, deleted or kept")
    func edits() throws {
        let (old, new, other) = (stepSample(100, 0, 60), stepSample(120, 0, 60), stepSample(130, 0, 60))
        try test.person.save([old])
        try test.person.edit(old.uuid, to: new)
        _ = try test.person.undo()
        try test.person.edit(old.uuid, to: other)
        let outcome = try #require(try test.person.redo())
        #expect(outcome.step.state == .closed && outcome.touched == 1 && outcome.missing == 1)
        #expect(try test.person.sample(new.uuid) == nil && test.person.sample(other.uuid) != nil)
        #expect(try test.person.versions(of: new.uuid).isEmpty)
        #expect(try test.person.count(SampleListQuery(type: steps)) == 1)
        #expect(try test.person.redo() == nil)
        // The edit that took its place is taken back, and the sample is as it was.
        _ = try test.person.undo()
        #expect(try test.person.latest(steps)?.uuid == old.uuid)
    }

    @Test("What was imported again, or deleted since, is reported and left alone")
    func touchedObjects() throws {
        let samples = stepSamples(0..<4) { ($0 + 1, $0 * 60, $0 * 60 + 1) }
        try test.person.save(samples)
        try test.person.delete(samples.map(\.uuid))
        #expect(try test.person.undo()?.restored == 4)
        try test.person.delete([samples[1].uuid])
        let outcome = try #require(try test.person.redo())
        #expect(outcome.deleted == 3 && outcome.missing == 1 && outcome.step.state == .done)
        #expect(try test.person.undo()?.restored == 3)
        #expect(try test.person.undo()?.restored == 1)
        #expect(try test.person.count(SampleListQuery(type: steps)) == 4)
    }

    @Test("Of objects with one sync identifier the one that is there stays")
    func syncIdentifiers() async throws {
        try test.grant("app", steps, read: true, share: true)
        let app = test.app("app")
        func sample(_ value: Double, _ version: Int) -> HKQuantitySample {
            let metadata: [String: Any] = [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: version]
            return stepSample(value, 0, 60, metadata: metadata)
        }
        let first = sample(1, 1)
        try await app.save(first)
        try test.person.delete([first.uuid])
        try await app.save(sample(2, 2))
        let outcome = try #require(try test.person.undo())
        #expect(outcome.restored == 0 && outcome.touched == 1)
        #expect(try test.person.count(SampleListQuery(type: steps)) == 1)
    }

    @Test("A setting that is set otherwise since stays, and the step that can't be done again says so once")
    func settings() throws {
        try test.person.setPinnedTypes(["a"])
        try test.person.setPinnedTypes(["b"])
        _ = try test.person.undo()
        try test.person.setPinnedTypes(["c"])
        let outcome = try #require(try test.person.redo())
        #expect(outcome.step.state == .closed && outcome.kept == 1)
        #expect(try test.person.pinnedTypes() == ["c"])
        #expect(try test.person.redo() == nil)
        #expect(try test.person.steps().map(\.state) == [.done, .closed, .done])
        _ = try test.person.undo()
        #expect(try test.person.pinnedTypes() == ["a"])
        _ = try test.person.redo()
        #expect(try test.person.pinnedTypes() == ["c"])
    }

    @Test("Steps that an earlier version undid are done again, the one undone last first")
    func ofEarlierVersions() throws {
        for value in 1...4 {
            try test.person.save([stepSample(Double(value), Double(value) * 60, Double(value) * 60 + 1)])
        }
        for _ in 0..<3 { _ = try test.person.undo() }
        try test.store.port.local().personsDatabase()
            .write { writer in
                for var step in try writer.steps() {
                    (step.turn, step.turnedAfter) = (nil, nil)
                    try writer.set(step)
                }
            }
        for number in 2...4 { #expect(try test.person.redo()?.step.number == number) }
        for number in [4, 3, 2, 1] { #expect(try test.person.undo()?.step.number == number) }
    }
}

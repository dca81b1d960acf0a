import Foundation
import HealthKitStore
import RandomTesting
import Testing

@testable import HealthKit

/// Whatever the person does can be taken back and done again, and the store is then what it was.
@Suite struct StepModelTests {
    @Test("All steps taken back, one by one, and done again leave the store as it was after each", arguments: 0..<6)
    func model(_ run: Int) throws {
        let seed = newSeed()
        print("seed \(seed)")
        var world = StepWorld(TestStore(), seed: seed)
        var known = [try StepWorld.contents(world.person)]
        for _ in 0..<40 {
            let before = try world.person.steps(limit: 1).first?.number ?? 0
            try world.step()
            let after = try world.person.steps(limit: 1).first?.number ?? 0
            let contents = try StepWorld.contents(world.person)
            #expect(after > before || contents == known.last, "a change that is no step")
            if after > before { known.append(contents) }
            // A workout is a step, and what is added to it another.
            if after > before + 1 { known.insert([], at: known.count - 1) }
        }
        for _ in 0..<2 {
            for place in (0..<known.count - 1).reversed() {
                let outcome = try #require(try world.person.undo())
                #expect(outcome.missing == 0 && outcome.present == 0 && outcome.kept == 0)
                guard !known[place].isEmpty || place == 0 else {
                    known[place] = try StepWorld.contents(world.person)
                    continue
                }
                let contents = try StepWorld.contents(world.person)
                #expect(contents == known[place], "after taking back \(outcome.step)")
                guard contents == known[place] else { return }
            }
            #expect(try world.person.undo() == nil)
            for place in 1..<known.count {
                let outcome = try #require(try world.person.redo())
                let contents = try StepWorld.contents(world.person)
                #expect(contents == known[place], "after doing again \(outcome.step)")
                guard contents == known[place] else { return }
            }
            #expect(try world.person.redo() == nil)
        }
    }

    @Test("More than a hundred steps are taken back and done again")
    func hundred() throws {
        let test = TestStore()
        for value in 1...150 {
            let start = Double(value) * 60
            try test.person.save([stepSample(Double(value), start, start + 30)])
        }
        for _ in 0..<150 { #expect(try test.person.undo()?.deleted == 1) }
        #expect(try test.person.latest(steps) == nil)
        for _ in 0..<150 { #expect(try test.person.redo()?.restored == 1) }
        #expect(try test.person.count(SampleListQuery(type: steps)) == 150)
    }

    @Test("What many samples were comes back, and the log keeps it in few bytes")
    func many() throws {
        let test = TestStore()
        let samples = (0..<60_000)
            .map { (index: Int) -> HKQuantitySample in
                let start = Double(index) * 60
                return stepSample(Double(index % 200 + 1), start, start + 30)
            }
        try test.person.save(samples)
        let before = try StepWorld.contents(test.person)
        #expect(try test.person.delete(SampleListQuery(type: steps)) == samples.count)
        let kept = try #require(try test.person.steps(limit: 1).first)
        #expect(kept.bytes < 30 * samples.count, "\(kept.bytes) bytes")
        #expect(try test.person.undo()?.restored == samples.count)
        #expect(try StepWorld.contents(test.person) == before)
        #expect(try test.person.redo()?.deleted == samples.count)
        #expect(try test.person.latest(steps) == nil)
        #expect(try test.person.undo()?.restored == samples.count)
        // The first step finds its samples where they are now.
        #expect(try test.person.undo()?.deleted == samples.count)
        #expect(try test.person.redo()?.restored == samples.count)
        #expect(try StepWorld.contents(test.person) == before)
    }
}

import Foundation
import HealthKitStore
import RandomTesting
import Testing

@testable import HealthKit

/// What is told before a step is turned is what turning it does.
@Suite struct OperationPreviewTests {
    @Test("A preview counts what goes, what comes and what apps are given, for steps of all kinds", arguments: 0..<6)
    func model(_ run: Int) throws {
        let seed = newSeed()
        print("seed \(seed)")
        var world = StepWorld(TestStore(), seed: seed)
        for _ in 0..<30 { try world.step() }
        var turned = 0
        for _ in 0..<40 {
            let isRedo = turned > 0 && world.number(0...2) == 0
            guard let preview = try world.person.previewStep(isRedo: isRedo) else { continue }
            let outcome = try #require(isRedo ? try world.person.redo() : try world.person.undo())
            turned += isRedo ? -1 : 1
            #expect(preview.step.number == outcome.step.number)
            #expect(preview.goingCount == outcome.deleted, "\(preview)")
            #expect(preview.comingCount == outcome.restored + outcome.present, "\(preview)")
            #expect(preview.access == outcome.access ?? [], "\(preview)")
            #expect(preview.going.allSatisfy { $0.sources.values.reduce(0, +) == $0.count })
        }
    }

    @Test("An import, more than a hundred objects and what gives access are asked about, and nothing else")
    func asks() throws {
        let test = TestStore()
        func asks(_ isRedo: Bool) throws -> Bool? {
            guard let step = try test.person.nextStep(isRedo: isRedo) else { return nil }
            let asks = try test.person.previewStep(isRedo: isRedo)?.asks ?? false
            #expect(step.mayAsk || !asks)
            return asks
        }
        for (count, isAsked) in [(1, false), (100, false), (101, true)] {
            let samples = stepSamples(0..<count) { (1, $0 * 60, $0 * 60 + 1) }
            try test.person.save(samples)
            #expect(try asks(false) == isAsked)
            _ = try test.person.undo()
            // What comes back goes as easily.
            #expect(try asks(true) == false)
            _ = try test.person.redo()
            try test.person.delete(samples.map(\.uuid))
            #expect(try asks(false) == isAsked)
            _ = try test.person.undo()
            #expect(try asks(true) == isAsked)
            _ = try test.person.redo()
        }
        try test.grant("app", steps, read: true, share: false)
        #expect(try asks(false) == false)
        _ = try test.person.undo()
        #expect(try asks(true) == true)
        _ = try test.person.redo()
        try test.grant("app", steps, read: false, share: false)
        #expect(try asks(false) == true)
        try test.person.setPinnedTypes(["a"])
        #expect(try asks(false) == false)
    }

    @Test("What an app is given is named by type, way and time, in the preview, the outcome and the log")
    func access() throws {
        let test = TestStore()
        try test.person.save(stepSamples(0..<7) { (1, $0 * 60, $0 * 60 + 1) })
        let since = at(150).timeIntervalSinceReferenceDate
        let rights = { (grant: Grant) in
            try test.person.setGrants(
                [steps.identifier: grant, heartRate.identifier: Grant(read: false)],
                app: "test.app"
            )
        }
        try rights(Grant(read: true, share: true, since: since))
        try rights(Grant(read: false, share: false))
        let taken = try #require(try test.person.steps(limit: 1).first?.access)
        #expect(taken.map(\.way) == [.read, .save] && taken.allSatisfy { !$0.isGiven })
        let preview = try #require(try test.person.previewStep(isRedo: false))
        #expect(preview.given.map(\.way) == [.read, .save] && preview.given.allSatisfy { $0.type == steps.identifier })
        #expect(preview.given[0].after.since == since && !preview.given[0].before.isAllowed)
        #expect(preview.readable == 4)
        #expect(preview.unchanged == [heartRate.identifier: Grant(read: false)])
        let outcome = try #require(try test.person.undo(expecting: preview.step.number))
        #expect(outcome.access == preview.access)
        #expect(try test.person.grants(app: "test.app")[steps.identifier]?.since == since)
        #expect(throws: HKError.self) { try test.person.undo(expecting: 99) }
    }

    @Test("More time is more access, and less is less")
    func sinceWhen() {
        func change(_ before: Double??, _ after: Double??) -> Bool {
            func extent(_ since: Double??) -> AccessChange.Extent {
                guard let since else { return .init(isAllowed: false) }
                return .init(isAllowed: true, since: since)
            }
            return AccessChange(
                app: "a",
                name: nil,
                way: .read,
                type: "t",
                before: extent(before),
                after: extent(after)
            )
            .isGiven
        }
        #expect(change(nil, .some(nil)) && change(nil, 5) && change(5, .some(nil)) && change(5, 4))
        #expect(!change(5, nil) && !change(5, 6) && !change(.some(nil), 6) && !change(5, 5))
    }
}

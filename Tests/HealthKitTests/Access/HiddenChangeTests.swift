import Foundation
import HealthKitStore
import Synchronization
import Testing

@testable import HealthKit

@Suite("Changes that an app may not know of", .timeLimit(.minutes(30)))
struct HiddenChangeTests {
    private let test = TestStore()

    /// What a query's handlers were called with, and a way to wait for it.
    private final class Heard<Value: Sendable>: Sendable {
        private let values = Mutex<[Value]>([])
        private let stream = AsyncStream.makeStream(of: Value.self)

        func add(_ value: Value) {
            values.withLock { $0.append(value) }
            stream.continuation.yield(value)
        }

        var all: [Value] { values.withLock { $0 } }

        func next() async -> Value? {
            var iterator = stream.stream.makeAsyncIterator()
            return await iterator.next()
        }
    }

    private func observe(_ store: HKHealthStore, _ type: HKSampleType, _ predicate: NSPredicate? = nil)
        -> (query: HKObserverQuery, heard: Heard<String>)
    {
        let heard = Heard<String>()
        let query = HKObserverQuery(sampleType: type, predicate: predicate) { _, done, error in
            heard.add(error.map { "error \(($0 as? HKError)?.code.rawValue ?? -1)" } ?? "changed")
            done()
        }
        store.execute(query)
        return (query, heard)
    }

    @Test("No hidden save or deletion wakes an observer; its own next save does")
    func observer() async throws {
        try test.grant("mine", steps, read: false, share: true)
        let mine = test.app("mine")
        let (query, heard) = observe(mine, steps)
        #expect(await heard.next() == "changed")
        // The person's observer tells that word of each change has been brought to all.
        let (all, reported) = observe(test.store, steps)
        #expect(await reported.next() == "changed")
        for time in 0..<3 {
            let hidden = stepSample(1, Double(time), Double(time) + 1)
            try await test.store.save(hidden)
            #expect(await reported.next() == "changed")
            try await test.store.delete(hidden)
            #expect(await reported.next() == "changed")
        }
        for time in 0..<2 {
            try await mine.save(stepSample(3, Double(time), Double(time) + 1))
            #expect(await heard.next() == "changed")
            #expect(await reported.next() == "changed")
        }
        mine.stop(query)
        test.store.stop(all)
        #expect(heard.all == ["changed", "changed", "changed"])
    }

    @Test("An observer hears only of samples that match its predicate, and of what was deleted")
    func predicate() async throws {
        let early = HKQuery.predicateForSamples(withStart: at(0), end: at(10))
        let (query, heard) = observe(test.store, steps, early)
        #expect(await heard.next() == "changed")
        try await test.store.save(stepSample(1, 100, 101))
        try await test.store.save(stepSample(2, 5, 6))
        #expect(await heard.next() == "changed")
        test.store.stop(query)
        #expect(heard.all.count == 2)
    }

    @Test("A type that was never asked for is told once, and the query is over", arguments: [false, true])
    func neverAsked(_ isAnchored: Bool) async throws {
        let mine = test.app("mine")
        let heard = Heard<String>()
        let query: HKQuery
        if isAnchored {
            let anchored = HKAnchoredObjectQuery(
                type: steps,
                predicate: nil,
                anchor: nil,
                limit: HKObjectQueryNoLimit
            ) { _, _, _, _, error in heard.add("first \((error as? HKError)?.code.rawValue ?? -1)") }
            anchored.updateHandler = { _, _, _, _, _ in heard.add("update") }
            query = anchored
        } else {
            let collection = HKStatisticsCollectionQuery(
                quantityType: steps,
                quantitySamplePredicate: nil,
                anchorDate: at(0),
                intervalComponents: DateComponents(day: 1)
            )
            collection.initialResultsHandler = { _, _, error in
                heard.add("first \((error as? HKError)?.code.rawValue ?? -1)")
            }
            collection.statisticsUpdateHandler = { _, _, _, _ in heard.add("update") }
            query = collection
        }
        mine.execute(query)
        #expect(await heard.next() == "first 5")
        try await test.store.save(stepSample(1, 0, 1))
        try test.grant("mine", steps, read: true, share: false)
        try await test.store.save(stepSample(2, 10, 11))
        let (other, reported) = observe(mine, steps)
        #expect(await reported.next() == "changed")
        mine.stop(other)
        #expect(heard.all == ["first 5"])
        #expect(!query.run.isActive)
    }

    @Test("Nothing hidden moves an anchor, is counted by it, or changes a page")
    func anchors() async throws {
        try test.grant("mine", steps, read: false, share: true)
        let mine = test.app("mine")
        func page(_ anchor: HKQueryAnchor?, limit: Int? = nil) async throws
            -> HKAnchoredObjectQueryDescriptor<HKQuantitySample>.Result
        {
            try await HKAnchoredObjectQueryDescriptor(
                predicates: [.quantitySample(type: steps)],
                anchor: anchor,
                limit: limit
            )
            .result(for: mine)
        }
        try await mine.save(stepSamples(0..<3) { (1, $0 * 10, $0 * 10 + 1) })
        let first = try await page(nil).newAnchor
        #expect(first.description == "<HKQueryAnchor 3>")
        for _ in 0..<5 {
            let hidden = stepSample(9, 500, 501)
            try await test.store.save(hidden)
            try await test.store.delete(hidden)
        }
        try await test.store.save(stepSamples(0..<50) { (9, $0, $0 + 1) })
        let second = try await page(first)
        #expect(second.addedSamples.isEmpty && second.deletedObjects.isEmpty)
        #expect(second.newAnchor == first && second.newAnchor.hash == first.hash)
        // All that an archive holds of them.
        #expect(second.newAnchor.value == first.value && second.newAnchor.given == first.given)
        let late = stepSample(4, 900, 901)
        try await mine.save(late)
        let third = try await page(archived(first))
        #expect(third.addedSamples.map(\.uuid) == [late.uuid])
        #expect(third.newAnchor.description == "<HKQueryAnchor 4>")
        var anchor: HKQueryAnchor?
        var sizes: [Int] = []
        while true {
            let next = try await page(anchor, limit: 2)
            sizes.append(next.addedSamples.count)
            anchor = next.newAnchor
            if next.addedSamples.isEmpty { break }
        }
        #expect(sizes == [2, 2, 0])
        #expect(anchor == third.newAnchor)
    }

    @Test("An anchor goes on after the person took the right back and gave it again, and old anchors still work")
    func anchorRights() async throws {
        try test.grant("mine", steps, read: true, share: false)
        let mine = test.app("mine")
        let (one, two) = (stepSample(1, 0, 1), stepSample(2, 10, 11))
        try await test.store.save(one)
        func added(_ anchor: HKQueryAnchor?) async throws -> (uuids: [UUID], anchor: HKQueryAnchor) {
            let result = try await HKAnchoredObjectQueryDescriptor(
                predicates: [.quantitySample(type: steps)],
                anchor: anchor
            )
            .result(for: mine)
            return (result.addedSamples.map(\.uuid), result.newAnchor)
        }
        let start = try await added(nil)
        #expect(start.uuids == [one.uuid])
        try test.grant("mine", steps, read: false, share: false)
        try await test.store.save(two)
        let denied = try await added(start.anchor)
        #expect(denied.uuids.isEmpty && denied.anchor == start.anchor)
        try test.grant("mine", steps, read: true, share: false)
        #expect(try await added(denied.anchor).uuids == [two.uuid])
        #expect(try await added(HKQueryAnchor(fromValue: 0)).uuids.count == 2)
    }

    /// What an app gives in the place of an anchor, and how many samples it then gets.
    private func count(_ name: String, _ anchor: HKQueryAnchor?, in test: TestStore) async throws -> Int {
        try await HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: anchor)
            .result(for: test.app(name)).addedSamples.count
    }

    private func anchor(_ name: String, in test: TestStore) async throws -> HKQueryAnchor {
        try await HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
            .result(for: test.app(name)).newAnchor
    }

    /// The anchor that the algorithm gives with a secret that everybody knows.
    private func sealed(_ place: Int64, _ bundle: String, secret: UInt64 = 0) -> HKQueryAnchor {
        let half: UInt64 = 1 << 31 - 1
        var (left, right) = (UInt64(place) >> 31, UInt64(place) & half)
        for round in UInt64(0)..<4 {
            (left, right) = (right, left ^ KeyedHash.word(key: secret, [round, right], text: bundle) & half)
        }
        return HKQueryAnchor(1 << 62 | Int64(left << 31 | right), given: 0)
    }

    @Test(
        "R4.24 no anchor that an app makes up counts what others saved between two saves of its own",
        arguments: [true, false]
    )
    func forgedAnchors(isOld: Bool) async throws {
        let database = try test.store.database()
        if isOld {
            // As version 0.1 left it: an app with rights, and no key of anchors.
            try database.write {
                try $0.setValue(Grant(share: true), StoreNamespace.grants, "test.mine\u{1F}\(steps.identifier)")
            }
            try database.upgradeAnchorKey()
        } else {
            try test.grant("mine", steps, read: false, share: true)
        }
        let mine = test.app("mine")
        try await mine.save(stepSample(1, 0, 1))
        for time in 0..<37 { try await test.store.save(stepSample(1, Double(time) * 10, Double(time) * 10 + 1)) }
        try await mine.save(stepSample(1, 500, 501))
        let last = try database.read { try $0.store.currentAnchor }
        #expect(last >= 39)
        for place in 1...last {
            for forged in [HKQueryAnchor(place), HKQueryAnchor(fromValue: Int(place)), sealed(place, "test.mine")] {
                #expect(try await count("mine", forged, in: test) == 2, "\(place)")
            }
        }
    }

    @Test("R4.24 an anchor of another app, another store, or one that was changed starts from the beginning")
    func foreignAnchors() async throws {
        for name in ["mine", "other"] { try test.grant(name, steps, read: true, share: true) }
        try await test.store.save(stepSamples(0..<3) { (1, $0 * 10, $0 * 10 + 1) })
        let good = try await anchor("mine", in: test)
        #expect(try await count("mine", good, in: test) == 0)
        #expect(try await count("other", good, in: test) == 3)
        let changed = [
            HKQueryAnchor(good.value ^ 1, given: good.given, tag: good.tag),
            HKQueryAnchor(good.value, given: 2, tag: good.tag),
            HKQueryAnchor(good.value, given: good.given, tag: good.tag.map { $0 ^ 1 << 40 }),
            HKQueryAnchor(good.value, given: good.given),
            HKQueryAnchor(.max, given: 3, tag: good.tag), HKQueryAnchor(.min, given: 3, tag: good.tag),
        ]
        for anchor in changed { #expect(try await count("mine", anchor, in: test) == 3, "\(anchor.value)") }
        let elsewhere = TestStore()
        try elsewhere.grant("mine", steps, read: true, share: true)
        try await elsewhere.store.save(stepSamples(0..<5) { (1, $0 * 10, $0 * 10 + 1) })
        #expect(try await count("mine", good, in: elsewhere) == 5)
    }

    @Test("R4.24 an anchor that version 0.2 archived goes on where it was; one that it would give now does not")
    func oldAnchors() async throws {
        try test.grant("mine", steps, read: true, share: false)
        let database = try test.store.database()
        // The key as version 0.2 made it.
        let secret: UInt64 = 77
        try database.write {
            try $0.writer.setValue(Array(#"{"secret":77,"lastPlain":0}"#.utf8), AnchorKey.namespace, AnchorKey.name)
        }
        try await test.store.save(stepSample(1, 0, 1))
        let place = try database.read { try $0.store.currentAnchor }
        try await test.store.save(stepSample(2, 10, 11))
        let old = sealed(place, "test.mine", secret: secret)
        #expect(try await count("mine", old, in: test) == 1)
        try test.grant("mine", heartRate, read: true, share: false)
        #expect(try await count("mine", old, in: test) == 1, "the key is now one of this version")
        try await test.store.save(stepSample(3, 20, 21))
        let now = try database.read { try $0.store.currentAnchor }
        try await test.store.save(stepSample(4, 30, 31))
        #expect(try await count("mine", old, in: test) == 3)
        #expect(try await count("mine", sealed(now, "test.mine", secret: secret), in: test) == 4)
        let new = try await anchor("mine", in: test)
        #expect(new.tag != nil)
        #expect(try await count("mine", archived(new), in: test) == 0)
    }

    @Test("R4.24 an anchor from after the state to which a store was put back starts from the beginning")
    func laterAnchor() async throws {
        try test.grant("mine", steps, read: true, share: false)
        try await test.store.save(stepSample(1, 0, 1))
        let database = try test.store.database()
        let key = try database.read { try $0.value(AnchorKey.self, AnchorKey.namespace, AnchorKey.name) }
        try await test.store.save(stepSamples(0..<50) { (1, $0 * 10, $0 * 10 + 1) })
        let later = try await anchor("mine", in: test)
        let earlier = TestStore()
        try earlier.grant("mine", steps, read: true, share: false)
        try earlier.store.database().write { try $0.setValue(key, AnchorKey.namespace, AnchorKey.name) }
        try await earlier.store.save(stepSample(1, 0, 1))
        #expect(try await count("mine", later, in: earlier) == 1)
    }

    @Test("A running collection gives after a change of rights or of the order of sources what a new one gives")
    func collection() async throws {
        try test.grant("mine", steps, read: true, share: true)
        let mine = test.app("mine")
        try await mine.save(stepSample(10, 0, 60))
        try await test.store.save([stepSample(100, 0, 60), stepSample(1_000, 90_000, 90_060)])
        let descriptor = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: steps),
            options: .cumulativeSum,
            anchorDate: at(0),
            intervalComponents: DateComponents(calendar: Calendar(identifier: .gregorian), day: 1)
        )
        func sums(_ collection: HKStatisticsCollection?) -> [Double] {
            (collection?.statistics() ?? []).compactMap { $0.sumQuantity()?.doubleValue(for: .count()) }
        }
        func fresh() async throws -> [Double] { sums(try await descriptor.result(for: mine)) }
        var running = descriptor.results(for: mine).makeAsyncIterator()
        #expect(sums(try await running.next()?.statisticsCollection) == [100, 1_000])
        try test.person.setSourceOrder(steps.identifier, order: ["test.mine", "com.apple.Health"], excluded: [])
        #expect(sums(try await running.next()?.statisticsCollection) == [10, 1_000])
        #expect(try await fresh() == [10, 1_000])
        try test.grant("mine", steps, read: false, share: true)
        #expect(sums(try await running.next()?.statisticsCollection) == [10])
        try await mine.save(stepSample(20, 90_000, 90_060))
        #expect(sums(try await running.next()?.statisticsCollection) == [10, 20])
        #expect(try await fresh() == [10, 20])
        try test.grant("mine", steps, read: true, share: true)
        #expect(sums(try await running.next()?.statisticsCollection) == [10, 20])
    }

    @Test("Effort that an app may not see changes neither its answers nor its anchor")
    func effort() async throws {
        let (score, estimate) = (HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore))
        func sample(_ type: HKQuantityType, _ value: Double) -> HKQuantitySample {
            HKQuantitySample(
                type: type,
                quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: value),
                start: at(0),
                end: at(60)
            )
        }
        let run = HKWorkout(activityType: .running, start: at(0), end: at(3600))
        try await test.store.save(run)
        try await test.store.relateWorkoutEffortSample(sample(score, 4), with: run, activity: nil)
        for type in [score, .workoutType()] as [HKObjectType] { try test.grant("mine", type, read: true, share: false) }
        let mine = test.app("mine")
        func found(_ anchor: HKQueryAnchor?) async throws -> HKWorkoutEffortRelationshipQueryDescriptor.Result {
            try await HKWorkoutEffortRelationshipQueryDescriptor(predicate: nil, anchor: anchor, option: .default)
                .result(for: mine)
        }
        let first = try await found(nil)
        #expect(first.relationships.first?.samples?.count == 1)
        try await test.store.relateWorkoutEffortSample(sample(estimate, 8), with: run, activity: nil)
        let second = try await found(first.newAnchor)
        #expect(second.relationships.isEmpty && second.newAnchor == first.newAnchor)
        try await test.store.relateWorkoutEffortSample(sample(score, 6), with: run, activity: nil)
        #expect(try await found(second.newAnchor).relationships.first?.samples?.count == 2)
    }

    @Test("R10.1 what changes while the machine is locked is told when it is unlocked, the order of sources too")
    func locked() async throws {
        try test.grant("mine", steps, read: true, share: true)
        let mine = test.app("mine")
        try await mine.save(stepSample(10, 0, 60))
        try await test.store.save(stepSample(100, 0, 60))
        let descriptor = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: steps),
            options: .cumulativeSum,
            anchorDate: at(0),
            intervalComponents: DateComponents(day: 1)
        )
        var running = descriptor.results(for: mine).makeAsyncIterator()
        func sum(_ result: HKStatisticsCollectionQueryDescriptor.Result?) -> Double? {
            result?.statisticsCollection.statistics().first?.sumQuantity()?.doubleValue(for: .count())
        }
        #expect(sum(try await running.next()) == 100)
        let database = try test.store.database()
        database.lock()
        try test.person.setSourceOrder(steps.identifier, order: ["test.mine", "com.apple.Health"], excluded: [])
        database.unlock()
        #expect(sum(try await running.next()) == 10)
    }

    @Test("A denied query does no more work over many hidden samples than over none")
    func work() async throws {
        let other = AppIdentity(bundleIdentifier: "test.other", name: "other")
        try test.store.database()
            .write { writer in
                let samples = stepSamples(0..<20_000) { (1, $0, $0 + 1) }
                try writer.save(samples, revision: other.revision, now: at(0))
            }
        func work(_ name: String) throws -> [Int] {
            let gate = test.app(name).port
            let selection = SampleSelection(steps)
            let noCorrelation = SampleSelection(steps, try SampleFilter(HKQuery.predicateForObjectsWithNoCorrelation()))
            func count(_ call: some ReadCall) throws -> Int {
                let count = Mutex(0)
                _ = try? gate.send(
                    call,
                    while: {
                        count.withLock { $0 += 1 }
                        return true
                    }
                )
                return count.withLock { $0 }
            }
            let intervals = try IntervalCalendar(anchor: at(0), components: DateComponents(hour: 1))
            return [
                try count(SamplesCall(selections: [selection], order: .byStart(ascending: true), limit: nil)),
                try count(SamplesCall(selections: [noCorrelation], order: .byStart(ascending: true), limit: nil)),
                try count(StatisticsCall(selection: selection, options: HKStatisticsOptions.cumulativeSum.rawValue)),
                try count(
                    CollectionCall(
                        selection: selection,
                        options: HKStatisticsOptions.cumulativeSum.rawValue,
                        intervals: intervals
                    )
                ),
                try count(AnchoredCall(selections: [selection], anchor: CallAnchor(nil), limit: nil)),
                try count(ObserveCall(selections: [selection])),
                try count(SourcesCall(selection: selection)),
            ]
        }
        try test.grant("reader", steps, read: true, share: false)
        #expect(try work("reader").reduce(0, +) > 20, "the work shows where there is some")
        try test.grant("denied", steps, read: false, share: false)
        #expect(try work("denied").allSatisfy { $0 == 0 })
        try test.grant("sharer", steps, read: false, share: true)
        // One look at an empty page of changes.
        #expect(try work("sharer").reduce(0, +) <= 1)
    }
}

import Foundation
import HealthKitStore
import RandomTesting
import Synchronization
import Testing

@testable import HealthKit

/// A change is made once, however often it is asked for.
@Suite("Keys of changes", .timeLimit(.minutes(10)))
struct ChangeKeyTests {
    private let test = TestStore()
    private let gate: Gate

    init() throws {
        try test.grant("app", steps, read: true, share: true)
        gate = try test.app("app").port.local()
    }

    private func keyed(_ key: ChangeKey, isRepeat: Bool = true, _ ledger: ChangeLedger = .shared) -> Gate {
        Gate(gate.principal, beside: gate, change: KeyedChange(key: key, isRepeat: isRepeat, ledger: ledger))
    }

    @Test("A key comes back from its bytes, and no two are the same")
    func bytes() {
        let keys = (0..<100).map { _ in ChangeKey() }
        for key in keys {
            #expect(key.bytes.count == ChangeKey.size)
            #expect(ChangeKey(key.bytes + [1, 2]) == key)
        }
        #expect(Set(keys.map(\.random)).count == keys.count)
        #expect(ChangeKey(keys[0].bytes.dropLast()) == nil)
    }

    @Test("A delete that is asked for again says how many there were the first time")
    func outcome() async throws {
        try await test.app("app").save([stepSample(1, 0, 10), stepSample(2, 20, 30)])
        let (call, key) = (DeleteMatchingCall(selection: SampleSelection(steps)), ChangeKey())
        #expect(try keyed(key, isRepeat: false).send(call) == 2)
        try await test.app("app").save(stepSample(3, 40, 50))
        #expect(try keyed(key).send(call) == 2)
        #expect(try await test.store.all(steps).count == 1)
    }

    @Test("A change that failed left no outcome, and is tried again")
    func failure() async throws {
        let key = ChangeKey()
        try test.grant("app", steps, read: true, share: false)
        let call = SaveCall(objects: [stepSample(1, 0, 10)])
        #expect(await code { try keyed(key, isRepeat: false).send(call) } == .errorAuthorizationDenied)
        try test.grant("app", steps, read: true, share: true)
        try keyed(key).send(call)
        #expect(try await test.store.all(steps).count == 1)
    }

    @Test("No caller gets the outcome of another's change, and no other call has it")
    func owners() async throws {
        let key = ChangeKey()
        try keyed(key, isRepeat: false).send(SaveCall(objects: [stepSample(1, 0, 10)]))
        #expect(
            await code { _ = try keyed(key).send(DeleteMatchingCall(selection: SampleSelection(steps))) }
                == .errorInvalidArgument
        )
        try test.grant("other", steps, read: true, share: true)
        let other = try test.app("other").port.local()
        let change = KeyedChange(key: key, isRepeat: true)
        try Gate(other.principal, beside: other, change: change).send(SaveCall(objects: [stepSample(2, 20, 30)]))
        #expect(try await test.store.all(steps).count == 2)
    }

    @Test(
        "Old outcomes are forgotten, and a repeat that may be of one of them is an error and changes nothing",
        arguments: 0..<8
    )
    func forgetting(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let now = Mutex(1_000_000_000.0)
        let ledger = ChangeLedger(limit: 10, age: 1_000, interval: 3) {
            Date(timeIntervalSince1970: now.withLock { $0 })
        }
        var made: [(key: ChangeKey, call: SaveCall)] = []
        for number in 0..<60 {
            now.withLock { $0 += Double.random(in: 0...120, using: &generator) }
            let key = ChangeKey(made: UInt64(now.withLock { $0 } * 1_000))
            let call = SaveCall(objects: [stepSample(1, Double(number) * 10, Double(number) * 10 + 5)])
            try keyed(key, isRepeat: false, ledger).send(call)
            made.append((key, call))
        }
        let database = try gate.handle.database()
        let stored = try database.read { try $0.store.values(StoreNamespace.changeKeys).count }
        #expect(stored <= 10 + 3, "seed \(seed)")
        var known = 0
        for change in made.reversed() {
            let answer = await code { try keyed(change.key, ledger).send(change.call) }
            #expect(answer == nil || answer == .errorDatabaseInaccessible, "seed \(seed)")
            if answer == nil { known += 1 }
        }
        #expect(known == stored, "seed \(seed)")
        #expect(try await test.store.all(steps).count == 60, "seed \(seed)")
        // Another app's outcomes are its own.
        let fresh = ChangeKey(made: UInt64(now.withLock { $0 } * 1_000) + 1)
        try keyed(fresh, ledger).send(SaveCall(objects: [stepSample(1, 5_000, 5_001)]))
    }

    @Test("What waits while the store is locked waits twice and is stored once")
    func locked() async throws {
        let database = try test.store.database()
        let (call, key) = (SaveCall(objects: [stepSample(1, 0, 10)]), ChangeKey())
        database.lock()
        try keyed(key, isRepeat: false).send(call)
        try keyed(key).send(call)
        database.unlock()
        try keyed(key).send(call)
        #expect(try await test.store.all(steps).count == 1)
    }

    @Test("A key that an earlier version stored, without the time in its name, is known")
    func earlierKey() async throws {
        let key = ChangeKey()
        let call = SaveCall(objects: [stepSample(1, 0, 10)])
        try keyed(key, isRepeat: false).send(call)
        let database = try gate.handle.database()
        try database.write { writer in
            let stored = try writer.store.values(StoreNamespace.changeKeys)
            let entry = try #require(stored.first)
            try writer.writer.setValue(nil, StoreNamespace.changeKeys, entry.key)
            let owner = entry.key.prefix { $0 != "\u{1F}" }
            try writer.writer.setValue(
                entry.bytes,
                StoreNamespace.changeKeys,
                owner + "\u{1F}" + key.random.uuidString
            )
        }
        try keyed(key).send(call)
        #expect(try await test.store.all(steps).count == 1)
    }

    @Test("A change that is made twice is counted once in the audit")
    func audited() async throws {
        let key = ChangeKey()
        for isRepeat in [false, true, true] {
            try keyed(key, isRepeat: isRepeat).send(SaveCall(objects: [stepSample(1, 0, 10)]))
        }
        let rows = try test.person.audit(app: "test.app").filter { $0.key.operation == .save }
        #expect(rows.map(\.count.calls).reduce(0, +) == 1)
    }
}

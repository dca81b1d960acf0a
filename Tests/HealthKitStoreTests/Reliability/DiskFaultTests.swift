import FaultDisk
import Foundation
import HealthKitStore
import RandomTesting
import Synchronization
import Testing

/// An I/O error or a full disk at the n-th call, for every n: a typed error, nothing torn, and a store that works when
/// the disk does again, in the same process and when it is opened anew.
@Suite struct DiskFaultTests {
    @Test(arguments: [FaultSweep.Fault.once, .forGood, .full], [false, true])
    func whateverCallFailsTheStoreSaysSoAndGoesOn(_ fault: FaultSweep.Fault, _ isLocked: Bool) throws {
        try Self.check(FaultSweep(fault, isLocked: isLocked))
    }

    /// The same with transactions that do not fit into memory.
    @Test(arguments: [FaultSweep.Fault.once, .full], [false, true])
    func whateverCallFailsOfALongTransactionTheStoreSaysSoAndGoesOn(_ fault: FaultSweep.Fault, _ isLocked: Bool) throws
    {
        try Self.check(FaultSweep(fault, isLocked: isLocked, keptKilobytes: StoreFixture.fewKilobytes))
    }

    private static func check(_ sweep: FaultSweep) throws {
        var sweep = sweep
        let seed = newSeed()
        // Every call in the soak; else one of eighteen, which another time are others.
        let isSoak = ProcessInfo.processInfo.environment["SOAK_MINUTES"] != nil
        if !isSoak { (sweep.every, sweep.first) = (18, Int(seed % 18) + 1) }
        let result = sweep.run()
        print("faults, \(sweep), TEST_SEED=\(seed): \(result)")
        #expect(result.problems == [])
        #expect(result.runs > 150 / sweep.every)
        #expect(result.errors > result.runs / 4)
    }

    /// The canary: a sweep over a store that forgets a transaction must report it.
    @Test func aTransactionThatIsForgottenIsReported() throws {
        var sweep = try FaultSweep(.once)
        sweep.forgetsOne = true
        #expect(!sweep.run(limit: 10).problems.isEmpty)
    }
}

/// A workload that is run again and again, with another call failing each time.
struct FaultSweep: CustomStringConvertible {
    enum Fault: Sendable {
        case once
        case forGood
        case full

        var kind: fault_kind {
            switch self {
            case .once: FAULT_ONCE
            case .forGood: FAULT_FOR_GOOD
            case .full: FAULT_FULL
            }
        }
    }

    struct Result: CustomStringConvertible {
        var runs = 0
        var errors = 0
        var codes: [StoreError.Code: Int] = [:]
        var problems: [String] = []

        var description: String {
            let counts = codes.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key)" }
            return "\(runs) calls, \(errors) errors (\(counts.joined(separator: ", "))), \(problems.count) problems"
        }
    }

    private let fault: Fault
    private let beginning: FaultyDisk
    private let transactions: [Transaction]
    private let keptKilobytes: Int
    /// Which of how many calls fail: every one, or one of several from the first on.
    var every = 1
    var first = 1
    /// Skips a transaction without saying so, for the canary.
    var forgetsOne = false

    /// One step of the workload; false when it was done already.
    private typealias Transaction = @Sendable (SampleStore) throws -> Void

    private var options: StoreOptions {
        var options = beginning.options
        options.batchCapacity = 16
        options.recentIdentityLimit = 8
        options.checkpointPages = 20
        options.busyTimeout = 0.2
        options.keptKilobytes = keptKilobytes
        return options
    }

    var description: String {
        let kilobytes = keptKilobytes == StoreOptions().keptKilobytes ? "" : ", \(keptKilobytes) KB in memory"
        return "\(fault)\(beginning.isLocked ? ", encrypted" : "")\(kilobytes)"
    }

    init(_ fault: Fault, isLocked: Bool = false, keptKilobytes: Int = StoreOptions().keptKilobytes) throws {
        self.fault = fault
        self.keptKilobytes = keptKilobytes
        beginning = FaultyDisk(isLocked: isLocked)
        let store = try SampleStore(at: .file(beginning.path), options: beginning.options)
        var generator = SeededGenerator(seed: 7)
        let words = try store.write { try Vocabulary($0) }
        let saved = (0..<40).map { words.step(Double($0) * 60, identity: .uuid(generator.uuid())) }
        try store.write { try $0.insert(saved) }
        store.close()
        transactions = Self.workload(words, saved, &generator)
    }

    private static func workload(
        _ words: Vocabulary,
        _ saved: [NewSample],
        _ generator: inout SeededGenerator
    ) -> [Transaction] {
        let one = words.step(5000, identity: .uuid(generator.uuid()))
        let many = (0..<30).map { words.step(6000 + Double($0), identity: .uuid(generator.uuid())) }
        let imported = (0..<25).map { words.step(90_000 + Double($0) * 60, value: 3) }
        let workout = NewRecord(
            type: words.workout,
            source: words.watch,
            start: 100,
            end: 200,
            creation: 200,
            payload: Array(repeating: 5, count: 9000),
            identity: .uuid(generator.uuid())
        )
        let uuids = saved.prefix(12).compactMap { if case .uuid(let uuid) = $0.identity { uuid } else { nil } }
        let workoutID = if case .uuid(let uuid) = workout.identity { uuid } else { UUID() }
        return [
            { store in try store.write { try $0.insert([one]) } },
            { store in try store.write { try $0.insert(many) } },
            { store in
                let session = try store.beginImport()
                _ = try session.add(imported)
                // What was added is stored, whether this fails or not.
                try? session.tidy()
            },
            { store in
                _ = try store.write { writer in
                    try writer.insert(workout)
                    try writer.link(parent: workoutID, child: uuids[11], role: 1)
                }
            },
            { store in _ = try store.write { try $0.delete(uuids: Array(uuids.prefix(6)), at: 9) } },
            { store in
                try store.write { writer in
                    let entry = try writer.intern(.metadata, Array("new".utf8))
                    try writer.setValue([UInt8(entry.number)], "settings", "entry")
                    try writer.setValue(Array(repeating: 1, count: 20_000), "settings", "long")
                }
            },
            { store in _ = try store.write { try $0.delete(samples: $0.all(words.steps).suffix(20), at: 9) } },
        ]
    }

    /// The store's contents after each transaction, if nothing fails.
    private func states() throws -> [StoreContents] {
        let disk = beginning.copy()
        let store = try SampleStore(at: .file(disk.path), options: options)
        defer { store.close() }
        var states = [try contents(store)]
        for transaction in transactions {
            try transaction(store)
            states.append(try contents(store))
        }
        return states
    }

    private func contents(_ store: SampleStore) throws -> StoreContents {
        try StoreContents(store, namespaces: ["settings"])
    }

    /// Runs the workload for each call.
    func run(limit: Int = .max) -> Result {
        let total = Total()
        do {
            let states = try states()
            let workers = max(ProcessInfo.processInfo.activeProcessorCount, 1)
            inParallel(workers) { worker in
                var call = first + worker * every
                while !total.isDone, call <= limit {
                    var result = Result()
                    let failed = run(failing: call, states, &result)
                    total.add(result, isLast: !failed)
                    call += workers * every
                }
            }
        } catch {
            total.add(Result(problems: ["without a fault: \(error)"]), isLast: true)
        }
        return total.result
    }

    /// The result of all workers.
    private final class Total: Sendable {
        private let state = Mutex((result: Result(), isDone: false))

        var result: Result { state.withLock { $0.result } }
        var isDone: Bool { state.withLock { $0.isDone } }

        func add(_ found: Result, isLast: Bool) {
            state.withLock { state in
                state.result.runs += 1
                state.result.errors += found.errors
                state.result.problems += found.problems
                state.result.codes.merge(found.codes) { $0 + $1 }
                if isLast || state.result.problems.count > 5 { state.isDone = true }
            }
        }
    }

    /// Runs the workload with one call failing.
    /// - Returns: whether the workload came as far as that call.
    private func run(failing call: Int, _ states: [StoreContents], _ result: inout Result) -> Bool {
        let disk = beginning.copy()
        var problems: [String] = []
        var codes: [StoreError.Code] = []
        fault_disk_fail(disk.handle, fault.kind, Int64(call))
        do {
            let store = try open(disk, &codes, &problems)
            for (index, transaction) in transactions.enumerated() {
                if forgetsOne, index == 3 { continue }
                try attempt(transaction, store, disk, states[index], states[index + 1], &codes, &problems)
            }
            fault_disk_heal(disk.handle)
            if try contents(store) != states[transactions.count] { problems.append("the end differs") }
            store.close()
            let again = try SampleStore(at: .file(disk.path), options: options)
            let reopened = try contents(again)
            if reopened != states[transactions.count] { problems.append("the reopened store differs") }
            problems += try again.read { try reopened.contradictions($0) }
            again.close()
            if case .failure(let code) = try disk.contents(checksIntegrity: true) {
                problems.append("the file is not sound: \(code)")
            }
        } catch {
            problems.append("\(error)")
        }
        result.errors += codes.count
        for code in codes { result.codes[code, default: 0] += 1 }
        result.problems += problems.map { "\(fault), call \(call): \($0)" }
        return fault_disk_failures(disk.handle) > 0
    }

    private func open(_ disk: FaultyDisk, _ codes: inout [StoreError.Code], _ problems: inout [String]) throws
        -> SampleStore
    {
        do {
            return try SampleStore(at: .file(disk.path), options: options)
        } catch let error as StoreError {
            note(error, &codes, &problems)
            fault_disk_heal(disk.handle)
            return try SampleStore(at: .file(disk.path), options: options)
        }
    }

    /// Tries a transaction; when it fails the disk is mended and it is tried again on the same connection.
    ///
    /// What fails has changed nothing. Only when the disk didn't say whether the commit had reached it may it be there.
    private func attempt(
        _ transaction: Transaction,
        _ store: SampleStore,
        _ disk: FaultyDisk,
        _ before: StoreContents,
        _ after: StoreContents,
        _ codes: inout [StoreError.Code],
        _ problems: inout [String]
    ) throws {
        do {
            try transaction(store)
        } catch let error as StoreError {
            note(error, &codes, &problems)
            fault_disk_heal(disk.handle)
            let found = try contents(store)
            if found == before {
                try transaction(store)
            } else if found != after {
                problems.append("a transaction is torn after \(error)")
            } else {
                problems.append("a transaction that failed is there: \(error)")
            }
        }
    }

    private func note(_ error: StoreError, _ codes: inout [StoreError.Code], _ problems: inout [String]) {
        codes.append(error.code)
        let expected: Set<StoreError.Code> = fault == .full ? [.diskFull] : [.ioError, .cannotOpen]
        if !expected.contains(error.code) { problems.append("\(error.code): \(error)") }
    }
}

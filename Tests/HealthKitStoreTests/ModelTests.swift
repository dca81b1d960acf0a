import Foundation
import HealthKitStore
import RandomTesting
import Synchronization
import Testing

/// Random operations on a store and on plain arrays: both must say the same at every step.
///
/// `make soak MINUTES=60` runs the same with new seeds for as long as told.
@Suite struct ModelTests {
    private static let seeds: [UInt64] = (1...2).map { $0 }

    @Test(arguments: StoreKind.allCases) func aStoreSaysWhatAPlainArrayWouldSay(_ kind: StoreKind) throws {
        let operations = Total()
        let workers = max(ProcessInfo.processInfo.activeProcessorCount, 1)
        inParallel(workers) { worker in
            for index in stride(from: worker, to: Self.seeds.count, by: workers) {
                operations.add(Self.run(kind, seed: Self.seeds[index], steps: 300))
            }
        }
        let count = operations.value
        print("model, \(kind): \(count) operations, seeds \(Self.seeds)")
        #expect(count >= 8_000)
    }

    /// Runs a model and reports what differs.
    /// - Returns: how many operations it ran.
    private static func run(_ kind: StoreKind, seed: UInt64, steps: Int) -> Int {
        do {
            var run = try ModelRun(kind, seed: seed)
            for step in 0..<steps {
                do {
                    try run.step()
                } catch {
                    Issue.record("\(kind), seed \(seed), step \(step): \(error)")
                    return run.operations
                }
                if step % 30 == 29 {
                    let differences = try run.compare()
                    #expect(differences == [], "\(kind), seed \(seed), step \(step)")
                    if !differences.isEmpty { return run.operations }
                }
            }
            #expect(try run.fixture.store.inspect().findings == [], "\(kind), seed \(seed)")
            return run.operations
        } catch {
            Issue.record("\(kind), seed \(seed): \(error)")
            return 0
        }
    }

    /// The canary: were a store to lose one row of thousands, the comparison would say so.
    @Test(arguments: StoreKind.allCases) func aLostRowIsNoticed(_ kind: StoreKind) throws {
        var run = try ModelRun(kind, seed: 77)
        for _ in 0..<60 { try run.step() }
        #expect(try run.compare() == [])
        var random = SeededGenerator("the row that is lost")
        let lost = try #require(run.samples.randomElement(using: &random))
        try run.fixture.write { _ = try $0.delete(uuids: [lost.uuid], at: 1) }
        #expect(try run.compare() != [])
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["SOAK_MINUTES"] != nil)) func soak() throws {
        let minutes = Double(ProcessInfo.processInfo.environment["SOAK_MINUTES"] ?? "") ?? 1
        let end = SuspendingClock.now + .seconds(minutes * 60)
        let operations = Total()
        inParallel { _ in
            while SuspendingClock.now < end {
                var random = SeededGenerator()
                let seed = random.seed
                let kind = StoreKind.allCases.randomElement(using: &random) ?? .file
                let count = Self.run(kind, seed: seed, steps: 600)
                let total = operations.add(count)
                print("soak: \(kind), seed \(seed): \(total) operations so far")
            }
        }
    }
}

/// A sum that several threads add to.
private final class Total: Sendable {
    private let sum = Mutex(0)

    var value: Int { sum.withLock { $0 } }

    @discardableResult
    func add(_ count: Int) -> Int {
        sum.withLock { sum in
            sum += count
            return sum
        }
    }
}

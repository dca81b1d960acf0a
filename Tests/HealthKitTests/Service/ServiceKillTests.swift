import Foundation
import Glibc
import RandomTesting
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// An app over a service that is killed whenever it is worst.
@Suite("A service that is killed", .timeLimit(.minutes(20)))
final class ServiceKillTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kill-\(UUID().uuidString)")
    private let path: String
    private let socket: String

    init() throws {
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        path = folder.appendingPathComponent("health.store").path
        socket = folder.appendingPathComponent("s").path
        let access = HKHealthStore.person(location: .file(path)).person
        let grants = [steps.identifier: Grant(read: true, share: true)]
        try access.setGrants(grants, app: "test.killed")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func service() async throws -> RunningProgram {
        let service = try RunningProgram("healthtui", ["serve", "--socket", socket, "--store", path])
        try await service.hear("serving \(path) at \(socket)")
        return service
    }

    private static var rounds: Int { ProcessInfo.processInfo.environment["SOAK_MINUTES"] == nil ? 6 : 200 }

    @Test("Every change over a service that is killed at random moments is made, and none is made twice")
    func killed() async throws {
        var generator = SeededGenerator("a service that is killed")
        let seed = generator.seed
        var service = try await service()
        let app = HKHealthStore(
            configuration: HKHealthStoreConfiguration(location: .service(socket), bundleIdentifier: "test.killed")
        )
        let log = Log()
        @Sendable func attempt(_ what: String, _ body: () async throws -> Void) async {
            do { try await body() } catch { log.problems.withLock { $0.append("\(what): \(error)") } }
            log.made.withLock { $0 += 1 }
        }
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<6 {
                group.addTask {
                    var number = 0
                    while !log.isOver.withLock({ $0 }) {
                        let start = Double(task) * 1e7 + Double(number) * 10
                        number += 1
                        let sample = stepSample(1, start, start + 5)
                        await attempt("save") {
                            try await app.save(sample)
                            log.saved.withLock { _ = $0.insert(sample.uuid) }
                        }
                        guard number % 3 == 0 else { continue }
                        await attempt("delete") {
                            let one = HKQuery.predicateForObject(with: sample.uuid)
                            let count = try await app.deleteObjects(of: steps, predicate: one)
                            if count != 1 { log.problems.withLock { $0.append("\(count) deleted instead of one") } }
                            log.saved.withLock { _ = $0.remove(sample.uuid) }
                        }
                    }
                }
            }
            for _ in 0..<Self.rounds {
                // Killed in the middle of work, some changes after the last time.
                let goal = log.made.withLock { $0 } + Int.random(in: 1...40, using: &generator)
                await eventually("\(goal) changes", seconds: 300) { log.made.withLock { $0 } >= goal }
                service.kill()
                do { service = try await self.service() } catch { log.problems.withLock { $0.append("\(error)") } }
            }
            log.isOver.withLock { $0 = true }
        }
        service.kill()
        #expect(log.problems.withLock { $0 } == [], "seed \(seed)")
        let found = try await HKHealthStore.person(location: .file(path)).store.all(steps).map(\.uuid)
        #expect(Set(found).count == found.count, "seed \(seed): nothing is there twice")
        #expect(Set(found) == log.saved.withLock { $0 }, "seed \(seed): what returned is there, and nothing else")
    }

    /// What came of the changes of all tasks.
    private final class Log: Sendable {
        let saved = Mutex<Set<UUID>>([])
        let problems = Mutex<[String]>([])
        let made = Mutex(0)
        let isOver = Mutex(false)
    }
}

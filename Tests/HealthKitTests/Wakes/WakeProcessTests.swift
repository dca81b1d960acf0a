import Foundation
import Glibc
import Testing
import WaitTesting

@testable import HealthKit

/// `healthtui serve`, `healthtui launcher` and apps, each a process.
@Suite("Apps are woken by processes", .timeLimit(.minutes(10)))
final class WakeProcessTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("wakes-\(UUID().uuidString)")
    private let path: String
    private let socket: String
    private let person: HKHealthStore
    private let access: PersonAccess

    init() throws {
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        path = folder.appendingPathComponent("health.store").path
        socket = folder.appendingPathComponent("s").path
        (person, access) = HKHealthStore.person(location: .file(path))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func service() async throws -> RunningProgram {
        let service = try RunningProgram("healthtui", ["serve", "--socket", socket, "--store", path])
        try await service.hear("serving \(path) at \(socket)")
        return service
    }

    private func launcher() async throws -> RunningProgram {
        let owner = folder.appendingPathComponent("owner").path
        let variables = ["HOME": folder.path, "XDG_STATE_HOME": folder.path + "/state"]
        let launcher = try RunningProgram("healthtui", ["launcher", "--socket", owner], environment: variables)
        try await launcher.hear("waiting for apps to start")
        return launcher
    }

    /// A script that is registered for steps, and allowed.
    private func register(_ text: String) throws -> String {
        let script = folder.appendingPathComponent("app").path
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(fileURLWithPath: script))
        chmod(script, 0o755)
        try access.setGrants([steps.identifier: Grant(read: true, share: false)], app: "test.script")
        let identity = AppIdentity(bundleIdentifier: "test.script", name: "script", program: script)
        let app = HKHealthStore(port: access.store.port.port(of: .app(identity), prompt: nil))
        try app.setDelivery(steps, .immediate)
        let program = WakeProgram(path: script)
        try access.decideWake(app: "test.script", program, hash: ProgramDigest.hexadecimal(ofFile: script))
        return script
    }

    private func until(
        _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: () throws -> Bool
    ) async throws {
        let isSo = try await eventually(
            what,
            seconds: 180,
            every: .milliseconds(20),
            sourceLocation: sourceLocation,
            condition
        )
        if isSo { return }
        Issue.record("\(try access.wakes())", sourceLocation: sourceLocation)
        throw CancellationError()
    }

    private func record(_ app: String) throws -> WakeRecord? {
        try access.wakes().ledger.rows.first { $0.key.app == app }?.record
    }

    @Test("stepdemo registers, is started when steps come, writes a line and ends")
    func stepdemo() async throws {
        let (service, launcher) = (try await service(), try await launcher())
        defer {
            launcher.kill()
            service.kill()
        }
        try access.setGrants([steps.identifier: Grant(read: true, share: false)], app: "local.stepdemo")
        let demo = try RunningProgram("stepdemo", ["--background"], environment: ["HEALTHKIT_STORE": "unix:\(socket)"])
        try await demo.hear("Registered for steps. Allow the start with: healthtui wakes --allow stepdemo")
        try await until("the obstacle") { try record("local.stepdemo")?.obstacle == .notApproved }
        let program = try #require(try access.wakes().ledger.programs["local.stepdemo"])
        #expect(program.arguments == ["--background"])
        try access.decideWake(
            app: "local.stepdemo",
            program,
            hash: ProgramDigest.hexadecimal(ofFile: program.path)
        )
        let now = Date().timeIntervalSinceReferenceDate
        try await person.save(
            HKQuantitySample(
                type: steps,
                quantity: HKQuantity(unit: .count(), doubleValue: 321),
                start: Date(timeIntervalSinceReferenceDate: now - 10),
                end: Date(timeIntervalSinceReferenceDate: now)
            )
        )
        try await until("the wake") { try record("local.stepdemo")?.outcome == .acknowledged }
        try await until("the end") { try access.wakes().ledger.starts["local.stepdemo"]?.last?.status == 0 }
        let log = try String(
            contentsOfFile: folder.path + "/state/healthtui/wakes/local.stepdemo.log",
            encoding: .utf8
        )
        #expect(log.contains(" woken: ") && log.contains(" steps today"), "\(log)")
        #expect(try access.wakes().isServed)
    }

    @Test("A service that is killed while an app is being woken says so when it is back, and starts the app again")
    func serviceKilled() async throws {
        var service = try await service()
        let launcher = try await launcher()
        defer {
            launcher.kill()
            service.kill()
        }
        _ = try register("exec sleep 60")
        try await person.save(stepSample(1, 0, 10))
        try await until("the start") { try access.wakes().ledger.starts["test.script"]?.count == 1 }
        service.kill()
        service = try await self.service()
        try await until("the second start") { try access.wakes().ledger.starts["test.script"]?.count == 2 }
        #expect(try access.wakes().ledger.starts["test.script"]?.first?.outcome == .serviceEnded)
    }

    @Test(
        "A launcher that is killed, a program that ends too early and one that changed: the ledger has words for each"
    )
    func failures() async throws {
        let service = try await service()
        var launcher = try await launcher()
        defer {
            launcher.kill()
            service.kill()
        }
        let script = try register("exec 3>&-; sleep 20")
        try await person.save(stepSample(1, 0, 10))
        try await until("the start") { try access.wakes().ledger.starts["test.script"]?.count == 1 }
        launcher.kill()
        try await until("the loss") { try record("test.script")?.outcome == .launcherEnded }
        #expect(try record("test.script")?.obstacle == .retry)

        launcher = try await self.launcher()
        _ = try register("pwd; exit 7")
        try await until("the early end") { try access.wakes().ledger.starts["test.script"]?.last?.status == 7 }
        try await until("its name") { try record("test.script")?.outcome == .exited }
        let log = try String(contentsOfFile: folder.path + "/state/healthtui/wakes/test.script.log", encoding: .utf8)
        #expect(log.contains(folder.lastPathComponent), "it began in the home folder: \(log)")

        let program = WakeProgram(path: script)
        let hash = try ProgramDigest.hexadecimal(ofFile: script)
        try Data("#!/bin/sh\nexit 0\n".utf8).write(to: URL(fileURLWithPath: script))
        try access.decideWake(app: "test.script", program, hash: hash)
        try await until("the pause") { try record("test.script")?.obstacle == .programChanged }
        #expect(try access.wakes().ledger.starts["test.script"]?.last?.problem?.contains("another program") == true)
    }
}

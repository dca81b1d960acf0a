import Foundation
import Glibc
import Testing
import WaitTesting

@testable import HealthKit

/// `healthtui serve` and apps, each a process.
@Suite("A service of its own process", .timeLimit(.minutes(10)))
final class ServiceProcessTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("serve-\(UUID().uuidString)")
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
        let types: [HKObjectType] = [.workoutType(), steps]
        let all = types.map { ($0.identifier, Grant(read: true, share: true)) }
        try access.setGrants(Dictionary(uniqueKeysWithValues: all), app: "test.run")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func service() async throws -> RunningProgram {
        let service = try RunningProgram("healthtui", ["serve", "--socket", socket, "--store", path])
        try await service.hear("serving \(path) at \(socket)")
        return service
    }

    @Test("A workout goes on over a service that is killed and started again, and no save is stored twice")
    func killed() async throws {
        var service = try await service()
        let app = try RunningProgram("WorkoutRunner", ["unix:\(socket)", "test.run"])
        try await app.ask(inTurn: "observe", "session", "start", "begin", "collect", "add 50")
        try await app.hear("heard state 2")
        for round in 0..<3 {
            service.kill()
            service = try await self.service()
            try await app.ask("save 4", expecting: "", "round \(round)")
            try await app.ask("count", expecting: "\(50 + 4 * (round + 1))", "round \(round)")
        }
        try await app.ask(inTurn: "add 3", "end")
        try await app.hear("heard state 3")
        let answer = try await app.ask("finish")
        #expect(!answer.hasPrefix("error"), "“finish” was answered with “\(answer)”")
        let workout = try #require(try await person.all(.workoutType()).first as? HKWorkout)
        #expect(try await person.all(steps, HKQuery.predicateForObjects(from: workout)).count >= 53)
        #expect(try await person.all(steps).count == 65)
    }

    @Test("A service that is told to end answers what is under way, takes its socket away and leaves the store whole")
    func ended() async throws {
        let service = try await service()
        let app = try RunningProgram("WorkoutRunner", ["unix:\(socket)", "test.run"])
        try await app.ask("save 10", expecting: "")
        Glibc.kill(service.number, SIGTERM)
        await eventually("the socket to be taken away", seconds: 120) { access(socket, F_OK) != 0 }
        #expect(try await person.all(steps).count == 10)
    }

    @Test("A second service on one socket is refused, and the one that is there goes on")
    func second() async throws {
        let service = try await service()
        defer { service.kill() }
        let other = try RunningProgram("healthtui", ["serve", "--socket", socket, "--store", path])
        try await other.end()
        let app = try RunningProgram("WorkoutRunner", ["unix:\(socket)", "test.run"])
        try await app.ask("save 1", expecting: "")
    }

    @Test("A program that opens a thousand connections hears how many it may have, and no other program notices")
    func manyConnections() async throws {
        let service = try await service()
        defer { service.kill() }
        let app = try RunningProgram("WorkoutRunner", ["unix:\(socket)", "test.run"])
        try await app.ask("save 4", expecting: "")
        let identity = AppIdentity(bundleIdentifier: "test.many", name: "many")
        let hello = ServiceFrame(.hello, call: 0, try CallMessage(HelloCall(.app(identity))).bytes)
        var kept: [Int32] = []
        defer { for descriptor in kept { close(descriptor) } }
        var refusals: Set<String> = []
        for _ in 0..<1_000 {
            let descriptor = try ServiceLink.Address.connect(socket).get()
            let bytes = hello.bytes(limit: ServiceFrame.programLimit)
            _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            if let error = try Self.hello(descriptor).error {
                refusals.insert(error.text)
                close(descriptor)
            } else {
                kept.append(descriptor)
            }
        }
        #expect(kept.count == 64)
        #expect(
            refusals.count == 1 && refusals.allSatisfy { $0.contains("64 of at most 64 of this program") },
            "\(refusals)"
        )
        try await app.ask("save 3", expecting: "")
        try await app.ask("count", expecting: "7")
    }

    /// What the service says first.
    private static func hello(_ descriptor: Int32) throws -> CallMessage {
        var frames = ServiceFrameReader(limit: ServiceFrame.serviceLimit, bodyLimit: ServiceFrame.serviceLimit)
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            if let frame = try frames.next() { return try CallMessage(bytes: frame.body) }
            let count = recv(descriptor, &bytes, bytes.count, 0)
            try #require(count > 0, "the connection ended without a word")
            frames.append(bytes[..<count])
        }
    }

    private func access(_ path: String, _ mode: Int32) -> Int32 { Glibc.access(path, mode) }
}

import Foundation
import Glibc
import HealthKitStore
import ProgramTesting
import Testing

@testable import HealthKit

/// A service on a machine with few resources.
@Suite("A service within limits", .timeLimit(.minutes(20)))
struct ServiceLimitTests {
    /// How many files the service may have open.
    private func openFiles(_ service: ServedStoreFile) throws -> Int {
        let limits = try String(contentsOfFile: "/proc/\(service.pid)/limits", encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    }

    /// The shell command before it becomes the service.
    private static func limited(_ command: String) -> [String] { ["/bin/sh", "-c", command + "; exec \"$@\"", "sh"] }

    /// A connection that says nothing.
    private static func connect(_ path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let isConnected = AgentAddress.withAddress(path) { Glibc.connect(descriptor, $0, $1) == 0 }
        try #require(isConnected, "\(String(cString: strerror(errno)))")
        return descriptor
    }

    @Test("The limit of open files is raised for 1,000 connections, as far as the system lets it")
    func openFilesRaised() throws {
        let folder = try ScratchFolder()
        let service = try ServedStoreFile(folder.path("health.store"), through: Self.limited("ulimit -S -n 80"))
        #expect(try openFiles(service) > 1_000)
        service.end()
        let small = try ServedStoreFile(folder.path("health.store"), through: Self.limited("ulimit -n 80"))
        #expect(try openFiles(small) == 80)
        // If there are too many, the longest idle ones end, and the owner's continues.
        let person = HKHealthStore.person(location: .service(small.socket)).person
        #expect(try person.types().isEmpty)
        let connections = try (0..<20).map { _ in try Self.connect(small.socket) }
        defer { for connection in connections { close(connection) } }
        let first = try #require(connections.first)
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var count = recv(first, &bytes, bytes.count, 0)
        while count > 0 { count = recv(first, &bytes, bytes.count, 0) }
        #expect(count == 0, "the first hasn't ended: \(String(cString: strerror(errno)))")
        #expect(try person.types().isEmpty)
        small.end()
    }

    @Test(
        "On a full disk a change fails in words, what was stored stays and is read, copies leave nothing, and it goes on with room",
        .enabled(if: geteuid() == 0, "only root can mount a small disk")
    )
    func fullDisk() async throws {
        let folder = try ScratchFolder()
        let disk = folder.path("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        // The rest of the machine doesn't see the disk, and it goes with the service.
        let mount = "mount -t tmpfs -o size=6m,mode=0700 tmpfs \"$0\" && exec \"$@\""
        let service = try ServedStoreFile(
            disk + "/health.store",
            through: ["/usr/bin/unshare", "-m", "/bin/sh", "-c", mount, disk]
        )
        let location = HKHealthStoreConfiguration.Location.service(service.socket)
        let (store, person) = HKHealthStore.person(location: location)
        // Who reads and listens meanwhile.
        let reader = HKHealthStore.person(location: location).store
        let type = HKQuantityType(.stepCount)
        let (changes, heard) = AsyncStream.makeStream(of: Void.self)
        let observer = HKObserverQuery(sampleType: type, predicate: nil) { _, done, _ in
            heard.yield()
            done()
        }
        reader.execute(observer)
        defer { reader.stop(observer) }
        var times = changes.makeAsyncIterator()
        _ = await times.next()

        var saved = 0
        func save(_ count: Int) async throws {
            let samples = (0..<count)
                .map { index in
                    let date = Date(timeIntervalSinceReferenceDate: 60 * Double(saved + index))
                    return HKQuantitySample(
                        type: type,
                        quantity: HKQuantity(unit: .count(), doubleValue: 1),
                        start: date,
                        end: date,
                        metadata: ["note": UUID().uuidString + UUID().uuidString]
                    )
                }
            try await store.save(samples)
            saved += count
        }
        try await save(100)
        // All but little of the room is taken by something else.
        let filler = "/proc/\(service.pid)/root\(disk)/filler"
        let descriptor = open(filler, O_WRONLY | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        let block = [UInt8](repeating: 1, count: 4_096)
        while write(descriptor, block, block.count) == block.count {}
        close(descriptor)
        var problem: HKError?
        for _ in 0..<400 where problem == nil {
            do { try await save(500) } catch let error as HKError { problem = error }
        }
        let words = problem?.text ?? ""
        #expect(words.contains("full") || words.contains("No space left"), "\(words)")
        #expect(try person.count(SampleListQuery(type: type)) == saved, "what was answered is stored, and nothing else")
        let query = HKSampleQueryDescriptor(predicates: [.quantitySample(type: type)], sortDescriptors: [])
        #expect(try await query.result(for: reader).count == saved)
        // A copy has no room either, and leaves nothing.
        let copy = #expect(throws: HKError.self) {
            _ = try person.backUp(to: folder.path("copy.store"), replacing: false)
        }
        #expect(copy?.text.isEmpty == false)
        #expect(!FileManager.default.fileExists(atPath: folder.path("copy.store")))
        let left = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(service.pid)/root\(disk)")
        #expect(left.allSatisfy { !$0.hasSuffix(".partial") }, "\(left)")
        // With free space it continues by itself, and the observer is notified.
        unlink(filler)
        try await save(10)
        _ = await times.next()
        #expect(try person.count(SampleListQuery(type: type)) == saved)
        #expect(try person.check { _ in }.problems.isEmpty)
        service.end()
    }
}

import FaultDisk
import Foundation
import RandomTesting
import Testing

@testable import HealthKitStore

/// The zeros that are written behind a log that grows, so that the next commits need not make it longer.
@Suite struct LogAheadTests {
    private static let mostAhead = 480 << 10

    private static func save(_ count: Int, at start: Int, _ store: SampleStore, _ words: Vocabulary) throws {
        // Values that no column packs.
        var random = SeededGenerator(seed: UInt64(start))
        let samples = (start..<start + count)
            .map { words.step(Double($0) * 60, value: Double.random(in: 1...2, using: &random)) }
        try store.write { try $0.insert(samples) }
    }

    /// A store whose log is not copied into the file, and so never begins anew.
    private static func growing(isLocked: Bool = false) throws -> (FaultyDisk, SampleStore, Vocabulary) {
        let disk = FaultyDisk(isLocked: isLocked)
        var options = disk.options
        options.checkpointPages = 100_000
        let store = try SampleStore(at: .file(disk.path), options: options)
        return (disk, store, try store.write { try Vocabulary($0) })
    }

    @Test("Small commits make the log longer once for more and more of them", arguments: [false, true])
    func small(isLocked: Bool) throws {
        let (disk, store, words) = try Self.growing(isLocked: isLocked)
        var sizes: [Int] = []
        for index in 0..<400 {
            try Self.save(1, at: index, store, words)
            let size = try #require(disk.size("-log"))
            sizes.append(size)
            #expect(disk.zerosBehindLog <= min(Self.mostAhead, size / 2))
        }
        let grown = zip(sizes, sizes.dropFirst()).filter { $0 < $1 }.map { $1 - $0 }
        // Each commit takes some frames of 4,120 bytes: as many as before, and at most 480 KiB, are written ahead.
        #expect(grown.count >= 4 && grown.count <= 30, "\(grown)")
        #expect(grown.last.map { $0 > Self.mostAhead } == true, "\(grown)")
        store.close()
    }

    @Test("So does the log of a file")
    func file() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            let store = try SampleStore(at: .file(path))
            let words = try store.write { try Vocabulary($0) }
            func size() throws -> Int {
                let found = try FileManager.default.attributesOfItem(atPath: path + "-log")[.size] as? Int
                return try #require(found)
            }
            var sizes: [Int] = []
            for index in 0..<40 {
                try Self.save(1, at: index, store, words)
                sizes.append(try size())
            }
            #expect(Set(sizes).count < 12, "\(sizes)")
            store.close()
            let again = try SampleStore(at: .file(path))
            #expect(try again.read { try $0.currentAnchor } == 40)
            again.close()
        }
    }

    @Test("A large commit isn't followed by zeros")
    func large() throws {
        let (disk, store, words) = try Self.growing()
        let before = try #require(disk.size("-log"))
        try Self.save(40_000, at: 0, store, words)
        let after = try #require(disk.size("-log"))
        #expect(after > before + 240 << 10)
        #expect(disk.zerosBehindLog == 0)
        store.close()
    }

    @Test("A log reads the same with the zeros behind it, with some and without", arguments: [false, true])
    func cut(isLocked: Bool) throws {
        let disk = FaultyDisk(isLocked: isLocked)
        let store = try SampleStore(at: .file(disk.path), options: disk.options)
        let words = try store.write { try Vocabulary($0) }
        for index in 0..<5 { try Self.save(3, at: index * 3, store, words) }
        let killed = disk.copy()
        let truth = try disk.contents()
        store.close()
        let zeros = killed.zerosBehindLog
        #expect(zeros > 0)
        for kept in [0, 1, 23, 24, 4_000, 4_119, 4_120, 4_121, zeros] {
            let image = killed.copy()
            let log = Array(image.bytes("-log").dropLast(zeros - kept))
            fault_disk_put(image.handle, "health.store-log", log, Int64(log.count))
            #expect(try image.contents(checksIntegrity: true) == truth, "\(kept) of \(zeros)")
            // What comes next goes where the zeros are.
            let again = try SampleStore(at: .file(image.path), options: image.options)
            try Self.save(1, at: 100, again, words)
            #expect(try again.read { try $0.currentAnchor } == 16)
            again.close()
        }
    }

    @Test("Only who commits writes behind the log: not a checkpoint, beside which another program may commit")
    func checkpoint() throws {
        let (disk, store, words) = try Self.growing()
        try Self.save(40_000, at: 100, store, words)
        // An import's data reaches the disk with a checkpoint, or at its end.
        let session = try store.beginImport(ImportOptions(syncsAtEnd: true))
        for index in 0..<3 { _ = try session.add([words.step(Double(index) * 60)]) }
        #expect(disk.zerosBehindLog == 0)
        let size = try #require(disk.size("-log"))
        #expect(try store.copyLog(after: 0) != nil)
        #expect(disk.size("-log") == size)
        try session.finish()
        store.close()
    }
}

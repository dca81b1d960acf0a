import Foundation
import LockTesting
import RandomTesting
import Testing

@testable import HealthKitStore

/// An encrypted store's data in a program's memory.
@Suite struct MemoryTests {
    private static let count = 30_000

    /// Values that no column packs: every bit of them stands in the file as it does in memory.
    private static func values() -> [Double] {
        var generator = SeededGenerator(seed: 13)
        return (0..<count).map { _ in Double.random(in: 1...2, using: &generator) }
    }

    private static func write(_ path: String, key: SecretBytes?) throws {
        var options = StoreOptions()
        options.key = key
        let store = try SampleStore(at: .file(path), options: options)
        try store.write { writer in
            let type = try writer.intern(.type, Array("noise".utf8))
            let source = try writer.intern(.source, Array("test".utf8))
            try writer.insert(
                values().enumerated()
                    .map {
                        NewSample(
                            type: type,
                            source: source,
                            start: Double($0.offset),
                            end: Double($0.offset),
                            value: $0.element,
                            creation: 0
                        )
                    }
            )
        }
        store.close()
    }

    /// Decoded columns: four values that follow each other, of the last batches.
    private static func columns() -> [[UInt8]] {
        let values = values()
        return stride(from: count - 4000, to: count - 4, by: 97)
            .map { first in values[first..<first + 4].withUnsafeBytes { Array($0) } }
    }

    /// Bytes from the middle of the pages of a plain store, which those of an encrypted one hold too.
    private static func pages(_ path: String) throws -> [[UInt8]] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let places = stride(from: 8192 + 2000, to: bytes.count - 4096, by: 4096)
        let pieces = places.map { place -> [UInt8] in Array(bytes[place..<place + 32]) }
        return Array(pieces.filter { piece in Set(piece).count > 12 }.suffix(40))
    }

    @Test(
        "What a program decrypted and decoded is wiped when it locks the store, and its key with it",
        .enabled(if: ProcessImage.isAllowed, "the system lets nobody look into a program")
    )
    func wiped() throws {
        try ScratchFolder.with { folder in
            try Self.write(folder.path("plain.store"), key: nil)
            let path = folder.path("health.store")
            try Self.write(path, key: TestKey.secret)
            let key = TestKey.secret.withBytes { Array($0) }
            try Data(key).write(to: folder.url("key"))
            let child = try Child("StoreWriter", ["--read", path, folder.path("key")])
            try child.wait(for: "read \(Self.count)")
            let patterns = try [key] + Self.columns() + Self.pages(folder.path("plain.store"))
            let firstPage = 1 + Self.columns().count
            let before = try #require(ProcessImage(of: child.pid)?.counts(of: patterns))
            #expect(before[0] > 0)
            #expect(before[1..<firstPage].count { $0 > 0 } > 3, "decoded columns")
            #expect(before[firstPage...].count { $0 > 0 } > 20, "decrypted pages")
            let exposed = ProcessImage(of: child.pid)?.count(of: key) { !$0.isLeftOut }
            #expect(exposed == 0, "the key is in memory that a core dump holds")
            try Data("now".utf8).write(to: folder.url("health.store.lock"))
            try child.wait(for: "locked")
            let after = try #require(ProcessImage(of: child.pid)?.counts(of: patterns))
            #expect(after[0] == 0, "the key")
            #expect(after[1..<firstPage].reduce(0, +) == 0, "decoded columns")
            #expect(after[firstPage...].reduce(0, +) == 0, "decrypted pages")
            _ = child.kill()
        }
    }
}

import Foundation
import RandomTesting
import Testing

@testable import HealthtuiExchange

/// What an archive's directory says.
@Suite("The directory of a zip archive")
struct ZipDirectoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func archive(_ members: [(String, [UInt8])]) throws -> String {
        let path = try folder.write([], to: "a.zip")
        let zip = try ZipWriter(path: path, name: "a.zip", date: Date(timeIntervalSince1970: 1e9))
        for (name, bytes) in members {
            try zip.begin(name)
            try zip.append(bytes)
        }
        try zip.finish()
        return path
    }

    @Test("Each member has the size and the checksum of what was packed; one that is not there or twice has none")
    func entries() throws {
        let long = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let path = try archive([("a/main.xml", long), ("empty", []), ("check", Array("123456789".utf8))])
        let directory = try #require(ZipDirectory(path: path))
        // The check value of the CRC that zip archives have.
        #expect(directory.entry("check") == ZipDirectory.Entry(crc: 0xCBF4_3926, size: 9))
        #expect(directory.entry("empty") == ZipDirectory.Entry(crc: 0, size: 0))
        var sum = ZipChecksum()
        for part in [long[..<1_000], long[1_000...]] { part.withUnsafeBytes { sum.add($0) } }
        #expect(directory.entry("a/main.xml") == ZipDirectory.Entry(crc: sum.value, size: 300_000))
        #expect(directory.entry("main.xml") == nil)
        let twice = try archive([("a", [1]), ("a", [2])])
        #expect(try #require(ZipDirectory(path: twice)).entry("a") == nil)
        #expect(ZipDirectory(path: try folder.write(Array("no archive".utf8), to: "text")) == nil)
        #expect(ZipDirectory(path: folder.url.path + "/missing") == nil)
    }

    @Test("Damaged and cut directories end no program")
    func damage() throws {
        var random = SeededGenerator("zip directories")
        let path = try archive([("one", [1, 2, 3]), ("two", Array(repeating: 7, count: 500)), ("three", [])])
        let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for _ in 0..<Soak.count(600, soak: 30_000) {
            var bytes = whole
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
            for _ in 0..<4 where !bytes.isEmpty {
                // Mostly near the end, where the directory is.
                let place = bytes.count - 1 - min(Int.random(in: 0..<300, using: &random), bytes.count - 1)
                bytes[place] = Bool.random(using: &random) ? 0xFF : UInt8.random(in: 0...255, using: &random)
            }
            let damaged = try folder.write(bytes, to: "damaged.zip")
            for name in ["one", "two", "three"] { _ = ZipDirectory(path: damaged)?.entry(name) }
        }
    }
}

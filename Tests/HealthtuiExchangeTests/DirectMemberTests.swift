import Foundation
import RandomTesting
import Testing

@testable import HealthtuiExchange

/// Members of archives that are read past the archive library.
@Suite("Members read past the archive library", .enabled(if: DirectMembers.arePossible))
struct DirectMemberTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// All that a reader delivers.
    private struct Reading: Equatable {
        var files: [[UInt8]] = []
        var names: [String] = []
        var failures: [String?] = []
        var contents = ExportContents()
        var damage: String?
        /// Why there is no reading at all.
        var error: ExportSourceError?
    }

    /// Reads an archive, with or without the library.
    private func read(_ path: String, directly: Bool, pieces: Int = 70_000) throws -> Reading {
        var reading = Reading()
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        let members = directly ? DirectMembers(descriptor: descriptor) : nil
        let reader: ArchiveReader
        do {
            reader = try ArchiveReader(path: path, descriptor: descriptor, members: members)
        } catch let error as ExportSourceError {
            reading.error = error
            return reading
        }
        reading.names.append(reader.mainName)
        readFile(of: reader, pieces, into: &reading)
        while let file = reader.nextFile() {
            reading.names.append(file.path)
            readFile(of: reader, pieces, into: &reading)
        }
        (reading.contents, reading.damage) = reader.finish()
        return reading
    }

    private func readFile(of reader: ArchiveReader, _ pieces: Int, into reading: inout Reading) {
        var bytes: [UInt8] = []
        var failure: String?
        var piece = [UInt8](repeating: 0, count: pieces)
        do {
            while true {
                let count = try piece.withUnsafeMutableBytes { try reader.read(into: $0) }
                if count == 0 { break }
                bytes += piece[..<count]
            }
        } catch {
            failure = (error as? ChunkReaderFailure)?.reason
        }
        reading.files.append(bytes)
        reading.failures.append(failure)
    }

    /// An archive of members that are not packed.
    private func archive(_ members: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        func little(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 255) } }
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for (name, bytes) in members {
            var sum = ZipChecksum()
            bytes.withUnsafeBytes { sum.add($0) }
            let shared =
                little(20, 2) + little(0, 8) + little(Int(sum.value), 4) + little(bytes.count, 4)
                + little(bytes.count, 4) + little(name.utf8.count, 2) + little(0, 2)
            directory += [0x50, 0x4B, 1, 2, 20, 0] + shared + little(0, 10) + little(archive.count, 4) + name.utf8
            archive += [0x50, 0x4B, 3, 4] + shared + name.utf8 + bytes
        }
        let end =
            little(0, 4) + little(members.count, 2) + little(members.count, 2) + little(directory.count, 4)
            + little(archive.count, 4) + little(0, 2)
        return archive + directory + [0x50, 0x4B, 5, 6] + end
    }

    private static let export = Array("<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n</HealthData>\n".utf8)

    /// An archive of members of all kinds of sizes, packed.
    private func packed() throws -> String {
        let path = try folder.write([], to: "packed.zip")
        let zip = try ZipWriter(path: path, name: "packed.zip", date: Date(timeIntervalSince1970: 1e9))
        for count in [0, 1, 65_535, 65_536, 65_537, 700_000] {
            try zip.begin("workout-routes/\(count).gpx")
            var state = UInt32(count)
            try zip.append(
                (0..<count)
                    .map { _ in
                        state = state &* 1_664_525 &+ 1_013_904_223
                        return UInt8(truncatingIfNeeded: state >> 24) & 15
                    }
            )
            if count == 65_535 {
                try zip.begin("export.xml")
                try zip.append(Self.export)
            }
        }
        try zip.finish()
        return path
    }

    /// Where the data of each member begins that can be read directly.
    private func direct(_ path: String) throws -> [Bool] {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        guard let members = DirectMembers(descriptor: descriptor) else { return [] }
        return try #require(ZipDirectory(path: path)?.places)
            .map { place in
                let header = Int(place.header)
                guard header + 30 <= bytes.count else { return false }
                let data = header + 30 + bytes.half(at: header + 26) + bytes.half(at: header + 28)
                return members.member(at: UInt64(data)) != nil
            }
    }

    @Test(
        "Packed and plain members come out as the library delivers them, in pieces of any size",
        arguments: [999, 65_536]
    )
    func same(_ pieces: Int) throws {
        let fixtures = ["export-as-phones-write-it.zip", "export-zip64.zip", "export-hostile-names.zip"]
        let plain = try folder.write(
            archive([
                ("a.gpx", Array(repeating: 7, count: 70_000)), ("empty.gpx", []), ("export.xml", Self.export),
                ("b.gpx", Array("<gpx/>".utf8)),
            ]),
            to: "plain.zip"
        )
        let paths = fixtures.map { Fixtures.own.appending(path: $0).path } + [plain, try packed()]
        for path in paths {
            let all = try direct(path)
            #expect(!all.isEmpty && all.allSatisfy { $0 }, "\(path): \(all)")
            let reading = try read(path, directly: true, pieces: pieces)
            let isSame = reading == (try read(path, directly: false, pieces: pieces))
            #expect(isSame, "\(path)")
            #expect(reading.error == nil && reading.damage == nil, "\(path)")
        }
    }

    @Test("Whatever is wrong with an archive is told in the same words, and what is sound is delivered")
    func damage() throws {
        var random = SeededGenerator("direct members")
        let archives = try [
            Fixtures.bytes("export-as-phones-write-it.zip"), Fixtures.bytes("export-zip64.zip"),
            [UInt8](Data(contentsOf: URL(filePath: try packed()))),
            archive([("a.gpx", Array(repeating: 7, count: 900)), ("export.xml", Self.export), ("b.gpx", [1, 2])]),
        ]
        let sound = try archives.map { bytes in
            let reading = try read(folder.write(bytes, to: "sound.zip"), directly: false)
            return Dictionary(zip(reading.names, reading.files)) { first, _ in first }
        }
        var broken = 0
        for round in 0..<400 {
            var bytes = archives[round % archives.count]
            if round % 10 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let path = try folder.write(bytes, to: "changed.zip")
            let found = try read(path, directly: true)
            let wanted = try read(path, directly: false)
            let note = "round \(round), seed \(random.seed)"
            if found.error == nil, wanted.error != nil {
                // The library gives a whole archive up for what no sound member needs; then all that comes is as it was packed.
                for (place, name) in found.names.enumerated() where found.failures[place] == nil {
                    let isAsPacked = found.files[place] == sound[round % archives.count][name]
                    #expect(isAsPacked, "\(note): \(name)")
                }
                broken += 1
                continue
            }
            #expect(found.files.count == wanted.files.count, "\(note)")
            for (place, (one, other)) in zip(found.files, wanted.files).enumerated() {
                // How far the unpacking of damaged data comes is not the same, only that it is told.
                let isWhole = wanted.failures[place] == nil && wanted.damage == nil
                let isSame = !isWhole || one == other
                #expect(isSame, "\(note): \(one.count) and \(other.count) bytes of \(wanted.names[place])")
            }
            #expect(found.names == wanted.names, "\(note)")
            #expect(found.failures == wanted.failures, "\(note)")
            #expect(found.contents == wanted.contents, "\(note)")
            #expect(found.damage == wanted.damage, "\(note)")
            #expect(found.error == wanted.error, "\(note)")
            if wanted.damage != nil || wanted.failures.contains(where: { $0 != nil }) { broken += 1 }
        }
        #expect(broken > 20)
    }

    @Test("A member that anything is odd about is the library's")
    func odd() throws {
        let members: [(name: String, bytes: [UInt8])] = [("export.xml", Self.export), ("b.gpx", [1, 2, 3])]
        let whole = archive(members)
        #expect(try direct(folder.write(whole, to: "whole.zip")) == [true, true])
        let directory = try #require(
            whole.indices.dropLast(3).first { Array(whole[$0..<$0 + 4]) == [0x50, 0x4B, 1, 2] }
        )
        // In the header in front of the data and in the directory: the marks, the method, the checksum, the sizes.
        for (local, central) in [(6, 8), (8, 10), (14, 16), (18, 20), (22, 24)] {
            for place in [local, directory + central] {
                var changed = whole
                changed[place] ^= 1
                #expect(try direct(folder.write(changed, to: "odd.zip")) == [false, true], "byte \(place)")
            }
        }
        // Data that reaches into the next member.
        var long = whole
        for place in [18, 22, directory + 20, directory + 24] { long[place] += 30 }
        #expect(try direct(folder.write(long, to: "long.zip")) == [false, true])
        // Two members at one place.
        let second = try #require(
            whole[(directory + 4)...].indices.dropLast(3)
                .first {
                    Array(whole[$0..<$0 + 4]) == [0x50, 0x4B, 1, 2]
                }
        )
        var doubled = whole
        doubled.replaceSubrange(second + 42..<second + 46, with: [0, 0, 0, 0])
        #expect(ZipDirectory(path: try folder.write(doubled, to: "doubled.zip"))?.places == nil)
    }

    @Test("A link is the library's, which delivers nothing of it")
    func link() throws {
        var bytes = archive([("export.xml", Self.export), ("b.gpx", Array("a.gpx".utf8)), ("c.gpx", [1])])
        let entries = bytes.indices.dropLast(3).filter { Array(bytes[$0..<$0 + 4]) == [0x50, 0x4B, 1, 2] }
        let second = try #require(entries.dropFirst().first)
        // Made on Unix, and a link by its mode.
        bytes[second + 5] = 3
        bytes.replaceSubrange(second + 38..<second + 42, with: [0, 0, 0xFF, 0xA1])
        let path = try folder.write(bytes, to: "link.zip")
        let found = try read(path, directly: true)
        #expect(found.files == [Self.export, [], [1]])
        let isSame = found == (try read(path, directly: false))
        #expect(isSame)
    }

    @Test("The checksum is that of zip archives, however the bytes come")
    func checksum() {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 7) }
        for split in [0, 1, 15, 16, 17, 4_096, 99_999] {
            var sum = ZipChecksum()
            for part in [bytes[..<split], bytes[split...]] { part.withUnsafeBytes { sum.add($0) } }
            var slow: UInt32 = 0xFFFF_FFFF
            for byte in bytes {
                slow ^= UInt32(byte)
                for _ in 0..<8 { slow = slow >> 1 ^ (slow & 1 == 1 ? 0xEDB8_8320 : 0) }
            }
            #expect(sum.value == ~slow, "split at \(split)")
        }
    }
}

import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Archives of many files that can't be unpacked, or shouldn't be.
@Suite struct HostileArchiveTests {
    private let folder: TemporaryFolder
    private let person = HKHealthStore.person(location: .memory).person

    init() throws { folder = try TemporaryFolder() }

    private static let runFile = Array("RUN 1,7\n1600000000,100\n1600000001,110\n".utf8)

    private func zip(_ files: [(name: String, bytes: [UInt8])], _ name: String) throws -> String {
        let path = try folder.write([], to: name)
        let writer = try ZipWriter(path: path, name: name, date: Date(timeIntervalSince1970: 1_700_000_000))
        for file in files {
            try writer.begin(file.name)
            try writer.append(file.bytes)
        }
        try writer.finish()
        return path
    }

    private func run(_ path: String) throws -> ImportSummary {
        var importer = ReaderImport(person)
        importer.readers = KnownReaders.all + [ExampleReader()]
        return try importer.run(try #require(FileContainer(path: path)), takesTables: true)
    }

    @Test("What files of an archive unpack to is limited together, and so is their number")
    func together() throws {
        let small = ContainerLimits()
        small.begin(archiveOf: 1 << 20)
        for _ in 0..<8 { try small.note(32 << 20) }
        #expect(throws: ContainerError.self) { try small.note(4) }
        let wide = ContainerLimits()
        wide.begin(archiveOf: 1 << 20)
        wide.begin(archiveOf: 1 << 20)
        for _ in 0..<12 { try wide.note(32 << 20) }
        #expect(throws: ContainerError.self) { try wide.note(32 << 20) }
        for _ in 0..<ContainerLimits.mostMembers { try wide.countMember() }
        #expect(throws: ContainerError.self) { try wide.countMember() }
    }

    @Test("A limit that is reached before a known file is reported with the place and with what to do")
    func limitBeforeAnyFile() throws {
        let path = try folder.write([], to: "bomb.zip")
        let writer = try ZipWriter(path: path, name: "bomb.zip", date: Date(timeIntervalSince1970: 0))
        let piece = [UInt8](repeating: 0, count: 1 << 20)
        // An export may be in a file of this name; there is none.
        try writer.begin("readme.xml")
        try writer.append(Array("<readme/>".utf8))
        // Archives are unpacked to look into them. None of them is over its own limit.
        for number in 1...5 {
            try writer.begin("inner\(number).zip")
            try writer.append([0x50, 0x4B, 3, 4])
            for _ in 0..<60 { try writer.append(piece) }
        }
        try writer.finish()
        let error = #expect(throws: ExportSourceError.self) { try run(path) }
        let said = try #require(error?.description)
        #expect(error?.code == .unreadFiles)
        #expect(said.hasPrefix("\(path): nothing in it is of a format that is read here, as far as it can be read. "))
        #expect(said.contains("bomb.zip/inner5.zip: it unpacks to more than 200 times its size"), "\(said)")
        #expect(said.contains("unpack it with another program and import the result"), "\(said)")
    }

    @Test("A file that is over its own limit is reported with its place where no other file is known")
    func fileOverLimit() throws {
        let path = try folder.write([], to: "bomb.zip")
        let writer = try ZipWriter(path: path, name: "bomb.zip", date: Date(timeIntervalSince1970: 0))
        try writer.begin("readme.xml")
        try writer.append(Array("<readme/>".utf8))
        try writer.begin("table.csv")
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        for _ in 0..<80 { try writer.append(piece) }
        try writer.finish()
        let reason = #expect(throws: ExportSourceError.self) { try run(path) }?.reason ?? ""
        #expect(reason.contains("bomb.zip/table.csv: it unpacks to more than 200 times its size"), "\(reason)")
        #expect(reason.contains("unpack it with another program"), "\(reason)")
    }

    @Test("An archive whose only files can't be read names the first of them and why")
    func nothingReadable() throws {
        let files = [("a.bin", Self.runFile), ("b.bin", Self.runFile)]
        let locked = try folder.write(encrypted(zip(files, "a.zip"), [0, 1]), to: "locked.zip")
        let error = #expect(throws: ExportSourceError.self) { try run(locked) }
        #expect(error?.reason.hasSuffix("locked.zip/a.bin: it is encrypted. 1 more file can't be read either") == true)
        // Names like those of an export's files are explained as an export's.
        let export = try folder.write(encrypted(zip([("export.xml", Self.runFile)], "b.zip"), [0]), to: "export.zip")
        #expect(#expect(throws: ExportSourceError.self) { try run(export) }?.reason == "the archive is encrypted")
    }

    /// An archive whose files with the given numbers say that they are encrypted.
    private func encrypted(_ path: String, _ numbers: [Int]) throws -> [UInt8] {
        var archive = try [UInt8](Data(contentsOf: URL(filePath: path)))
        // The lowest flag of a member says so: in the header before its data and in the directory.
        for (signature, flags) in [([0x50, 0x4B, 3, 4] as [UInt8], 6), ([0x50, 0x4B, 1, 2], 8)] {
            let headers = archive.indices.filter { archive[$0...].starts(with: signature) }
            for number in numbers { archive[try #require(headers.dropFirst(number).first) + flags] |= 1 }
        }
        return archive
    }

    @Test("A file of an archive that is encrypted is named, and the others come in")
    func encrypted() throws {
        let whole = try zip([("run.bin", Self.runFile), ("secret.bin", Self.runFile)], "a.zip")
        let summary = try run(try folder.write(encrypted(whole, [1]), to: "locked.zip"))
        #expect(summary.counts[.workouts].added == 1)
        #expect(
            summary.warnings.contains { $0.contains("secret.bin") && $0.contains("encrypted") },
            "\(summary.warnings)"
        )
        #expect(summary.outcome == .partial)
    }
}

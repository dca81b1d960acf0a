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

    @Test("A file of an archive that is encrypted is named, and the others come in")
    func encrypted() throws {
        var archive = try [UInt8](
            Data(contentsOf: URL(filePath: zip([("run.bin", Self.runFile), ("secret.bin", Self.runFile)], "a.zip")))
        )
        // The lowest flag of a member says so: in the header before its data and in the directory.
        for (signature, flags) in [([0x50, 0x4B, 3, 4] as [UInt8], 6), ([0x50, 0x4B, 1, 2], 8)] {
            let headers = archive.indices.filter { archive[$0...].starts(with: signature) }
            try #require(headers.count == 2)
            archive[headers[1] + flags] |= 1
        }
        let summary = try run(try folder.write(archive, to: "locked.zip"))
        #expect(summary.counts[.workouts].added == 1)
        #expect(
            summary.warnings.contains { $0.contains("secret.bin") && $0.contains("encrypted") },
            "\(summary.warnings)"
        )
        #expect(summary.outcome == .partial)
    }
}

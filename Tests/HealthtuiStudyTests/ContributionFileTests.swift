import Foundation
import HealthtuiDeflation
import HealthtuiExchange
import RandomTesting
import Testing

@testable import HealthtuiStudy

@Suite("The file of a contribution") struct ContributionFileTests {
    private func opened(_ bytes: [UInt8], _ world: StudyWorld) throws -> [ContributionManifest.Key: [UInt8]] {
        try world.write(bytes, "file")
        let contribution = try OpenedContribution(
            world.inbox + "/file.contribution",
            study: world.study,
            box: world.folder.box
        )
        var tables: [ContributionManifest.Key: [UInt8]] = [:]
        try contribution.forEachTable { tables[$0.key] = $1 }
        return tables
    }

    /// Why bytes are refused; nil when they are not.
    private func refusal(_ bytes: [UInt8], _ world: StudyWorld) throws -> String? {
        do {
            _ = try opened(bytes, world)
            return nil
        } catch let error as StudyError {
            return error.why
        }
    }

    private func example(_ world: StudyWorld) throws -> (participant: TestParticipant, tables: [PreparedTable]) {
        var participant = try TestParticipant(world, 7)
        participant.sequence = 1
        return (participant, try participant.tables(try participant.walk()))
    }

    @Test("What was sealed comes out as it went in, also over many chunks")
    func roundTrip() throws {
        let world = try StudyWorld()
        var (participant, tables) = try example(world)
        participant.sequence = 1
        var random = SeededGenerator(seed: 3)
        // Random bytes don't pack: the file has several chunks.
        let noise = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        tables.append(
            PreparedTable(.init(table: .samples, type: StudyWorld.rate, month: "2026-03"), rows: 1, bytes: noise)
        )
        let file = try participant.sealed(try participant.manifest(tables), carrying: tables)
        #expect(file.count > 4 * (64 << 10))
        let found = try opened(file, world)
        #expect(found.count == tables.count)
        for table in tables { #expect(found[table.key] == table.bytes) }
    }

    @Test("A file that is cut anywhere is refused, and so is one that goes on")
    func cut() throws {
        let world = try StudyWorld()
        let (participant, tables) = try example(world)
        let file = try participant.sealed(try participant.manifest(tables), carrying: tables)
        for length in Array(0..<200) + Array(stride(from: 200, to: file.count, by: 97)) + [file.count - 1] {
            #expect(try refusal(Array(file.prefix(length)), world) != nil, "\(length) of \(file.count) bytes")
        }
        #expect(try refusal(file + [0], world) != nil)
        #expect(try refusal(file + file, world) != nil)
    }

    @Test("A file in which any bit was flipped is refused")
    func flipped() throws {
        let world = try StudyWorld()
        let (participant, tables) = try example(world)
        let file = try participant.sealed(try participant.manifest(tables), carrying: tables)
        var random = SeededGenerator("study bits")
        for _ in 0..<300 {
            var bytes = file
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            #expect(try refusal(bytes, world) != nil, "TEST_SEED=\(random.seed)")
        }
    }

    @Test("A file for another study, or sealed to another key, says so")
    func otherStudy() throws {
        let (world, other) = (try StudyWorld(), try StudyWorld())
        let (participant, tables) = try example(other)
        let file = try participant.sealed(try participant.manifest(tables), carrying: tables)
        #expect(try refusal(file, world) == "it is for another study")
        // The head can be made to name another study; the key can't.
        let id = try #require(HexText.bytes(world.study.id, count: 16))
        let renamed = Array(file[..<8]) + id + Array(file[24...])
        #expect(try refusal(renamed, world)?.contains("another key") == true)
    }

    @Test("A participant can't speak for another, and without consent nothing is taken")
    func otherPerson() throws {
        let world = try StudyWorld()
        let (participant, tables) = try example(world)
        let other = try TestParticipant(world, 9)
        var manifest = try participant.manifest(tables)
        manifest.person = other.person
        #expect(
            try refusal(try participant.sealed(manifest, carrying: tables), world)?.contains("somebody else") == true
        )
        manifest = try participant.manifest(tables)
        #expect(try refusal(try other.sealed(manifest, carrying: tables), world)?.contains("signature") == true)
        manifest.consent = try Signed(manifest.consent.content, by: other.signer)
        #expect(try refusal(try participant.sealed(manifest, carrying: tables), world)?.contains("consent") == true)
    }

    @Test("A type that was not asked for, a month twice and a damaged list are refused")
    func lists() throws {
        let world = try StudyWorld(types: [StudyWorld.steps])
        let (participant, tables) = try example(world)
        func refused(_ change: (inout ContributionManifest) -> Void) throws -> String? {
            var manifest = try participant.manifest(tables)
            change(&manifest)
            return try refusal(try participant.sealed(manifest, carrying: []), world)
        }
        #expect(try refused { $0.tables[0].type = StudyWorld.rate }?.contains("didn't ask for") == true)
        #expect(try refused { $0.tables.append($0.tables[0]) }?.contains("twice") == true)
        #expect(try refused { $0.tables[0].month = "2026-13" }?.contains("list of tables") == true)
        #expect(try refused { $0.tables[0].rows = -1 }?.contains("list of tables") == true)
        #expect(try refused { $0.tables[0].bytes = 1 << 40 }?.contains("64 MiB") == true)
        #expect(try refused { $0.sequence = 0 }?.contains("number") == true)
        #expect(try refused { $0.format = 2 }?.contains("newer version") == true)
    }

    @Test("A table that unpacks to more than it says is refused at what it says, whatever it would come to")
    func bomb() throws {
        let world = try StudyWorld()
        let (participant, tables) = try example(world)
        // 48 MiB of the same byte pack into a few kilobytes.
        let bomb = try #require(Gzip.compressed(Array(repeating: 0x31, count: 48 << 20)))
        #expect(bomb.count < 100_000)
        #expect(Gzip.expanded(bomb, size: 1_000) == nil)
        #expect(Gzip.expanded(bomb, size: 48 << 20)?.count == 48 << 20)
        // One says a smaller size than it has.
        var manifest = try participant.manifest(tables)
        manifest.tables[0].bytes -= 1
        let file = try participant.sealed(manifest, carrying: tables)
        #expect(try refusal(file, world)?.contains("doesn't unpack") == true)
    }
}

import Foundation
import HealthKitStore
import HealthtuiSync
import RandomTesting
import Testing

/// A group's folder that lies in the fixtures, read by this program and by another that shares no code with it.
@Suite struct VectorTests {
    private static let tests = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let fixtures = tests.appendingPathComponent("Fixtures/sync")
    private static let folder = fixtures.appendingPathComponent("group").path

    /// The recovery key and the code of an invitation, as people have them.
    private static func texts() throws -> (recovery: String, code: String) {
        let lines = try String(contentsOf: fixtures.appendingPathComponent("group.keys"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
        return (try #require(lines.first), try #require(lines.last))
    }

    private static func secret(_ text: String) throws -> SecretBytes {
        var bytes = Array(text.utf8)
        return try SecretBytes(taking: &bytes)
    }

    private static func expected() throws -> String {
        try String(contentsOf: fixtures.appendingPathComponent("group.txt"), encoding: .utf8)
    }

    /// What whoever has the recovery key reads in the folder.
    private static func read() throws -> String {
        let group = try #require(try DiskFolder.groups(in: folder).first)
        let recovery = try RecoveryKey.parse(try secret(try texts().recovery))
        var reader = try GroupMember.holder(of: recovery, group: group)
        let disk = DiskFolder(in: folder, group: group)
        #expect(try reader.read(disk, TypeForms()).isEmpty)
        var lines = ["group \(group)"]
        for member in reader.membership.members {
            let isFounder = member.device == reader.membership.founder
            let name = isFounder ? "recovery key" : String(decoding: member.name, as: UTF8.self)
            lines.append("member \(member.device) \(member.rank) \(name)")
        }
        let files = reader.replica.read.values.flatMap(\.values).map { (FileName($0), $0) }
        for (name, segment) in files.sorted(by: { "\($0.1.header.device) \($0.0)" < "\($1.1.header.device) \($1.0)" }) {
            lines.append("file \(segment.header.device) \(name)")
            lines += segment.entries.flatMap { EntryLine.lines($0) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test("The folder in the fixtures is read as it was written")
    func ours() throws {
        let read = try Self.read()
        #expect(read == (try Self.expected()))
        for kind in ["sample", "restore", "deletion", "link", "register", "piece", "same", "head"] {
            #expect(read.contains("\n\(kind) "), "\(kind)")
        }
    }

    @Test(
        "A second program, written from the page of the format, reads the same",
        .enabled(if: SecondProgram.isThere, "PyNaCl is not installed: apt-get install python3-nacl")
    )
    func theirs() throws {
        let (recovery, code) = try Self.texts()
        let (status, output) = try SecondProgram.run([Self.folder, recovery, code])
        #expect(status == 0)
        #expect(output == (try Self.expected()) + "code right\n")
    }

    @Test(
        "Writes the folder anew",
        .enabled(if: ProcessInfo.processInfo.environment["UPDATE_VECTORS"] != nil)
    )
    func update() throws {
        try? FileManager.default.removeItem(atPath: Self.folder)
        try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
        let (recovery, code) = (try RecoveryKey.random(), try InvitationCode.random())
        var first = try GroupMember.found(
            recovery: recovery,
            secret: try SecretBytes.random(count: 32),
            name: "laptop"
        )
        let disk = DiskFolder(in: Self.folder, group: first.group)
        var random = RandomEntries(SeededGenerator(seed: 31))
        for _ in 0..<6 {
            try first.record((0..<12).map { _ in random.entry() })
            try first.seal()
        }
        try first.invite(code, expires: .max)
        try first.write(to: disk)
        var second = try GroupMember.join(
            group: first.group,
            code: code,
            secret: try SecretBytes.random(count: 32),
            name: "Küche",
            folder: disk
        )
        try second.write(to: disk)
        _ = try first.acceptAnswers(disk, now: 0)
        try first.seal()
        try first.write(to: disk)
        _ = try second.read(disk, TypeForms())
        for number in 0..<16 {
            let key = Array("setting".utf8)
            let set = second.replica.state.set(key, to: [UInt8(number)], clock: 1000, device: second.device)
            try second.record([.register(set), random.entry()])
            try second.seal(withHeads: true)
        }
        try second.fold()
        try second.write(to: disk)
        let keys = "\(RecoveryKey.text(recovery))\n\(code.text)\n"
        try keys.write(to: Self.fixtures.appendingPathComponent("group.keys"), atomically: true, encoding: .utf8)
        try Self.read()
            .write(
                to: Self.fixtures.appendingPathComponent("group.txt"),
                atomically: true,
                encoding: .utf8
            )
    }
}

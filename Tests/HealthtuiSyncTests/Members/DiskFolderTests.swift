import Foundation
import HealthKitStore
import HealthtuiSync
import Testing

@Suite struct DiskFolderTests {
    private static func temporary() throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("sync-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    private static let name = FileName("0000000001-0000000001-0123456789abcdef.seg")

    @Test("A file is written whole, read, and removed; nothing else stays in the folder")
    func files() throws {
        let path = try Self.temporary()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (group, device, name) = (SyncID.random(), SyncID.random(), try #require(Self.name))
        let folder = DiskFolder(in: path, group: group)
        #expect(try folder.devices().isEmpty)
        try folder.write([1, 2, 3], name, of: device)
        // What a run that was killed left doesn't keep the next from writing.
        let left = "\(path)/hk-\(group)/\(device)/.\(name).tmp"
        try Data([9]).write(to: URL(fileURLWithPath: left))
        try folder.write([1, 2, 3, 4], name, of: device)
        #expect(try DiskFolder.groups(in: path) == [group])
        #expect(try folder.devices() == [device])
        #expect(try folder.names(of: device) == [name.description])
        #expect(try folder.bytes(name, of: device) == [1, 2, 3, 4])
        try folder.remove(name, of: device)
        try folder.remove(name, of: device)
        #expect(try folder.names(of: device).isEmpty)
    }

    @Test("Links, folders and pipes in the place of files are not followed or waited for")
    func links() throws {
        let path = try Self.temporary()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (group, device, name) = (SyncID.random(), SyncID.random(), try #require(Self.name))
        let folder = DiskFolder(in: path, group: group)
        try folder.write([1], name, of: device)
        let own = "\(path)/hk-\(group)/\(device)"
        let secret = "\(path)/secret"
        try Data([7]).write(to: URL(fileURLWithPath: secret))
        let second = try #require(FileName("0000000002-0000000002-0123456789abcdef.seg"))
        try FileManager.default.createSymbolicLink(atPath: "\(own)/\(second)", withDestinationPath: secret)
        #expect(throws: SyncError.self) { try folder.bytes(second, of: device) }
        let third = try #require(FileName("0000000003-0000000003-0123456789abcdef.seg"))
        #expect(mkfifo("\(own)/\(third)", 0o600) == 0)
        #expect(throws: SyncError.self) { try folder.bytes(third, of: device) }
        // A link that lies where a file is to be written is replaced, not written through.
        try folder.write([5], second, of: device)
        #expect(try Data(contentsOf: URL(fileURLWithPath: secret)) == Data([7]))
        // A device's folder that is a link isn't one.
        let other = SyncID.random()
        try FileManager.default.createSymbolicLink(atPath: "\(path)/hk-\(group)/\(other)", withDestinationPath: own)
        #expect(try folder.devices() == [device])
        #expect(try folder.names(of: other).isEmpty)
        #expect(throws: SyncError.self) { try folder.write([1], name, of: other) }
    }

    @Test("A folder that can't be written says so, and names itself")
    func refused() throws {
        let path = try Self.temporary()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let group = SyncID.random()
        try Data().write(to: URL(fileURLWithPath: "\(path)/hk-\(group)"))
        let folder = DiskFolder(in: path, group: group)
        let name = try #require(Self.name)
        do {
            try folder.write([1], name, of: .random())
            Issue.record("it was written")
        } catch let error as SyncError {
            #expect(error.code == .folder)
            #expect(error.message.contains("hk-\(group)"))
        }
    }

    @Test("Names that no device gives a file are none")
    func names() {
        for name in [
            "", ".seg", "1-1-0123456789abcdef.seg", "0000000001-0000000001-0123456789ABCDEF.seg",
            "0000000001-0123456789abcdef.seg", "0000000001-0000000001-0123456789abcde.seg",
            "0000000000-0000000000-0123456789abcdef.seg", "0000000001-0000000001-0123456789abcdef.seg.tmp",
            "0000000001-0000000001-0123456789abcdef (1).seg", "../0000000001-0123456789abcdef.mem",
            "99999999999-99999999999-0123456789abcdef.seg", "+000000001-0000000001-0123456789abcdef.seg",
        ] {
            #expect(FileName(name) == nil, "\(name)")
        }
        #expect(FileName("0000000001-0123456789abcdef.mem")?.kind == .statement)
    }
}

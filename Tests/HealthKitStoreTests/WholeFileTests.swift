import Foundation
import HealthKitStore
import Testing

/// Small files that are whole or not there.
@Suite struct WholeFileTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("whole-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    private func code(_ body: () throws(POSIXError) -> Void) -> POSIXErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test("A file is replaced as a whole, has the mode that was asked for, and nothing else stays in the folder")
    func replaces() throws {
        try inFolder { folder in
            let path = folder + "/file"
            try WholeFile.replace(path, with: Data("first".utf8))
            #expect(bytes(path) == Array("first".utf8))
            #expect(mode(path) == S_IFREG | 0o600)
            try WholeFile.replace(
                path,
                with: [UInt8](repeating: 7, count: 300_000),
                mode: 0o644,
                temporary: path + ".new"
            )
            #expect(bytes(path) == [UInt8](repeating: 7, count: 300_000))
            // The mask of the process can only take away.
            #expect(mode(path) & ~0o644 == S_IFREG)
            #expect(mode(path) & 0o600 == 0o600)
            try WholeFile.replace(path, with: [UInt8](), syncsFolder: false)
            #expect(bytes(path) == [])
            #expect(try names(folder) == ["file"])
        }
    }

    @Test("Links in the place of the file and of the temporary file are replaced and not followed")
    func links() throws {
        try inFolder { folder in
            let (path, temporary, other) = (folder + "/file", folder + "/file.new", folder + "/other")
            try Data("other".utf8).write(to: URL(fileURLWithPath: other))
            for link in [path, temporary] {
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
            }
            try WholeFile.replace(path, with: [1, 2] as [UInt8], temporary: temporary)
            #expect(bytes(other) == Array("other".utf8))
            #expect(mode(path) == S_IFREG | 0o600)
            #expect(bytes(path) == [1, 2])
            #expect(try names(folder) == ["file", "other"])
        }
    }

    @Test("What a program left that was killed doesn't keep the next one from writing")
    func leftover() throws {
        try inFolder { folder in
            let path = folder + "/file"
            try Data("half".utf8).write(to: URL(fileURLWithPath: path + ".new"))
            try WholeFile.replace(path, with: [1] as [UInt8], temporary: path + ".new")
            #expect(bytes(path) == [1])
            #expect(try names(folder) == ["file"])
        }
    }

    @Test("A file that can't get its name leaves what was there, and no temporary file")
    func fails() throws {
        try inFolder { folder in
            let path = folder + "/file"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            #expect(code { () throws(POSIXError) in try WholeFile.replace(path, with: [1] as [UInt8]) } == .EISDIR)
            #expect(mode(path) & S_IFMT == S_IFDIR)
            #expect(try names(folder) == ["file"])
            #expect(
                code { () throws(POSIXError) in try WholeFile.replace(folder + "/none/file", with: [1] as [UInt8]) }
                    == .ENOENT
            )
        }
    }

    @Test("A file is made only where there is none, not even a link that leads nowhere")
    func creates() throws {
        try inFolder { folder in
            let (path, link) = (folder + "/file", folder + "/link")
            try WholeFile.create(path, with: [1] as [UInt8])
            #expect(code { () throws(POSIXError) in try WholeFile.create(path, with: [2] as [UInt8]) } == .EEXIST)
            #expect(bytes(path) == [1])
            #expect(mode(path) == S_IFREG | 0o600)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder + "/none")
            #expect(
                code { () throws(POSIXError) in
                    try WholeFile.create(link, with: [2] as [UInt8], temporary: link + ".new")
                } == .EEXIST
            )
            #expect(try names(folder) == ["file", "link"])
        }
    }

    @Test("A folder is synced, and one that isn't there is an error")
    func folders() throws {
        try inFolder { folder in
            #expect(code { () throws(POSIXError) in try WholeFile.sync(folder: folder) } == nil)
            #expect(code { () throws(POSIXError) in try WholeFile.sync(folder: folder + "/none") } == .ENOENT)
        }
    }
}

import Foundation
import ProgramTesting

/// The members of a zip, read with Python: no part of the program that wrote it.
enum ZipMembers {
    private static let script = """
        import sys, zipfile, os
        archive = zipfile.ZipFile(sys.argv[1])
        assert archive.testzip() is None
        for name in archive.namelist():
            if name.startswith("/") or ".." in name or name.endswith("/"):
                continue
            target = os.path.join(sys.argv[2], name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            open(target, "wb").write(archive.read(name))
            print(name)
        """

    /// Reads all members but those whose names leave the archive.
    ///
    /// - Parameter path: The zip.
    /// - Returns: The members' bytes by name.
    /// - Throws: An error for what is no sound zip.
    static func read(_ path: String) throws -> [String: [UInt8]] {
        Dictionary(try list(path).map { ($0.name, $0.bytes) }) { $1 }
    }

    /// Reads the same in the order in which they stand.
    static func list(_ path: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, path, folder.url.path]
        let output = Pipe()
        process.standardOutput = output
        try process.start()
        let names = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
        return try names.split(separator: "\n").map(String.init)
            .map { ($0, [UInt8](try Data(contentsOf: folder.url.appending(path: $0)))) }
    }
}

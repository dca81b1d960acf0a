import Foundation
import Glibc
import HealthKit

/// Files that hold a secret: the person's alone, and never made over another.
enum PrivateFile {
    /// Reads a file that other users can neither read nor change.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: The most bytes that are read.
    /// - Returns: Its bytes; `nil` if there is no such file.
    /// - Throws: ``CommandFailure`` for a link, another user's file and one that others can read or change.
    static func read(_ path: String, atMost limit: Int) throws -> [UInt8]? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw CommandFailure(path, reason()) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure(path, "not a file")
        }
        guard status.st_uid == geteuid() else { throw CommandFailure(path, "belongs to another user") }
        guard status.st_mode & 0o077 == 0 else {
            throw CommandFailure(path, "others can read or change it; run chmod 600")
        }
        return try bytes(of: descriptor, path, atMost: limit)
    }

    /// Reads an open file.
    ///
    /// - Throws: ``CommandFailure`` where reading fails.
    static func bytes(of descriptor: Int32, _ path: String, atMost limit: Int) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: limit)
        var filled = 0
        while filled < limit {
            let count = buffer.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: filled), limit - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw CommandFailure(path, reason()) }
            if count == 0 { break }
            filled += count
        }
        return Array(buffer.prefix(filled))
    }

    /// Makes the folder of a standard file, for the person alone.
    static func makeFolder(_ folder: String) {
        // If it can't be created, creating the file in it reports the reason.
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Makes a file that is whole or not there.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: What it holds.
    /// - Returns: Whether it was made; another program may have made one in the meantime.
    /// - Throws: ``CommandFailure``.
    static func make(_ path: String, _ bytes: [UInt8]) throws -> Bool {
        do {
            try SmallFile.create(path, with: bytes)
            return true
        } catch {
            guard error.code == .EEXIST else { throw CommandFailure(path, reason(error.code.rawValue)) }
            return false
        }
    }

    private static func reason(_ error: Int32 = errno) -> String { String(cString: strerror(error)) }
}

import Foundation
import Glibc

/// The file in which the owner allows commands to change rights without asking.
///
/// Variables that a program can set in its own environment are ignored here: the home folder is that of the password
/// database, and neither a link nor a folder that others may write is followed below it.
struct OwnerConfiguration {
    /// The line that the file has.
    static let key = "unattended-permissions"

    /// The file's path, for messages.
    let path: String
    private let home: String

    private static let folders = [".config", "healthtui"]
    private static let name = "config"
    /// No configuration is longer.
    private static let limit = 1 << 20

    /// - Parameter home: The home folder.
    init(home: String) {
        self.home = home
        path = ([home] + Self.folders + [Self.name]).joined(separator: "/")
    }

    /// The configuration of the user whose process this is.
    ///
    /// - Returns: It; `nil` for a user that the password database does not know.
    static func ofUser() -> OwnerConfiguration? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil, let home = entry.pw_dir
        else { return nil }
        let text = String(cString: home)
        return text.hasPrefix("/") ? OwnerConfiguration(home: text) : nil
    }

    /// Whether commands may change rights without asking.
    ///
    /// - Throws: ``CommandFailure`` for a file that may belong to another user.
    func allowsUnattended() throws -> Bool {
        guard let text = try text() else { return false }
        return text.split(separator: "\n")
            .contains { line in
                let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                return parts == [Self.key, "allow"]
            }
    }

    /// The file's contents, or `nil` if there is no file.
    private func text() throws -> String? {
        var descriptor = open(home, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return try nothing(home) }
        defer { close(descriptor) }
        var reached = home
        try check(descriptor, reached)
        for folder in Self.folders {
            let next = openat(descriptor, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            reached += "/" + folder
            guard next >= 0 else { return try nothing(reached) }
            close(descriptor)
            descriptor = next
            try check(descriptor, reached)
        }
        // Not waiting for the other end of a pipe.
        let file = openat(descriptor, Self.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return try nothing(path) }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        let status = try check(file, path)
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.limit else {
            throw CommandFailure(path, "not a configuration file")
        }
        let data: Data?
        do {
            data = try handle.read(upToCount: Self.limit)
        } catch {
            throw CommandFailure(path, "can't be read")
        }
        return data.map { String(decoding: $0, as: UTF8.self) }
    }

    /// - Throws: ``CommandFailure`` unless only the user may write the open file.
    @discardableResult
    private func check(_ descriptor: Int32, _ path: String) throws -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw CommandFailure(path, "it must be yours, and writable by nobody else")
        }
        return status
    }

    /// The result of a failure to open: nothing, or an error if the file can't be read or a link isn't followed.
    private func nothing(_ path: String) throws -> String? {
        let reason = errno
        if reason == ENOENT { return nil }
        guard reason == ELOOP || reason == ENOTDIR else {
            throw CommandFailure(path, "can't be read: \(String(cString: strerror(reason)))")
        }
        throw CommandFailure(path, "links aren't followed here; put the folder itself in its place")
    }
}

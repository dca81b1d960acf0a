import Foundation
import Glibc

/// The latest output of an app's programs: a file that never exceeds its limit.
package struct ProgramLog: Sendable {
    /// The maximum size of the file in bytes.
    static let limit = 64 << 10

    private let path: String

    /// The default folder of logs: in `$XDG_STATE_HOME` or `~/.local/state`.
    package static func standardFolder(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String
    {
        let home = environment["HOME"] ?? NSHomeDirectory()
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/state"
        return state + "/healthtui/wakes"
    }

    /// The log of an app.
    ///
    /// - Parameters:
    ///   - folder: The folder of logs, which is created for this user alone.
    ///   - app: The app's bundle identifier, a valid one.
    init(folder: String, app: String) {
        path = folder + "/" + app + ".log"
        // Without a folder nothing is kept; the program still runs.
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Adds a program's output, removing the oldest if there is no room.
    func add(_ bytes: [UInt8]) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let new = bytes.suffix(Self.limit / 2)
        var end = lseek(descriptor, 0, SEEK_END)
        if end + off_t(new.count) > off_t(Self.limit) {
            var kept = [UInt8](repeating: 0, count: Self.limit / 2)
            let count = pread(descriptor, &kept, kept.count, max(0, end - off_t(kept.count)))
            // From the beginning of a line.
            let rest = kept.prefix(max(0, count)).drop { $0 != UInt8(ascii: "\n") }.dropFirst()
            guard ftruncate(descriptor, 0) == 0 else { return }
            end = off_t(max(0, write(Array(rest), descriptor, at: 0)))
        }
        _ = write(Array(new), descriptor, at: end)
    }

    /// Logs a pipe's output on a separate thread, until the last program that writes to it has ended.
    ///
    /// - Parameter descriptor: The pipe, which is closed in the end.
    func follow(_ descriptor: Int32) {
        Thread.detachNewThread { [self] in
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 16 << 10)
            while true {
                let count = read(descriptor, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                Self.turn.withLock { add(Array(bytes.prefix(count))) }
            }
        }
    }

    /// Several programs of an app may share a log.
    private static let turn = NSLock()

    private func write(_ bytes: [UInt8], _ descriptor: Int32, at place: off_t) -> Int {
        bytes.isEmpty ? 0 : pwrite(descriptor, bytes, bytes.count, place)
    }
}

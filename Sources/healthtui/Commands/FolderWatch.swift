import Foundation
import Glibc

/// Tells of the files that lie in a folder and of those that come into it, each when it is whole, and each state of it
/// once.
struct FolderWatch {
    private let path: String
    private let descriptor: Int32
    private var known: [String: State] = [:]

    /// The state of a file when it was reported.
    private struct State: Equatable {
        var inode: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    /// Begins to watch.
    ///
    /// - Parameter path: The folder.
    /// - Throws: ``CommandFailure`` for what is no folder or cannot be watched.
    init(_ path: String) throws {
        self.path = path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            throw CommandFailure(path, "not a folder", status: ExitStatus.noInput)
        }
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        // Written and closed, or moved here: what sync tools do when a file is whole.
        let events = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
        guard descriptor >= 0, inotify_add_watch(descriptor, path, events) >= 0 else {
            throw CommandFailure(path, "can't be watched: \(String(cString: strerror(errno)))")
        }
    }

    /// Visits the files that are there, then waits for others, until the folder goes away.
    ///
    /// - Parameter body: Gets the path of each file.
    /// - Throws: Any error that `body` throws; ``CommandFailure`` when the folder is gone.
    mutating func run(_ body: (String) throws -> Void) throws {
        defer { close(descriptor) }
        try visitNew(body)
        while true {
            guard try waitForEvents() else { throw CommandFailure(path, "the folder was removed") }
            try visitNew(body)
        }
    }

    /// Visits the files of the folder that are new or were changed.
    private mutating func visitNew(_ body: (String) throws -> Void) throws {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw CommandFailure(path, isThere ? "the folder can't be listed" : "the folder was removed")
        }
        var states: [String: State] = [:]
        for name in names.sorted() where !Self.isUnfinished(name) {
            let file = (path as NSString).appendingPathComponent(name)
            guard let state = Self.state(file) else { continue }
            states[name] = state
            if known[name] != state { try body(file) }
        }
        known = states
    }

    /// The names that programs give a file while they download or copy it.
    private static let unfinished = [
        "part", "partial", "crdownload", "download", "opdownload", "filepart", "tmp", "temp", "aria2", "!qb", "!ut",
    ]

    /// Whether a file is hidden or not whole yet, by its name; once it's whole it gets its own.
    static func isUnfinished(_ name: String) -> Bool {
        if name.hasPrefix(".") || name.hasPrefix("~") || name.hasSuffix("~") { return true }
        return unfinished.contains((name as NSString).pathExtension.lowercased())
    }

    private static func state(_ path: String) -> State? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return State(
            inode: UInt64(status.st_ino),
            size: Int64(status.st_size),
            seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec
        )
    }

    /// Waits until something happens in the folder; no when the folder itself went away.
    private func waitForEvents() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let size = read(descriptor, &buffer, buffer.count)
            if size < 0, errno == EINTR { continue }
            guard size > 0 else {
                throw CommandFailure(path, "can't be watched: \(String(cString: strerror(errno)))")
            }
            var offset = 0
            while offset + 16 <= size {
                let (mask, length) = buffer.withUnsafeBytes {
                    (
                        $0.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
                        $0.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self)
                    )
                }
                if mask & (UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED)) != 0 { return false }
                offset += 16 + Int(length)
            }
            return true
        }
    }
}

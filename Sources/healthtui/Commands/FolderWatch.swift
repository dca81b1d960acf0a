import Foundation
import Glibc
import HealthtuiExchange

/// Reports the files in a folder and its subfolders, and new ones as they arrive: each when it is complete, and each
/// state of it once.
struct FolderWatch {
    private let path: String
    private let descriptor: Int32
    /// The system's number for the folder itself.
    private let root: Int32
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
    /// - Throws: ``CommandFailure`` for a path that isn't a folder or cannot be watched.
    init(_ path: String) throws {
        self.path = path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            throw CommandFailure(path, "not a folder", status: ExitStatus.noInput)
        }
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        let root = descriptor < 0 ? -1 : inotify_add_watch(descriptor, path, Self.events)
        guard root >= 0 else {
            throw CommandFailure(path, "can't be watched: \(String(cString: strerror(errno)))")
        }
        self.root = root
        // Sent if a program opens a file for writing just while it is looked at, and would end this one.
        signal(SIGIO, SIG_IGN)
    }

    /// Files written and closed or moved here, which sync tools do when a file is complete; and new folders.
    private static let events =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    /// The most folders inside each other.
    private static let deepest = 32

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
        var states: [String: State] = [:]
        try visitNew(path, level: 0, &states, body)
        known = states
    }

    private func visitNew(
        _ folder: String,
        level: Int,
        _ states: inout [String: State],
        _ body: (String) throws -> Void
    ) throws {
        // Watched before it is listed, so that no file is missed in between.
        if level > 0, inotify_add_watch(descriptor, folder, Self.events) < 0, errno != ENOENT {
            StandardError.line("healthtui: \(folder): can't be watched: \(String(cString: strerror(errno)))")
        }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            if level > 0 { return }
            let isThere = FileManager.default.fileExists(atPath: path)
            throw CommandFailure(path, isThere ? "the folder can't be listed" : "the folder was removed")
        }
        let whole = names.sorted().filter { !Self.isUnfinished($0) }
        // Files next to the main file of an export belong to it.
        let isExport = whole.contains { name in
            let file = (folder as NSString).appendingPathComponent(name)
            return Self.state(file) != nil && UnpackedExport.isMain(file)
        }
        for name in whole where !(isExport && UnpackedExport.parts.contains(name)) {
            let file = (folder as NSString).appendingPathComponent(name)
            if Self.isFolder(file) {
                if level < Self.deepest { try visitNew(file, level: level + 1, &states, body) }
                continue
            }
            guard let state = Self.state(file), known[file] == state || !Self.isBeingWritten(file) else { continue }
            states[file] = state
            if known[file] != state { try body(file) }
        }
    }

    /// Whether a path is a folder; a link to one isn't followed.
    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a program has a file open for writing: closing it reports the file again.
    private static func isBeingWritten(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        // Closing it gives the lease back. Where leases don't exist, the file counts as whole.
        defer { close(file) }
        return fcntl(file, setLease, Int32(F_RDLCK)) != 0 && errno == EAGAIN
    }

    /// `F_SETLEASE`, which Swift doesn't see.
    private static let setLease: Int32 = 1024

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
            var isOfUse = false
            while offset + 16 <= size {
                let (folder, mask, length) = buffer.withUnsafeBytes {
                    (
                        $0.loadUnaligned(fromByteOffset: offset, as: Int32.self),
                        $0.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
                        $0.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self)
                    )
                }
                let isGone = mask & (UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED)) != 0
                if isGone, folder == root { return false }
                // A new file is reported again when it is closed.
                let isNewFile = mask & UInt32(IN_CREATE) != 0 && mask & UInt32(IN_ISDIR) == 0
                isOfUse = isOfUse || !isGone && !isNewFile
                offset += 16 + Int(length)
            }
            if isOfUse { return true }
        }
    }
}

import Foundation

/// Waits until something changes in folders, without polling where the system reports changes.
///
/// A folder on a network says nothing of what other machines write: those are to be looked at now and then.
package final class ChangeWatch {
    private let descriptor: Int32
    /// The folders of which only some names matter, by watch, with the beginning of these names.
    private var prefixes: [Int32: [UInt8]] = [:]
    /// Whether folders that were watched are on a network.
    private var known: [String: Bool] = [:]
    /// Whether the system reports changes of every folder that is watched.
    package private(set) var isNotified = true

    private static let events =
        UInt32(IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_DELETE) | UInt32(IN_MOVED_TO | IN_MOVED_FROM)
        | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)

    /// File systems on which other machines write unnoticed, as /proc/self/mounts calls them; those by FUSE have names of their
    /// own behind a dot.
    private static let remote: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "coda", "ceph", "lustre", "vboxsf", "virtiofs", "prl_fs",
    ]

    /// Ends a wait from another thread, now or when the next begins.
    package let waking = Waking()

    /// Ends a wait from another thread.
    package final class Waking: Sendable {
        /// The read end and the write end of a pipe; both negative if the system is out of descriptors.
        fileprivate let (descriptor, end): (Int32, Int32)

        fileprivate init() {
            var ends: [Int32] = [-1, -1]
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            _ = socketpair(AF_UNIX, type, 0, &ends)
            (descriptor, end) = (ends[0], ends[1])
        }

        deinit { for descriptor in [descriptor, end] where descriptor >= 0 { close(descriptor) } }

        /// Ends the wait.
        package func wake() {
            // A full one wakes as well.
            _ = send(end, [1], 1, Int32(MSG_NOSIGNAL))
        }

        fileprivate func drain() {
            var bytes = [UInt8](repeating: 0, count: 256)
            while recv(descriptor, &bytes, bytes.count, 0) > 0 {}
        }
    }

    /// Begins; nothing is watched yet.
    package init() { descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches folders from now on, besides those that are watched already.
    ///
    /// - Parameters:
    ///   - folders: The folders.
    ///   - file: A file; whatever changes of those that begin with its name matters.
    package func watch(_ folders: [String], file: String?) {
        isNotified = descriptor >= 0
        for folder in folders {
            let isWatched = add(folder) != nil
            let isRemote = known[folder] ?? Self.isRemote(folder)
            if isWatched { known[folder] = isRemote }
            if !isWatched || isRemote { isNotified = false }
        }
        guard let file else { return }
        let url = URL(fileURLWithPath: file)
        if let number = add(url.deletingLastPathComponent().path) {
            prefixes[number] = Array(url.lastPathComponent.utf8)
        } else {
            isNotified = false
        }
    }

    private func add(_ folder: String) -> Int32? {
        let number = inotify_add_watch(descriptor, folder, Self.events)
        return number < 0 ? nil : number
    }

    private static func isRemote(_ folder: String) -> Bool {
        guard let resolved = realpath(folder, nil) else { return true }
        defer { free(resolved) }
        let path = String(cString: resolved)
        // A file of the kernel has no size by which it could be read at once.
        guard let file = FileHandle(forReadingAtPath: "/proc/self/mounts") else { return false }
        let mounts = String(decoding: file.readDataToEndOfFile(), as: UTF8.self)
        var found = (path: "", type: "")
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2 else { continue }
            let mount = fields[1].replacing("\\040", with: " ")
            let isAbove = mount == "/" || path == mount || path.hasPrefix(mount + "/")
            // If two are mounted at one place, the later one is visible.
            if isAbove, mount.count >= found.path.count { found = (String(mount), String(fields[2])) }
        }
        return remote.contains(found.type) || found.type.hasPrefix("fuse.")
    }

    /// Waits until something changes.
    ///
    /// - Parameter limit: How long at most.
    package func wait(_ limit: Duration) {
        let deadline = ContinuousClock.now + limit
        while true {
            let left = deadline - ContinuousClock.now
            let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
            // Negative descriptors are ignored.
            var waiting = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: waking.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&waiting, 2, Int32(clamping: max(0, milliseconds)))
            if count > 0, waiting[1].revents != 0 {
                waking.drain()
                return
            }
            if count > 0, drain() { return }
            if ContinuousClock.now >= deadline { return }
        }
    }

    /// Reads the system's events.
    ///
    /// - Returns: Whether anything of it matters.
    private func drain() -> Bool {
        var matters = false
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
            guard let base = buffer.baseAddress else { return }
            while true {
                let size = read(descriptor, base, buffer.count)
                if size <= 0 { return }
                var offset = 0
                while offset + 16 <= size {
                    let number = base.loadUnaligned(fromByteOffset: offset, as: Int32.self)
                    let length = Int(base.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                    let end = min(size, offset + 16 + length)
                    if let prefix = prefixes[number] {
                        matters = matters || buffer[(offset + 16)..<end].starts(with: prefix)
                    } else {
                        matters = true
                    }
                    offset = end
                }
            }
        }
        return matters
    }
}

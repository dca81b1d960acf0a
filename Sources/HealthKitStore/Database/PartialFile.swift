import Foundation

/// A hidden file in which something is made, `.NAME.PID-RANDOM.partial`, with a lock that lasts as long as its process.
///
/// The lock is on a byte that SQLite's own locks on the same file never reach, and belongs to the open file: a process
/// that ends in whatever way lets go of it, and another that has the same number does not have it.
struct PartialFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// Other files that may be created next to it, in the order of their removal: the locked one is removed last, since
    /// the others are found by it.
    private static let suffixes = ["-copy-fresh", "-fresh", "-copy", ""]

    /// Makes one (mode 0600) and locks it.
    /// - Throws: ``StoreError`` with code `cannotOpen`, `notPermitted`, `readOnly` or `diskFull`.
    init(beside place: String) throws {
        while true {
            let path = PartialFile.name(place)
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw StoreFile.failure(place, doing: "make the file") }
            // The owner may read and write, whatever the mask of the process is.
            fchmod(descriptor, 0o600)
            _ = PartialFile.lock(descriptor)
            // Before it was locked, another process may have mistaken it for an abandoned one.
            if PartialFile.isNamed(descriptor, path) {
                (self.path, self.descriptor) = (path, descriptor)
                return
            }
            close(descriptor)
        }
    }

    /// Lets go of the file, wherever it is by now.
    func release() { close(descriptor) }

    /// Removes the file and its companions.
    func remove() { PartialFile.remove(path) }

    private static func remove(_ path: String) {
        for suffix in suffixes {
            for companion in StoreFile.companions + [""] { unlink(path + suffix + companion) }
        }
    }

    private static func name(_ path: String) -> String {
        let name = ".\((path as NSString).lastPathComponent).\(getpid())-\(UInt32.random(in: 0...UInt32.max)).partial"
        return (StoreFile.folder(of: path) as NSString).appendingPathComponent(name)
    }

    /// Whether a file has a name of this kind.
    private static func isName(_ name: Substring) -> Bool {
        guard name.hasPrefix("."), name.hasSuffix(".partial") else { return false }
        let parts = name.dropLast(".partial".count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, let numbers = parts.last?.split(separator: "-", omittingEmptySubsequences: false) else {
            return false
        }
        return numbers.count == 2 && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
    }

    /// Locks the byte that represents the whole file, unless another has it.
    private static func lock(_ descriptor: Int32) -> Bool {
        let setLockOfOpenFile: Int32 = 37
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 1 << 62
        lock.l_len = 1
        return fcntl(descriptor, setLockOfOpenFile, &lock) == 0
    }

    private static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
        var (held, named) = (stat(), stat())
        guard fstat(descriptor, &held) == 0, lstat(path, &named) == 0 else { return false }
        return held.st_dev == named.st_dev && held.st_ino == named.st_ino
    }

    /// Removes what processes left in a folder that were killed while they made it.
    ///
    /// Files of other users stay, and files that can't be locked.
    static func removeAbandoned(in folder: String) {
        let folder = folder.isEmpty ? "/" : folder
        guard let stream = opendir(folder) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            // The name is read as bytes only when it begins as one of these does.
            guard entry.pointee.d_name.0 == 46 else { continue }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard isName(name[...]) else { continue }
            removeIfAbandoned((folder as NSString).appendingPathComponent(name))
        }
    }

    private static func removeIfAbandoned(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            return
        }
        guard lock(descriptor), isNamed(descriptor, path) else { return }
        remove(path)
    }
}

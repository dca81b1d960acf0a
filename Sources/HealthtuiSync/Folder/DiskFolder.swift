import Foundation
import HealthKitStore

/// A group's folder on a disk: `FOLDER/hk-GROUP/DEVICE/NAME`.
///
/// Nothing in it is trusted: links are not followed, and what isn't a regular file isn't read.
package struct DiskFolder: GroupFolder, Sendable {
    /// The prefix of a group folder's name.
    package static let prefix = "hk-"
    private static let largest = 16 << 20
    private let path: String

    /// The folder of a group.
    package init(in folder: String, group: SyncID) { path = "\(folder)/\(Self.prefix)\(group)" }

    /// The groups that have a folder in a folder.
    /// - Throws: ``SyncError`` with code `folder`.
    package static func groups(in folder: String) throws -> [SyncID] {
        try entries(folder).filter { $0.hasPrefix(prefix) }.compactMap { id($0.dropFirst(prefix.count)) }.sorted()
    }

    /// Whether the group has a folder there.
    package var isThere: Bool { Self.isFolder(path) }

    /// Whether this process may make files in it.
    package var isWritable: Bool { access(path, W_OK | X_OK) == 0 }

    package func devices() throws -> [SyncID] {
        guard Self.isFolder(path) else { return [] }
        return try Self.entries(path).compactMap { Self.id($0) }.filter { Self.isFolder("\(path)/\($0)") }.sorted()
    }

    /// The paths of the group's folder and of those of its devices, as far as they are there.
    /// - Throws: ``SyncError`` with code `folder`.
    package func paths() throws -> [String] {
        isThere ? [path] + (try devices().map { "\(path)/\($0)" }) : []
    }

    package func names(of device: SyncID) throws -> [String] {
        guard Self.isFolder(path), Self.isFolder("\(path)/\(device)") else { return [] }
        return try Self.entries("\(path)/\(device)").sorted()
    }

    package func files(of device: SyncID) throws -> [FolderFile] {
        try names(of: device)
            .map { name in
                var status = stat()
                guard lstat("\(path)/\(device)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                    return FolderFile(name: name, size: nil, time: 0)
                }
                let time = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
                return FolderFile(name: name, size: Int(status.st_size), time: time)
            }
    }

    package func bytes(_ name: FileName, of device: SyncID) throws -> [UInt8] {
        guard Self.isFolder(path), Self.isFolder("\(path)/\(device)") else { throw Self.failed("read", path, ENOTDIR) }
        let file = "\(path)/\(device)/\(name)"
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.failed("read", file, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largest else {
            throw SyncError(.damaged, "\(file) isn't a file of a group.")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress.unsafelyUnwrapped + count, $0.count - count, off_t(count))
            }
            if read < 0 && errno == EINTR { continue }
            guard read >= 0 else { throw Self.failed("read", file, errno) }
            // It became shorter while it was read.
            if read == 0 { return Array(bytes.prefix(count)) }
            count += read
        }
        return bytes
    }

    package func write(_ bytes: [UInt8], _ name: FileName, of device: SyncID) throws {
        let folder = "\(path)/\(device)"
        for part in [path, folder] where !Self.isFolder(part) {
            guard mkdir(part, 0o777) == 0 || errno == EEXIST, Self.isFolder(part) else {
                throw Self.failed("make", part, errno)
            }
        }
        let (file, hidden) = ("\(folder)/\(name)", "\(folder)/.\(name).tmp")
        do {
            try WholeFile.replace(file, with: bytes, mode: 0o666, temporary: hidden, syncsFolder: false)
        } catch {
            throw Self.failed("write", file, error.code.rawValue)
        }
        do {
            try WholeFile.sync(folder: folder)
        } catch {
            throw Self.failed("write", folder, error.code.rawValue)
        }
    }

    package func remove(_ name: FileName, of device: SyncID) throws {
        let file = "\(path)/\(device)/\(name)"
        guard unlink(file) == 0 || errno == ENOENT else { throw Self.failed("remove", file, errno) }
    }

    static func id(_ name: some StringProtocol) -> SyncID? { Base32.bytes(name).flatMap { SyncID($0) } }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func entries(_ path: String) throws -> [String] {
        guard let folder = opendir(path) else { throw failed("read", path, errno) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    private static func failed(_ verb: String, _ path: String, _ error: Int32) -> SyncError {
        SyncError(.folder, "Can't \(verb) \(path): \(String(cString: strerror(error))).")
    }
}

/// Folders on this machine's disks.
package struct DiskFolders: GroupFolders, Sendable {
    package init() {}

    package func require(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw SyncError(.folder, "The folder \(path) doesn't exist. If it is on a drive, connect that first.")
        }
        if !isFolder.boolValue { throw SyncError(.folder, "\(path) isn't a folder.") }
    }

    package func groups(in path: String) throws -> [SyncID] { try DiskFolder.groups(in: path) }

    package func folder(of group: SyncID, in path: String) -> any GroupFolder { DiskFolder(in: path, group: group) }

    package func state(of group: SyncID, in path: String) throws -> FolderState {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return .missing
        }
        let disk = DiskFolder(in: path, group: group)
        guard disk.isThere else { return .empty }
        return disk.isWritable ? .usable : .readOnly
    }
}

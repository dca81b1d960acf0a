import Foundation
import Glibc
import HealthKit

/// Files that are there whole, and still there when the power fails.
package enum LastingFile {
    /// Writes a file for its owner alone, in the place of one that is there.
    /// - Throws: ``StudyError``.
    package static func write(_ data: Data, to path: String) throws {
        try replace(data, at: path)
        sync(folder: (path as NSString).deletingLastPathComponent)
    }

    /// Writes a file for its owner alone, whose folder the caller brings to the disk: once for many files.
    /// - Throws: ``StudyError``.
    static func replace(_ data: Data, at path: String) throws {
        let temporary = try written(data, beside: path)
        guard rename(temporary, path) == 0 else { throw failed(path, removing: temporary) }
    }

    /// Writes a file where there must be none: of two who do so at once one fails.
    /// - Throws: ``StudyError`` when there is one.
    package static func link(_ data: Data, to path: String) throws {
        let temporary = try written(data, beside: path)
        guard Glibc.link(temporary, path) == 0 else { throw failed(path, removing: temporary) }
        unlink(temporary)
        sync(folder: (path as NSString).deletingLastPathComponent)
    }

    private static func written(_ data: Data, beside path: String) throws -> String {
        let temporary = path + ".part-\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failed(path, removing: nil) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.synchronize()
        } catch {
            throw failed(path, removing: temporary)
        }
        return temporary
    }

    private static func failed(_ path: String, removing temporary: String?) -> StudyError {
        let reason = String(cString: strerror(errno))
        if let temporary { unlink(temporary) }
        return StudyError(path.printable, "can't be written: \(reason)")
    }

    /// Brings the names of a folder to the disk.
    package static func sync(folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Makes a folder for its owner alone, where there is none.
    /// - Throws: ``StudyError``.
    package static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failed(path, removing: nil) }
    }
}

/// A lock on a file, which ends with the process at the latest.
package final class FolderLock {
    /// The file's name.
    static let name = "lock"

    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Parameters:
    ///   - folder: The folder that it is of.
    ///   - isShared: Whether others may have it too that share it.
    /// - Throws: ``StudyError`` when somebody else has it.
    package init(_ folder: String, isShared: Bool) throws {
        descriptor = open(folder + "/" + Self.name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StudyError(folder.printable, "can't be locked: \(String(cString: strerror(errno)))")
        }
        // If this throws, deinit closes the file.
        guard flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
            throw StudyError(folder.printable, "another collect, query or verify is running; try again when it is done")
        }
    }

    deinit {
        // A program that this process is just starting has the file open too, until it runs.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

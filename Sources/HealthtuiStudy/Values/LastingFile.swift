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
        do {
            try SmallFile.replace(path, with: data, temporary: temporary(path), syncsFolder: false)
        } catch {
            throw failed(path, error.code.rawValue)
        }
    }

    /// Writes a file where there must be none: of two who do so at once one fails.
    /// - Throws: ``StudyError`` when there is one.
    package static func link(_ data: Data, to path: String) throws {
        do {
            try SmallFile.create(path, with: data, temporary: temporary(path))
        } catch {
            throw failed(path, error.code.rawValue)
        }
    }

    /// The name until a file is whole: a collection removes what one left that was killed.
    private static func temporary(_ path: String) -> String { path + ".part-\(getpid())" }

    private static func failed(_ path: String, _ error: Int32) -> StudyError {
        StudyError(path.printable, "can't be written: \(String(cString: strerror(error)))")
    }

    /// Brings the names of a folder to the disk, where the file system can be asked to.
    package static func sync(folder: String) { try? SmallFile.sync(folder: folder) }

    /// Makes a folder for its owner alone, where there is none.
    /// - Throws: ``StudyError``.
    package static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failed(path, errno) }
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

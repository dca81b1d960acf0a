import Foundation

/// Small files that are whole or not there, also after a crash.
///
/// A file is written under a temporary name in its folder, synced to the disk, and only then renamed.
package enum WholeFile {
    /// Writes a file in the place of one that is there.
    ///
    /// A symbolic link in its place is replaced; its target stays unchanged.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: Its content.
    ///   - mode: The file's permissions, of which the process's mask takes some away.
    ///   - temporary: The path until the file is complete, in the same folder; an existing file is removed. Nil for a
    ///     unique one.
    ///   - syncsFolder: Whether the new name is on the disk too when this returns. Whoever writes many files calls
    ///     ``sync(folder:)`` after the last instead.
    /// - Throws: The system's error; the file is then as it was before.
    package static func replace(
        _ path: String,
        with bytes: some ContiguousBytes,
        mode: mode_t = 0o600,
        temporary: String? = nil,
        syncsFolder: Bool = true
    ) throws(POSIXError) {
        try write(bytes, to: path, mode, temporary, syncsFolder) { rename($0, $1) }
    }

    /// Writes a file where there must be none: of two programs that do so at once, one fails.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: Its content.
    ///   - mode: As for ``replace(_:with:mode:temporary:syncsFolder:)``.
    ///   - temporary: As for ``replace(_:with:mode:temporary:syncsFolder:)``.
    /// - Throws: The system's error; `EEXIST` if there is something at the path.
    package static func create(
        _ path: String,
        with bytes: some ContiguousBytes,
        mode: mode_t = 0o600,
        temporary: String? = nil
    ) throws(POSIXError) {
        try write(bytes, to: path, mode, temporary, true) { old, new in
            let result = link(old, new)
            let error = errno
            unlink(old)
            errno = error
            return result
        }
    }

    /// Brings the names in a folder to the disk.
    ///
    /// - Parameter folder: The folder.
    /// - Throws: The system's error.
    package static func sync(folder: String) throws(POSIXError) {
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        // Some file systems can't sync a folder.
        let error = fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno
        close(descriptor)
        guard error == 0 else { throw failure(error) }
    }

    private static func write(
        _ bytes: some ContiguousBytes,
        to path: String,
        _ mode: mode_t,
        _ temporary: String?,
        _ syncsFolder: Bool,
        naming: (_ old: String, _ new: String) -> Int32
    ) throws(POSIXError) {
        let new = temporary ?? "\(path).\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        // It may be left from a killed program, or be a link.
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw failure(errno) }
        var error = bytes.withUnsafeBytes { fill(descriptor, $0) }
        if error == 0, fsync(descriptor) != 0 { error = errno }
        close(descriptor)
        if error == 0, naming(new, path) != 0 { error = errno }
        guard error == 0 else {
            unlink(new)
            throw failure(error)
        }
        // The file already has its name, so an error would be misleading.
        if syncsFolder { try? sync(folder: (path as NSString).deletingLastPathComponent) }
    }

    /// Writes all bytes to an open file.
    ///
    /// - Returns: 0, or the system's error.
    private static func fill(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written >= 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    private static func failure(_ error: Int32) -> POSIXError { POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
}

import Foundation

/// An open file that another program wrote.
final class ForeignFile {
    /// The name to use in errors.
    let name: String
    let descriptor: Int32
    /// In bytes.
    let size: Int64
    /// The first hundred bytes.
    private let header: [UInt8]
    private let opened: stat

    /// The first bytes of every database.
    static let magic = Array("SQLite format 3\0".utf8)

    private static let headerSize = 100

    /// Opens a file.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``ForeignDatabaseError``, also for changes that are in a file next to it.
    convenience init(path: String) throws {
        // A pipe would block the call until a process writes.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let reason = "can't be opened: \(String(cString: strerror(errno)))"
            throw ForeignDatabaseError(.cannotOpen, path, reason)
        }
        try self.init(taking: descriptor, name: path)
        try Self.refuseChanges(beside: path)
    }

    /// Takes a copy of the descriptor of an open file, which may have no name any more.
    ///
    /// - Parameters:
    ///   - descriptor: The file; its position doesn't matter.
    ///   - name: The name to use in errors.
    /// - Throws: ``ForeignDatabaseError``.
    convenience init(descriptor: Int32, name: String) throws {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else {
            let reason = "can't be read: \(String(cString: strerror(errno)))"
            throw ForeignDatabaseError(.cannotOpen, name, reason)
        }
        try self.init(taking: copy, name: name)
    }

    private init(taking descriptor: Int32, name: String) throws {
        self.descriptor = descriptor
        self.name = name
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        opened = status
        size = Int64(status.st_size)
        var bytes = [UInt8](repeating: 0, count: Self.headerSize)
        let isRegular = isKnown && status.st_mode & S_IFMT == S_IFREG
        let count = isRegular ? pread(descriptor, &bytes, bytes.count, 0) : 0
        let error = errno
        header = Array(bytes.prefix(max(0, count)))
        // All is set: the descriptor is closed from here on if this throws.
        guard isRegular else { throw ForeignDatabaseError(.cannotOpen, name, "isn't a regular file") }
        guard count >= 0 else {
            throw ForeignDatabaseError(.cannotOpen, name, "can't be read: \(String(cString: strerror(error)))")
        }
        guard header.count == Self.headerSize, header.starts(with: Self.magic) else {
            let reason = size == 0 ? "is empty" : "isn't a SQLite database, or is an encrypted one"
            throw ForeignDatabaseError(.notADatabase, name, reason)
        }
    }

    deinit { close(descriptor) }

    /// The size of a page according to the file; the minimum if that is invalid.
    var pageSize: Int64 {
        let said = Int64(number(at: 16, count: 2))
        let size = said == 1 ? 65_536 : said
        return size >= 512 && size & (size - 1) == 0 ? size : 512
    }

    /// The version that the program gave its tables.
    var userVersion: Int32 { Int32(truncatingIfNeeded: number(at: 60, count: 4)) }

    private func number(at offset: Int, count: Int) -> Int {
        header[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Refuses a file that was written since it was opened.
    ///
    /// - Throws: ``ForeignDatabaseError/Code/changed``.
    func requireUnchanged() throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size == opened.st_size,
            status.st_mtim.tv_sec == opened.st_mtim.tv_sec, status.st_mtim.tv_nsec == opened.st_mtim.tv_nsec
        else {
            throw ForeignDatabaseError(
                .changed,
                name,
                "changed while it was read; close the program that writes it and try again"
            )
        }
    }

    /// The ends of the names of files that may hold a database's latest changes.
    static let changes = ["-wal", "-journal"]

    /// Rejects a database whose latest changes, or changes to roll back, are in a file next to it.
    private static func refuseChanges(beside path: String) throws {
        for ending in changes {
            let descriptor = open(path + ending, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            if descriptor < 0, errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG { continue }
            var beginning = [UInt8](repeating: 0, count: 28)
            let count = descriptor >= 0 ? pread(descriptor, &beginning, beginning.count, 0) : -1
            if descriptor >= 0 { close(descriptor) }
            // A journal that is kept for the next change has zeros at its beginning.
            if count < 0 || beginning.prefix(count).contains(where: { $0 != 0 }) {
                throw incomplete(path, ending)
            }
        }
    }

    /// The error for a companion file of a database.
    static func incomplete(_ name: String, _ ending: String) -> ForeignDatabaseError {
        let other = (name as NSString).lastPathComponent + ending
        return ForeignDatabaseError(
            .incomplete,
            name,
            "\(other) beside it has changes that aren't in the file. Close the app that writes it and copy it again, "
                + "or open a copy of both with sqlite3 and run \"PRAGMA journal_mode = DELETE\""
        )
    }
}

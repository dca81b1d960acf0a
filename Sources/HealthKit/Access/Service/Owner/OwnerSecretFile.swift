import Foundation
import Glibc
import HealthStore

/// What a service keeps of the person's secret beside the store: the hash of the PIN, and how often a wrong secret was given.
struct OwnerSecretRecord: Codable, Hashable {
    var version = 1
    /// The PIN's hash; `nil` where there is none.
    var pin: PassphraseHash?
    /// Whether the person wants to be asked for no PIN.
    var isOff = false
    /// How many wrong secrets were given since the last right one.
    var failures = 0
}

/// The file of a record, which is replaced as a whole.
struct OwnerSecretFile: Sendable {
    /// Where it is; `nil` beside a store in memory, where nothing is kept.
    let path: String?

    /// The largest that it may be.
    private static let limit = 64 << 10

    /// - Parameter store: The store's file; `nil` for one in memory.
    init(beside store: String?) { path = store.map { $0 + "-pin" } }

    /// Reads the record.
    ///
    /// - Returns: The record; an empty one where there is no file.
    /// - Throws: `errorDatabaseInaccessible` for a file that can't be read: it must not count as no PIN.
    func read() throws -> OwnerSecretRecord {
        guard let path else { return OwnerSecretRecord() }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return OwnerSecretRecord() }
            throw Self.failure(path, String(cString: strerror(errno)))
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_size <= Self.limit
        else { throw Self.failure(path, "it isn't the service's own file") }
        let record: OwnerSecretRecord
        do {
            record = try JSONDecoder().decode(OwnerSecretRecord.self, from: file.readToEnd() ?? Data())
        } catch {
            throw Self.failure(path, "it is damaged; remove it as the service's user and set the PIN anew")
        }
        guard record.version == 1 else { throw Self.failure(path, "a newer version made it") }
        return record
    }

    /// Puts a record in the file's place, on the disk when this returns.
    ///
    /// - Throws: `errorDatabaseInaccessible`; the file is then as it was.
    func write(_ record: OwnerSecretRecord) throws {
        guard let path else { return }
        let new = path + ".new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, String(cString: strerror(errno))) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: JSONEncoder().encode(record))
            guard fsync(descriptor) == 0, rename(new, path) == 0 else {
                throw Self.failure(path, String(cString: strerror(errno)))
            }
        } catch {
            unlink(new)
            throw error as? HKError ?? Self.failure(path, "\(error)")
        }
        let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    private static func failure(_ path: String, _ reason: String) -> HKError {
        .error(.errorDatabaseInaccessible, "\(path): \(reason)")
    }
}

import Foundation
import Glibc
import HealthKitStore

/// A service's record of the person's secret, next to the store: the hash of the PIN, and the number of wrong secrets given.
struct OwnerSecretRecord: Codable, Hashable {
    var version = 1
    /// The PIN's hash; `nil` if there is none.
    var pin: PassphraseHash?
    /// Whether the person turned the PIN off.
    var isOff = false
    /// The number of wrong secrets since the last right one.
    var failures = 0
}

/// The file of a record, which is replaced as a whole.
struct OwnerSecretFile: Sendable {
    /// The path, or `nil` for a store in memory, which keeps no record.
    let path: String?

    /// The maximum size of the file in bytes.
    private static let limit = 64 << 10

    /// - Parameter store: The store's file; `nil` for one in memory.
    init(beside store: String?) { path = store.map { $0 + "-pin" } }

    /// Reads the record.
    ///
    /// - Returns: The record, which is empty if there is no file.
    /// - Throws: `errorDatabaseInaccessible` for a file that can't be read: that must not count as having no PIN.
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

    /// Replaces the file with a record, which is on disk when this returns.
    ///
    /// - Throws: `errorDatabaseInaccessible`; the file is then unchanged.
    func write(_ record: OwnerSecretRecord) throws {
        guard let path else { return }
        do {
            try WholeFile.replace(path, with: JSONEncoder().encode(record), temporary: path + ".new")
        } catch let error as POSIXError {
            throw Self.failure(path, String(cString: strerror(error.code.rawValue)))
        } catch {
            throw Self.failure(path, "\(error)")
        }
    }

    private static func failure(_ path: String, _ reason: String) -> HKError {
        .error(.errorDatabaseInaccessible, "\(path): \(reason)")
    }
}

import Foundation
import Glibc
import HealthKitStore

/// A file next to a store which records that a service has it open, so that programs that open the store by its path find the
/// service.
///
/// It is locked while the service is running; one left by a killed service has no meaning.
package final class ServiceMark: Sendable {
    private let descriptor: Int32
    private let path: String

    private static func path(of store: String) -> String { store + "-service" }

    /// Marks a store.
    ///
    /// - Parameters:
    ///   - store: The store's file.
    ///   - socket: The path of the service's socket for apps.
    /// - Throws: `errorDatabaseInaccessible` if another service has the store open.
    package init(store: String, socket: String) throws {
        path = Self.path(of: store)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, String(cString: strerror(errno))) }
        // A program that checks the lock holds it for a moment.
        let end = ContinuousClock.now + .seconds(2)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else {
                let other = Self.read(descriptor).map { ": it listens at \($0)" } ?? ""
                close(descriptor)
                throw Self.failure(store, "another service has the store open\(other)")
            }
            usleep(10_000)
        }
        let bytes = Array(socket.utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw Self.failure(path, reason)
        }
    }

    deinit { close(descriptor) }

    /// Removes the mark, before the service ends.
    package func remove() { unlink(path) }

    /// The socket of the service that has a store open, or `nil` if none has.
    package static func socket(of store: String) -> String? {
        let descriptor = open(path(of: store), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else { return nil }
        if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return nil }
        return read(descriptor)
    }

    private static func read(_ descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0, let text = String(validating: bytes.prefix(count), as: UTF8.self), text.hasPrefix("/") else {
            return nil
        }
        return text
    }

    private static func failure(_ path: String, _ reason: String) -> HKError {
        .error(.errorDatabaseInaccessible, "\(path): \(reason)")
    }
}

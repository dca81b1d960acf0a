import Foundation

/// Keeps two programs from syncing one store at once; the system takes it back when the program ends.
final class SyncLock {
    private let descriptor: Int32

    /// The interval between attempts, in seconds.
    private static let interval = 0.05

    init(_ path: String, _ patience: Duration) throws {
        let file = path + "-sync"
        descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw SyncError(.folder, "Can't open \(file): \(String(cString: strerror(errno))).")
        }
        let deadline = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            // If this throws, deinit closes the file.
            guard ContinuousClock.now < deadline else {
                throw SyncError(.busy, "Another program is syncing this store. Try again when it is done.")
            }
            Thread.sleep(forTimeInterval: Self.interval)
        }
    }

    deinit {
        // A program that this process is just starting has the file open too, until it runs.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

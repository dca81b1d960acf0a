import Glibc

/// A lock on one byte of an open file that shows that a process is alive.
///
/// The lock belongs to the open file, not to the process, so a process can also test a lock that it holds itself. The system
/// releases it when the file is closed, including when the process ends in any way.
enum ByteLock {
    // Glibc's header provides these constants only to C code that enables GNU extensions.
    private static let getLock: Int32 = 36
    private static let setLock: Int32 = 37

    /// Takes a lock.
    ///
    /// - Parameters:
    ///   - descriptor: The open file; the byte may be far beyond its end.
    ///   - byte: The offset of the byte to lock.
    ///   - isShared: Whether any number of others may hold it too.
    /// - Returns: Whether the lock is now held.
    static func take(_ descriptor: Int32, byte: Int, isShared: Bool) -> Bool {
        var wanted = lock(isShared ? F_RDLCK : F_WRLCK, byte)
        return fcntl(descriptor, setLock, &wanted) == 0
    }

    /// Releases a lock.
    static func release(_ descriptor: Int32, byte: Int) {
        var wanted = lock(F_UNLCK, byte)
        _ = fcntl(descriptor, setLock, &wanted)
    }

    /// Whether anyone holds a lock; the test takes no lock itself, so concurrent tests don't see each other.
    static func isHeld(_ descriptor: Int32, byte: Int) -> Bool {
        var wanted = lock(F_WRLCK, byte)
        guard fcntl(descriptor, getLock, &wanted) == 0 else { return false }
        return wanted.l_type != Int16(F_UNLCK)
    }

    private static func lock(_ type: Int32, _ byte: Int) -> flock {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = off_t(byte)
        lock.l_len = 1
        return lock
    }
}

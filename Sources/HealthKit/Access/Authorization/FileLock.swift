import Glibc

/// Locks on single bytes of the file beside a store in which those who are open on it, and those who ask, show that they live.
///
/// They are of the open file, not of the process: a process may ask about the lock that it holds itself. The system takes
/// them back when the process ends, however that happens.
enum FileLock {
    // Glibc's header gives these only to C that asks for GNU extensions.
    private static let getLock: Int32 = 36
    private static let setLock: Int32 = 37

    /// The file beside a store.
    static func path(beside store: String) -> String { store + "-console" }

    /// Takes a lock that any number of others may hold too.
    static func take(_ descriptor: Int32, byte: Int) -> Bool {
        var shared = lock(F_RDLCK, byte)
        return fcntl(descriptor, setLock, &shared) == 0
    }

    /// Whether anybody holds a lock; asking takes none, so that those who ask at once do not see each other.
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

import Glibc

/// A lock on one byte of an open file, by which a process shows that it lives.
///
/// It is of the open file, not of the process: a process may ask about the lock that it holds itself. The system takes it
/// back when the file is closed, which it is when the process ends, however that happens.
enum ByteLock {
    // Glibc's header gives these only to C that asks for GNU extensions.
    private static let getLock: Int32 = 36
    private static let setLock: Int32 = 37

    /// Takes a lock.
    ///
    /// - Parameters:
    ///   - descriptor: The open file, of which the byte may be far beyond the end.
    ///   - byte: Which.
    ///   - isShared: Whether any number of others may hold it too.
    /// - Returns: Whether it is held now.
    static func take(_ descriptor: Int32, byte: Int, isShared: Bool) -> Bool {
        var wanted = lock(isShared ? F_RDLCK : F_WRLCK, byte)
        return fcntl(descriptor, setLock, &wanted) == 0
    }

    /// Gives a lock back.
    static func release(_ descriptor: Int32, byte: Int) {
        var wanted = lock(F_UNLCK, byte)
        _ = fcntl(descriptor, setLock, &wanted)
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

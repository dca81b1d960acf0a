#if THREAD_SANITIZER
import Glibc

/// Takes the place of the standard library's mutex in builds for the thread sanitizer.
///
/// The sanitizer doesn't recognize that a lock that waits in the kernel orders accesses, and reports false races. It
/// does recognize pthread locks. This file is linked into each module that has a mutex.
struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let box: MutexBox<Value>

    init(_ value: consuming sending Value) { box = MutexBox(value) }

    borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(box.handle)
        defer { pthread_mutex_unlock(box.handle) }
        return try body(&box.value)
    }
}

/// A value and its lock, at one place in memory.
private final class MutexBox<Value: ~Copyable>: @unchecked Sendable {
    let handle = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    var value: Value

    init(_ value: consuming Value) {
        self.value = value
        pthread_mutex_init(handle, nil)
    }

    deinit {
        pthread_mutex_destroy(handle)
        handle.deallocate()
    }
}
#endif

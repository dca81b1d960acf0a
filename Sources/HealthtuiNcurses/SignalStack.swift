import Foundation

/// Stacks for signal handlers, one for each thread that works for the console: a thread whose stack has overflowed has no
/// room left to run the handler that gives the terminal back.
enum SignalStack {
    private static let size = 128 << 10

    /// Frees a thread's stack when the thread ends.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { memory in
            var none = stack_t()
            none.ss_flags = Int32(SS_DISABLE)
            sigaltstack(&none, nil)
            memory?.deallocate()
        }
        return key
    }()

    /// Gives the calling thread such a stack, unless it has one already.
    static func prepareThread() {
        guard pthread_getspecific(key) == nil else { return }
        var current = stack_t()
        guard sigaltstack(nil, &current) == 0, current.ss_flags & Int32(SS_DISABLE) != 0 else { return }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: size)
        guard sigaltstack(&stack, nil) == 0 else { return memory.deallocate() }
        pthread_setspecific(key, memory)
    }
}

import Synchronization

/// Coalesces repeated notifications into one until it is sent.
final class CoalescedNotice: Sendable {
    private let isWaiting = Mutex(false)
    private let say: @Sendable (_ said: @escaping @Sendable () -> Void) -> Void

    init(_ say: @escaping @Sendable (_ said: @escaping @Sendable () -> Void) -> Void) { self.say = say }

    func report() {
        let isFirst = isWaiting.withLock { isWaiting in
            defer { isWaiting = true }
            return !isWaiting
        }
        if isFirst { say { [self] in isWaiting.withLock { $0 = false } } }
    }
}

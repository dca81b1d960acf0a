import Dispatch
import Synchronization

/// The queue in front of the update loop: any thread posts, the loop's thread takes all messages at once.
///
/// The loop blocks on a semaphore while there is nothing to do, so an idle program uses no processor time.
final class Mailbox<Message: Sendable>: Sendable {
    private struct Contents {
        var messages: [Message] = []
        var isWaiting = false
        var isClosed = false
        var workInFlight = 0
        var reportIdle: (@Sendable () -> Void)?

        /// Whether nothing is queued, nothing finite runs, and the loop is waiting; also when it has ended.
        var isIdle: Bool { isClosed || isWaiting && messages.isEmpty && workInFlight == 0 }

        /// The handler to notify if the mailbox is idle now.
        var notifiedOfIdleness: (@Sendable () -> Void)? { isIdle ? reportIdle : nil }
    }

    private let contents = Mutex(Contents())
    private let arrivals = DispatchSemaphore(value: 0)

    func post(_ message: Message) {
        let isOpen = contents.withLock { contents in
            if !contents.isClosed {
                contents.messages.append(message)
            }
            return !contents.isClosed
        }
        if isOpen {
            arrivals.signal()
        }
    }

    /// Everything posted so far, waiting for the first message if there is none.
    ///
    /// - Parameter deadline: The time limit; nil waits forever.
    /// - Returns: The messages in order; none when the deadline passed.
    func takeAll(until deadline: DispatchTime?) -> [Message] {
        while true {
            let (taken, report) = contents.withLock { contents in
                let messages = contents.messages
                contents.messages = []
                contents.isWaiting = messages.isEmpty
                return (messages, contents.notifiedOfIdleness)
            }
            report?()
            if !taken.isEmpty {
                return taken
            }
            guard let deadline else {
                arrivals.wait()
                continue
            }
            if arrivals.wait(timeout: deadline) == .timedOut {
                contents.withLock { $0.isWaiting = false }
                return []
            }
        }
    }

    /// Counts a piece of finite work, so that idleness can be detected.
    func workBegan() {
        contents.withLock { $0.workInFlight += 1 }
    }

    func workEnded() {
        let report = contents.withLock { contents in
            contents.workInFlight -= 1
            return contents.notifiedOfIdleness
        }
        arrivals.signal()
        report?()
    }

    var hasWorkInFlight: Bool {
        contents.withLock { $0.workInFlight > 0 }
    }

    /// Drops the remaining messages and refuses new ones.
    func close() {
        let report = contents.withLock { contents in
            contents.isClosed = true
            contents.messages = []
            return contents.notifiedOfIdleness
        }
        report?()
    }

    /// Whether the loop has ended.
    var isClosed: Bool { contents.withLock { $0.isClosed } }

    /// Whether nothing is queued, nothing finite runs, and the loop is waiting; also when it has ended.
    var isIdle: Bool {
        contents.withLock { $0.isIdle }
    }

    /// Registers a test's handler for whenever ``isIdle`` becomes true.
    func whenIdle(_ report: @escaping @Sendable () -> Void) {
        contents.withLock { $0.reportIdle = report }
    }

    /// Waits for finite work to end, up to a limit.
    func waitForWork(until deadline: DispatchTime) {
        while hasWorkInFlight {
            if arrivals.wait(timeout: deadline) == .timedOut {
                return
            }
        }
    }
}

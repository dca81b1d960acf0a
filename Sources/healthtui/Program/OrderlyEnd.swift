import Foundation
import Glibc
import HealthKit

/// Ends the process in order when a signal asks for it: stores are complete without their logs, and incomplete files
/// are removed.
///
/// The process then ends by the signal, so that its parent learns of it. A second signal, at least half a second later,
/// ends it at once. Earlier signals belong to the first: a closing terminal hangs up the session and then its
/// foreground, `timeout` signals the program and then its group, a service manager adds a hang-up.
enum OrderlyEnd {
    /// Read and written by the handler, which may do little else.
    nonisolated(unsafe) private static var wakeEnd: Int32 = -1
    nonisolated(unsafe) private static var isEnding = false
    nonisolated(unsafe) private static var beginning = timespec()

    private static let signals: [Int32] = [SIGTERM, SIGHUP, SIGINT]

    /// Handles the signals that would end the process; those that were ignored at its start stay ignored.
    static func install() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        // Started programs don't inherit it.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let readEnd = ends[0]
        wakeEnd = ends[1]
        Thread.detachNewThread { finish(readEnd) }
        // The parent process may block signals unintentionally, as threads of some runtimes do.
        var held = sigset_t()
        sigemptyset(&held)
        for signal in signals { sigaddset(&held, signal) }
        pthread_sigmask(SIG_UNBLOCK, &held, nil)
        for signal in signals {
            var action = sigaction()
            var before = sigaction()
            action.__sigaction_handler = .init(sa_handler: handle)
            action.sa_flags = SA_RESTART
            sigemptyset(&action.sa_mask)
            sigaction(signal, &action, &before)
            let wasIgnored = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
            if wasIgnored { sigaction(signal, &before, nil) }
        }
    }

    private static let handle: @convention(c) (Int32) -> Void = { signal in
        let saved = errno
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        if !OrderlyEnd.isEnding {
            OrderlyEnd.isEnding = true
            OrderlyEnd.beginning = now
            var byte = UInt8(truncatingIfNeeded: signal)
            _ = write(OrderlyEnd.wakeEnd, &byte, 1)
        } else if signal != SIGHUP, milliseconds(OrderlyEnd.beginning, now) >= 500 {
            Glibc.signal(signal, SIG_DFL)
            raise(signal)
        }
        errno = saved
    }

    private static func milliseconds(_ first: timespec, _ second: timespec) -> Int {
        (second.tv_sec - first.tv_sec) * 1000 + (second.tv_nsec - first.tv_nsec) / 1_000_000
    }

    private static func finish(_ readEnd: Int32) {
        var byte: UInt8 = 0
        while read(readEnd, &byte, 1) != 1 {}
        SilencedTerminal.restore()
        EndingWork.run()
        HealthDatabase.closeAll()
        PassingFolder.removeAll()
        let number = Int32(byte)
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        kill(getpid(), number)
    }

    /// Waits for the end, if a signal has requested it.
    static func waitIfEnding() {
        while isEnding { pause() }
    }
}

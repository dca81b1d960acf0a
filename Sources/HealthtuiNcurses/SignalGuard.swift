import Foundation
import Synchronization

/// Restores the terminal when a signal ends the process, and passes on the other signals.
///
/// Handlers only call `write`, `tcsetattr`, `sigaction` and `raise`, which are safe in one; all their data is prepared beforehand
/// in memory that is never freed.
enum SignalGuard {
    /// The data that a handler needs.
    struct Record {
        var isInstalled = false
        var isArmed = false
        /// Whether the terminal is released to the shell for now.
        var isReleased = false
        /// Whether a signal asked the process to end; the terminal isn't taken back after that.
        var isEnding = false
        var terminal: Int32 = -1
        var savedModes = termios()
        var restoreText: UnsafeMutablePointer<UInt8>?
        var restoreLength = 0
        var wakeEnd: Int32 = -1
        var timesContinued = 0
        /// The number of times the process had been continued when a signal last asked it to stop.
        var timesContinuedBeforeStop = 0
    }

    /// Signals by which the user or the system ends the process.
    static let ending: [Int32] = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]
    /// Signals of a crash.
    static let crashing: [Int32] = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]
    /// Signals that are passed on through the wake pipe.
    static let waking: [Int32] = [SIGWINCH, SIGTSTP, SIGCONT]

    nonisolated(unsafe) private static let record: UnsafeMutablePointer<Record> = {
        let pointer = UnsafeMutablePointer<Record>.allocate(capacity: 1)
        pointer.initialize(to: Record())
        return pointer
    }()

    /// The actions that were in force before ours, by signal number.
    nonisolated(unsafe) private static let previous: UnsafeMutablePointer<sigaction> = {
        let pointer = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        pointer.initialize(repeating: sigaction(), count: 65)
        return pointer
    }()

    /// Installs the handlers; until ``arm(terminal:modes:restoreText:)`` there is nothing to give back.
    ///
    /// This comes before ncurses opens the terminal: it takes over signals only while they have their default action.
    ///
    /// - Parameter wakeEnd: The writing end of the pipe that passes signals on.
    static func install(wakeEnd: Int32) {
        record.pointee.isInstalled = true
        record.pointee.isReleased = false
        record.pointee.isEnding = false
        record.pointee.wakeEnd = wakeEnd
        unblock(ending + waking)
        for signal in ending + crashing {
            install(signal, handler: SignalGuard.restoreAndRaise)
        }
        for signal in waking {
            install(signal, handler: SignalGuard.passOn)
        }
        SignalStack.prepareThread()
    }

    /// Unblocks signals that the process was started without: spawning from a worker thread passes on that thread's mask.
    private static func unblock(_ signals: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Sets the state that the handlers restore.
    ///
    /// - Parameters:
    ///   - terminal: The terminal's descriptor.
    ///   - modes: The modes to give back.
    ///   - restoreText: The bytes that bring the terminal's picture back.
    static func arm(terminal: Int32, modes: termios, restoreText: [UInt8]) {
        let text = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, restoreText.count))
        text.initialize(from: restoreText, count: restoreText.count)
        record.pointee.restoreText?.deallocate()
        record.pointee.restoreText = text
        record.pointee.restoreLength = restoreText.count
        record.pointee.terminal = terminal
        record.pointee.savedModes = modes
        _ = exitHook
        record.pointee.isArmed = true
    }

    /// Brings back the actions that were in force before ``install(wakeEnd:)``.
    static func disarm() {
        guard record.pointee.isInstalled else { return }
        record.pointee.isInstalled = false
        record.pointee.isArmed = false
        for signal in ending + crashing + waking {
            sigaction(signal, previous + Int(signal), nil)
        }
        record.pointee.wakeEnd = -1
    }

    /// Whether a signal asked the process to end.
    static var isEnding: Bool { record.pointee.isEnding }

    /// The number of times the process has been continued.
    static var timesContinued: Int { record.pointee.timesContinued }

    /// The number of times the process had been continued when a signal last asked it to stop.
    static var timesContinuedBeforeStop: Int { record.pointee.timesContinuedBeforeStop }

    /// Stops the process group, as Ctrl-Z does, and returns when it has been continued and has the terminal again, or is to end.
    ///
    /// The terminal must already be restored. A process continued since the request doesn't stop: nobody would continue it again.
    ///
    /// - Parameters:
    ///   - terminal: The terminal's descriptor.
    ///   - continued: The number of times the process had been continued when it was asked to stop.
    static func stopProcess(_ terminal: Int32, continued: Int) {
        record.pointee.isReleased = true
        if !isEnding, timesContinued == continued { stop(by: SIGTSTP) }
        waitForForeground(terminal)
        // A process that is ending leaves the terminal to the shell.
        if !isEnding { record.pointee.isReleased = false }
    }

    /// Stops as long as another job has the terminal, as the system would at the first change of its modes: then it could
    /// not be ended without being stopped once more.
    ///
    /// - Parameter terminal: The terminal's descriptor.
    static func waitForForeground(_ terminal: Int32) {
        while isInBackground(terminal) {
            // A terminating signal that came while the process was stopped is delivered together with the one that continued it,
            // maybe to another thread and later. A process that stopped again at once would end only when continued once more.
            for _ in 0..<100 where !isEnding { usleep(1000) }
            guard !isEnding, isInBackground(terminal), stop(by: SIGTTOU) else { return }
        }
    }

    /// Whether another job has the terminal; safe in a signal handler.
    static func isInBackground(_ terminal: Int32) -> Bool {
        let foreground = tcgetpgrp(terminal)
        return foreground > 0 && foreground != getpgrp()
    }

    /// Stops the process and those started with it by a signal.
    ///
    /// - Returns: Whether it was stopped, and has been continued; without job control nothing stops it.
    @discardableResult
    private static func stop(by signal: Int32) -> Bool {
        let before = record.pointee.timesContinued
        var stopping = sigaction()
        var usual = sigaction()
        stopping.__sigaction_handler = .init(sa_handler: SIG_DFL)
        sigaction(signal, &stopping, &usual)
        kill(0, signal)
        // The signal may reach another thread a moment later.
        for _ in 0..<100 where record.pointee.timesContinued == before && !isEnding {
            usleep(1000)
        }
        sigaction(signal, &usual, nil)
        return record.pointee.timesContinued != before
    }

    private static func install(_ signal: Int32, handler: @convention(c) (Int32) -> Void) {
        var action = makeAction(handler)
        sigaction(signal, &action, previous + Int(signal))
        // A signal that was ignored on entry, as under nohup, stays ignored.
        let wasIgnored = unsafeBitCast(previous[Int(signal)].__sigaction_handler.sa_handler, to: Int.self) == 1
        if wasIgnored, ending.contains(signal) {
            sigaction(signal, previous + Int(signal), nil)
        }
    }

    private static func makeAction(_ handler: @convention(c) (Int32) -> Void) -> sigaction {
        var action = sigaction()
        action.__sigaction_handler = .init(sa_handler: handler)
        action.sa_flags = SA_RESTART | SA_ONSTACK
        sigemptyset(&action.sa_mask)
        return action
    }

    /// Gives the terminal back, once; safe in a signal handler.
    private static func restore() {
        guard record.pointee.isArmed, !record.pointee.isReleased else { return }
        record.pointee.isArmed = false
        // A process that writes to another job's terminal may be stopped, and would never end.
        var ignoring = sigaction()
        ignoring.__sigaction_handler = .init(sa_handler: SIG_IGN)
        sigaction(SIGTTOU, &ignoring, nil)
        if let text = record.pointee.restoreText {
            _ = write(record.pointee.terminal, text, record.pointee.restoreLength)
        }
        // The modes are those of the job that has the terminal.
        guard !isInBackground(record.pointee.terminal) else { return }
        _ = tcsetattr(record.pointee.terminal, TCSANOW, &record.pointee.savedModes)
    }

    /// Restores the terminal once more, if it was being drawn to or taken back when the terminating signal came.
    static func restoreAgain() {
        record.pointee.isArmed = true
        restore()
    }

    /// Makes `exit` restore the terminal too.
    private static let exitHook: Void = {
        atexit { SignalGuard.restore() }
    }()

    private static let restoreAndRaise: @convention(c) (Int32) -> Void = { signal in
        SignalGuard.record.pointee.isEnding = true
        SignalGuard.restore()
        // The action before ours does the rest, such as the Swift runtime's backtrace; by default the process ends.
        sigaction(signal, SignalGuard.previous + Int(signal), nil)
        raise(signal)
    }

    private static let passOn: @convention(c) (Int32) -> Void = { signal in
        let saved = errno
        if signal == SIGCONT {
            SignalGuard.record.pointee.timesContinued &+= 1
        } else if signal == SIGTSTP {
            SignalGuard.record.pointee.timesContinuedBeforeStop = SignalGuard.record.pointee.timesContinued
        }
        var byte = UInt8(truncatingIfNeeded: signal)
        _ = write(SignalGuard.record.pointee.wakeEnd, &byte, 1)
        errno = saved
    }
}

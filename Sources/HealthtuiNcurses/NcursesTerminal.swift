import Dispatch
import Foundation
import Glibc
import HealthtuiTerminalUI
import Synchronization

/// The user's terminal, through ncurses.
///
/// One thread waits for input and signals, and the update loop draws; a lock lets only one of them use ncurses at a time. While
/// nothing happens both wait in the kernel. The owner calls ``close()``; ending the process by `exit` or by a signal restores the
/// terminal as well.
package final class NcursesTerminal: Terminal {
    /// The receiver of events.
    ///
    /// An object, because a bare closure kept in a generic container is wrapped again each time it's read there, and the wrappers
    /// stay: each event would cost more than the one before, until the stack is full.
    private final class Listener: Sendable {
        let deliver: @Sendable (TerminalEvent) -> Void

        init(_ deliver: @escaping @Sendable (TerminalEvent) -> Void) { self.deliver = deliver }
    }

    /// ncurses keeps its state in globals, so there can be one at a time.
    private static let isTaken = Mutex(false)

    private let contents: Mutex<CursesScreen>
    private let listener = Mutex<Listener?>(nil)
    private let pipe: WakePipe
    private let inputDescriptor: Int32
    private let threadEnded = DispatchSemaphore(value: 0)
    /// The theme that the terminal, the locale and the options allow.
    package let theme: Theme

    /// Opens the terminal that standard input and output are on, or else the controlling terminal.
    ///
    /// - Parameter options: The options for opening it.
    /// - Throws: ``TerminalError``, with a message for the user; the terminal is left as it was.
    package convenience init(options: NcursesOptions = NcursesOptions()) throws(TerminalError) {
        if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
            try self.init(input: dup(STDIN_FILENO), output: dup(STDOUT_FILENO), options: options)
        } else {
            let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
            guard terminal >= 0 else { throw .noTerminal }
            try self.init(input: terminal, output: dup(terminal), options: options)
        }
    }

    /// Opens a terminal by its descriptors, which it closes at the end.
    ///
    /// - Parameters:
    ///   - input: The descriptor to read from.
    ///   - output: The descriptor to write to.
    ///   - options: The options for opening it.
    /// - Throws: ``TerminalError``, with a message for the user; the terminal is left as it was.
    package init(input: Int32, output: Int32, options: NcursesOptions) throws(TerminalError) {
        let files = try CursesScreen.Files(input: input, output: output)
        guard Self.take() else {
            files.close()
            throw .alreadyOpen
        }
        do throws(TerminalError) {
            pipe = try WakePipe()
            SignalGuard.install(wakeEnd: pipe.writeEnd)
            let screen = try CursesScreen(files: files, options: options)
            theme = screen.theme
            inputDescriptor = input
            let recovery = screen.recovery
            contents = Mutex(screen)
            SignalGuard.arm(terminal: recovery.terminal, modes: recovery.modes, restoreText: recovery.text)
        } catch {
            SignalGuard.disarm()
            files.close()
            Self.isTaken.withLock { $0 = false }
            throw error
        }
    }

    private static func take() -> Bool {
        isTaken.withLock { taken in
            defer { taken = true }
            return !taken
        }
    }

    package var size: Size {
        contents.withLock { $0.size }
    }

    package func draw(_ grid: CellGrid) {
        change { $0.draw(grid) }
    }

    /// Changes the terminal, unless the process is ending: then the terminal belongs to the shell.
    ///
    /// - Returns: Whether the change was made and the process continues.
    @discardableResult
    private func change(_ body: (inout CursesScreen) -> Void) -> Bool {
        contents.withLock { screen in
            guard !SignalGuard.isEnding else { return false }
            body(&screen)
            if SignalGuard.isEnding { SignalGuard.restoreAgain() }
            return !SignalGuard.isEnding
        }
    }

    package func invalidate() {
        contents.withLock { $0.invalidate() }
    }

    package func copy(_ text: String) {
        contents.withLock { $0.copy(text) }
    }

    package func close() {
        guard contents.withLock({ $0.isOpen }) else { return }
        if listener.withLock({ $0 != nil }) {
            pipe.wake(WakePipe.stop)
            _ = threadEnded.wait(timeout: .now() + 1)
        }
        contents.withLock { $0.giveBack() }
        SignalGuard.disarm()
        contents.withLock { $0.free() }
        Self.isTaken.withLock { $0 = false }
    }

    package func suspend() { suspend(continued: SignalGuard.timesContinued) }

    /// Restores the terminal and stops, unless the process has been continued since the request.
    private func suspend(continued: Int) {
        let goesOn = change { screen in
            screen.release()
            SignalGuard.stopProcess(inputDescriptor, continued: continued)
            if !SignalGuard.isEnding { screen.resume() }
        }
        if goesOn { deliver(.resize(size)) }
    }

    package func listen(_ deliver: @escaping @Sendable (TerminalEvent) -> Void) {
        let isFirst = listener.withLock { listener in
            defer { listener = Listener(deliver) }
            return listener == nil
        }
        guard isFirst else { return }
        let thread = Thread { [self] in
            Self.prepareThread()
            readInput()
            threadEnded.signal()
        }
        thread.name = "terminal input"
        thread.start()
        contents.withLock { $0.askBackground() }
    }

    /// Passes an event to the listener.
    func deliver(_ event: TerminalEvent) {
        listener.withLock { $0 }?.deliver(event)
    }

    /// Gives the calling thread a stack of its own for signal handlers, so that even an overflow of its stack gives the
    /// terminal back; for every thread that works for the console.
    package static func prepareThread() {
        SignalStack.prepareThread()
    }
}

extension NcursesTerminal {
    /// Waits for input and signals until told to stop; runs on a thread of its own.
    private func readInput() {
        var sources = [
            pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let ready = poll(&sources, nfds_t(sources.count), contents.withLock { $0.patience })
            guard ready >= 0 else {
                if errno == EINTR { continue }
                return
            }
            if ready == 0 {
                for event in contents.withLock({ $0.quietEvents() }) {
                    deliver(event)
                }
                continue
            }
            if sources[1].revents != 0 {
                let signals = pipe.drain()
                guard !signals.contains(WakePipe.stop) else { return }
                handle(signals: signals.map(Int32.init))
            }
            guard sources[0].revents != 0 else { continue }
            let isGone = Int32(sources[0].revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
            // The input belongs to another job. Reading it would stop this process, again and again, even while it ends.
            if !isGone, SignalGuard.isInBackground(inputDescriptor) {
                handle(signals: [SIGCONT])
                continue
            }
            guard !isGone, let events = contents.withLock({ $0.readEvents() }) else {
                // The terminal is gone, as when its window was closed.
                kill(getpid(), SIGHUP)
                return
            }
            for event in events {
                deliver(event)
            }
        }
    }

    private func handle(signals: [Int32]) {
        // If continued before the stop was carried out, don't stop: nobody would continue the process again.
        let latest = signals.last { $0 == SIGTSTP || $0 == SIGCONT }
        if latest == SIGTSTP {
            suspend(continued: SignalGuard.timesContinuedBeforeStop)
        } else if latest == SIGCONT {
            // A program that ran meanwhile may have changed the terminal's modes and display.
            let goesOn = change { screen in
                SignalGuard.waitForForeground(inputDescriptor)
                guard !SignalGuard.isEnding else { return }
                screen.release()
                screen.resume()
            }
            if goesOn { deliver(.resize(size)) }
        } else if signals.contains(SIGWINCH) {
            change { $0.measure() }
            deliver(.resize(size))
        }
    }
}

import Dispatch

/// The update loop: runs a program on a terminal.
///
/// It runs on the thread that calls ``run(_:)``, not on the pool that Swift's tasks share, so that work which blocks
/// a pool thread can't keep a key from being answered.
package final class Runtime<P: Program>: Sendable {
    private let program: P
    private let terminal: any Terminal
    private let time: any TimeSource
    private let quitGrace: DispatchTimeInterval
    private let heard: @Sendable () -> Void
    let mailbox = Mailbox<LoopMessage<P.Action>>()

    /// A loop that is ready to run.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - terminal: The terminal to run on. It isn't closed at the end.
    ///   - time: The clock of its timers.
    ///   - quitGrace: The longest time that quitting waits for finite work, such as a save requested just before.
    ///   - heard: Called for each event before it's handled, on the terminal's thread.
    package init(
        _ program: P,
        on terminal: any Terminal,
        time: any TimeSource = SystemTime(),
        quitGrace: DispatchTimeInterval = .seconds(5),
        heard: @escaping @Sendable () -> Void = {}
    ) {
        self.program = program
        self.terminal = terminal
        self.time = time
        self.quitGrace = quitGrace
        self.heard = heard
    }

    /// Runs the program until it quits, blocking this thread.
    ///
    /// - Parameter initial: The initial state.
    /// - Returns: The final state.
    package func run(_ initial: P.State) -> P.State {
        var session = LoopSession(program: program, terminal: terminal, mailbox: mailbox, time: time, state: initial)
        terminal.listen { [mailbox, heard] event in
            heard()
            mailbox.post(.event(event))
        }
        session.begin()
        while !session.hasQuit {
            session.draw()
            session.handle(mailbox.takeAll(until: session.deadline))
        }
        session.cancelAll()
        mailbox.waitForWork(until: .now() + quitGrace)
        mailbox.close()
        return session.state
    }

    /// Whether every event is handled and the program's finite work is done.
    package var isIdle: Bool { mailbox.isIdle }

    /// Whether the program has ended.
    package var isOver: Bool { mailbox.isClosed }

    /// Registers a handler to call each time the loop becomes idle.
    package func whenIdle(_ report: @escaping @Sendable () -> Void) { mailbox.whenIdle(report) }

    /// Checks the clock again after a test has moved it.
    package func timePassed() {
        mailbox.post(.timePassed)
    }
}

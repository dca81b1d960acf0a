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
    ///   - terminal: Where it runs. It is not closed at the end.
    ///   - time: The clock of its timers.
    ///   - quitGrace: How long quitting waits for finite work, such as a save that was asked for just before.
    ///   - heard: Called for each event before it is dealt with, on the terminal's thread.
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
    /// - Parameter initial: The state to begin with.
    /// - Returns: The state at the end.
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

    /// Whether everything is answered and the program's finite work is done.
    package var isIdle: Bool { mailbox.isIdle }

    /// Whether the program has ended.
    package var isOver: Bool { mailbox.isClosed }

    /// Has `tell` called each time that the loop comes to rest.
    package func whenIdle(_ report: @escaping @Sendable () -> Void) { mailbox.whenIdle(report) }

    /// Looks at the clock again, after a test has moved it.
    package func timePassed() {
        mailbox.post(.timePassed)
    }
}

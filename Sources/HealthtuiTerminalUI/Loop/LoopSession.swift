import Dispatch
import HealthKitLocalization

/// The mutable state of one run of the update loop; it's used only on the loop's thread.
struct LoopSession<P: Program> {
    private let program: P
    private let terminal: any Terminal
    private let mailbox: Mailbox<LoopMessage<P.Action>>
    private let time: any TimeSource
    private(set) var state: P.State
    private(set) var hasQuit = false

    private var running: [Int: Task<Void, Never>] = [:]
    private var named: [EffectID: Int] = [:]
    private var timers = Timers<P.Action>()
    private var lastSerial = 0
    private var needsDrawing = true
    private var drawn: CellGrid?
    private var layout = Layout()

    init(
        program: P,
        terminal: any Terminal,
        mailbox: Mailbox<LoopMessage<P.Action>>,
        time: any TimeSource,
        state: P.State
    ) {
        self.program = program
        self.terminal = terminal
        self.mailbox = mailbox
        self.time = time
        self.state = state
    }

    /// The time of the loop's next wake-up for a timer.
    var deadline: DispatchTime? {
        guard time.passesByItself, let due = timers.nextDue else { return nil }
        let wait = max(.zero, due - time.now).components
        let nanoseconds = wait.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !nanoseconds.overflow, nanoseconds.partialValue < 1 << 60 else { return nil }
        return .now() + .nanoseconds(Int(nanoseconds.partialValue + wait.attoseconds / 1_000_000_000))
    }

    mutating func begin() {
        perform(program.start(&state))
    }

    /// Draws if anything may have changed, and again if reporting the layout changed the state.
    mutating func draw() {
        for _ in 0..<3 where needsDrawing && !hasQuit {
            drawOnce()
        }
    }

    private mutating func drawOnce() {
        needsDrawing = false
        let grid = program.view(state, size: terminal.size)
        if grid != drawn {
            terminal.draw(grid)
        }
        drawn = grid
        if grid.layout != layout {
            layout = grid.layout
            perform(program.laidOut(layout, in: &state))
        }
    }

    mutating func handle(_ messages: [LoopMessage<P.Action>]) {
        for message in messages where !hasQuit {
            switch message {
            case .event(let event): handle(event)
            case .action(let action, let serial): reduceIfRunning(action, from: serial)
            case .workEnded(let serial): running[serial] = nil
            case .timePassed: break
            }
        }
        for action in timers.takeDue(now: time.now) where !hasQuit {
            reduce(action)
        }
    }

    mutating func cancelAll() {
        for task in running.values {
            task.cancel()
        }
    }

    private mutating func handle(_ event: TerminalEvent) {
        switch event {
        case .mouse(var mouse):
            mouse.target = layout.target(at: mouse.position)
            if case .key(let key) = mouse.target {
                if mouse.kind == .press {
                    interpret(.key(key))
                }
                return
            }
            interpret(.mouse(mouse))
        case .resize:
            drawn = nil
            needsDrawing = true
            interpret(event)
        case .key, .paste, .background:
            interpret(event)
        }
    }

    private mutating func interpret(_ event: TerminalEvent) {
        if let action = program.action(for: event, in: state) {
            reduce(action)
        } else if event == .key(.control("c")) {
            hasQuit = true
        } else if event == .key(.control("z")) {
            perform([.suspend])
        } else if case .key(let key) = event, key.modifiers.contains(.alt) {
            // Escape and another key typed in quick succession arrive like this.
            interpret(.key(.escape))
            interpret(.key(Key(key.code, key.modifiers.subtracting(.alt))))
        }
    }

    private mutating func reduceIfRunning(_ action: P.Action, from serial: Int) {
        guard running[serial] != nil else { return }
        reduce(action)
    }

    private mutating func reduce(_ action: P.Action) {
        needsDrawing = true
        perform(program.reduce(&state, action))
    }

    private mutating func perform(_ effects: [Effect<P.Action>]) {
        for effect in effects where !hasQuit {
            switch effect.kind {
            case .run(let lifetime, let operation): start(operation, lifetime: lifetime, id: effect.id)
            case .timer(let delay, let repeats, let action):
                guard let id = effect.id else { continue }
                timers.set(id, delay: delay, repeats: repeats, action: action, now: time.now)
            case .send(let action): reduce(action)
            case .cancel: cancel(effect.id)
            case .copy(let text): terminal.copy(text)
            case .suspend: terminal.suspend()
            case .redraw: forceDraw()
            case .quit: hasQuit = true
            }
        }
    }

    private mutating func forceDraw() {
        terminal.invalidate()
        drawn = nil
        needsDrawing = true
    }

    private mutating func cancel(_ id: EffectID?) {
        guard let id else { return }
        timers.cancel(id)
        if let serial = named.removeValue(forKey: id) {
            running.removeValue(forKey: serial)?.cancel()
        }
    }

    private mutating func start(
        _ operation: @escaping Effect<P.Action>.Operation,
        lifetime: EffectLifetime,
        id: EffectID?
    ) {
        cancel(id)
        lastSerial += 1
        let serial = lastSerial
        if let id {
            named[id] = serial
        }
        let mailbox = mailbox
        if lifetime == .finite {
            mailbox.workBegan()
        }
        let locale = TextLocale.current
        running[serial] = Task.detached {
            await locale.during { await operation(Send { mailbox.post(.action($0, from: serial)) }) }
            mailbox.post(.workEnded(serial))
            if lifetime == .finite {
                mailbox.workEnded()
            }
        }
    }
}

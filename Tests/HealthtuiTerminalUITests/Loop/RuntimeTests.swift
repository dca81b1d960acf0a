import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import RandomTesting
import Synchronization
import Testing
import WaitTesting

/// A program with one of everything the loop does.
private struct Counter: Program {
    struct State: Sendable {
        var count = 0
        var notes: [String] = []
        var listHeight = 0
    }

    enum Action: Sendable {
        case event(TerminalEvent)
        case note(String)
    }

    /// Held open by tests to keep work running.
    let gate = Gate()

    func start(_ state: inout State) -> [Effect<Action>] {
        [.task { .note("started") }]
    }

    func action(for event: TerminalEvent, in state: State) -> Action? {
        switch event {
        case .key(.control("c")), .key(.control("z")): nil
        case .key(let key) where key.modifiers.contains(.alt): nil
        default: .event(event)
        }
    }

    func reduce(_ state: inout State, _ action: Action) -> [Effect<Action>] {
        switch action {
        case .note(let text):
            state.notes.append(text)
            return []
        case .event(.key(let key)):
            return press(key, &state)
        case .event(.mouse(let mouse)):
            state.notes.append("\(mouse.kind) \(mouse.target == .item("rows", 2) ? "row 2" : "nothing")")
            return []
        case .event(.paste(let text)):
            state.notes.append("pasted \(text)")
            return []
        case .event(.resize), .event(.background):
            return []
        }
    }

    private func press(_ key: Key, _ state: inout State) -> [Effect<Action>] {
        switch key {
        case "+":
            state.count += 1
            return []
        case "s":
            return [
                .run(id: "work") { [gate] send in
                    await gate.wait()
                    send(.note("worked"))
                }
            ]
        case "r": return [.task(id: "work") { .note("replaced") }]
        case "x": return [.cancel("work")]
        case "e":
            return [
                .run(id: "endless", lifetime: .endless) { [gate] send in
                    await gate.wait()
                    send(.note("observed"))
                }
            ]
        case "t": return [.after(.seconds(5), id: "timer", .note("rang"))]
        case "v": return [.every(.seconds(2), id: "timer", .note("tick"))]
        case "c": return [.cancel("timer")]
        case "y": return [.copy("72 BPM")]
        case "n": return [.send(.note("first")), .send(.note("second"))]
        case "d": return [.redraw]
        case "Q": return [.run { [gate] _ in await gate.wait() }, .quit]
        default:
            state.notes.append(key.name)
            return []
        }
    }

    func laidOut(_ layout: Layout, in state: inout State) -> [Effect<Action>] {
        state.listHeight = layout.frames["rows"]?.height ?? 0
        return [.send(.note("height \(state.listHeight)"))]
    }

    func view(_ state: State, size: Size) -> CellGrid {
        var grid = CellGrid(size: size)
        grid.write("count \(state.count)", in: grid.bounds)
        grid.write(state.notes.joined(separator: ", "), in: grid.bounds, y: 1)
        grid.layout.setFrame(Rect(x: 0, y: 2, width: size.width, height: size.height - 2), for: "rows")
        grid.layout.addTarget(.item("rows", 2), in: Rect(x: 0, y: 3, width: 10, height: 1))
        grid.write("[+]", in: grid.bounds, y: 4)
        grid.layout.addTarget(.key("+"), in: Rect(x: 0, y: 4, width: 3, height: 1))
        return grid
    }
}

/// Keeps tasks waiting until it is opened or they are cancelled.
private final class Gate: Sendable {
    private let isOpen = Mutex(false)

    func open() {
        isOpen.withLock { $0 = true }
    }

    func wait() async {
        await eventually("the gate to open", seconds: 600) { isOpen.withLock { $0 } || Task.isCancelled }
    }
}

@Suite struct RuntimeTests {
    private let program = Counter()

    private func driver() async throws -> TestDriver<Counter> {
        try await TestDriver(program, Counter.State(), size: Size(width: 60, height: 8)).settle()
    }

    @Test func keysChangeTheStateAndTheScreenFollows() async throws {
        let driver = try await driver()
        try await driver.press("+", "+", "+")
        #expect(driver.row(0) == "count 3")
        #expect(driver.row(1) == "height 6, started")
    }

    @Test func aScreenThatIsTheSameIsNotDrawnAgain() async throws {
        let driver = try await driver()
        let before = driver.terminal.drawCount
        try await driver.press("c", "c")
        #expect(driver.terminal.drawCount == before)
        try await driver.press("d")
        #expect(driver.terminal.drawCount == before + 1)
    }

    @Test func newWorkReplacesWorkOfTheSameNameAndItsResultIsDropped() async throws {
        let driver = try await driver()
        driver.terminal.deliver(.key("s"))
        driver.terminal.deliver(.key("r"))
        program.gate.open()
        try await driver.settle()
        #expect(driver.row(1).hasSuffix("replaced"))
        #expect(!driver.row(1).contains("worked"))
    }

    @Test func cancelledWorkSendsNothing() async throws {
        let driver = try await driver()
        driver.terminal.deliver(.key("s"))
        driver.terminal.deliver(.key("x"))
        program.gate.open()
        try await driver.settle()
        #expect(!driver.row(1).contains("worked"))
    }

    @Test func endlessWorkIsNotWaitedForYetItsActionsArrive() async throws {
        let driver = try await driver()
        try await driver.press("e", "+")
        #expect(driver.row(0) == "count 1")
        program.gate.open()
        try await driver.waitFor("observed")
    }

    @Test func timersRingWhenTheirTimeHasPassed() async throws {
        let driver = try await driver()
        try await driver.press("t").advance(by: .seconds(4))
        #expect(!driver.row(1).contains("rang"))
        try await driver.advance(by: .seconds(1))
        #expect(driver.row(1).hasSuffix("rang"))
        try await driver.press("v").advance(by: .seconds(2)).advance(by: .seconds(2))
        #expect(driver.row(1).hasSuffix("tick, tick"))
        try await driver.press("c").advance(by: .seconds(20))
        #expect(driver.row(1).hasSuffix("tick, tick"))
    }

    @Test func aTimerRingsInRealTime() async throws {
        struct Alarm: Program {
            func start(_ state: inout Int) -> [Effect<Int>] {
                [.every(.milliseconds(20), id: "t", 1)]
            }
            func action(for event: TerminalEvent, in state: Int) -> Int? { nil }
            func reduce(_ state: inout Int, _ action: Int) -> [Effect<Int>] {
                state += action
                return state == 3 ? [.quit] : []
            }
            func view(_ state: Int, size: Size) -> CellGrid { CellGrid(size: size) }
        }
        let terminal = HeadlessTerminal(size: Size(width: 5, height: 1), theme: .plain)
        let began = ContinuousClock.now
        #expect(Runtime(Alarm(), on: terminal).run(0) == 3)
        #expect(ContinuousClock.now - began >= .milliseconds(55))
    }

    @Test func sentActionsComeInOrder() async throws {
        let driver = try await driver()
        try await driver.press("n")
        #expect(driver.row(1).hasSuffix("first, second"))
    }

    @Test func clicksFindWhatIsDrawnThere() async throws {
        let driver = try await driver()
        try await driver.mouse(.press, x: 4, y: 3).mouse(.wheelUp, x: 40, y: 3)
        #expect(driver.row(1).hasSuffix("press row 2, wheelUp nothing"))
        try await driver.click(on: "[+]")
        #expect(driver.row(0) == "count 1")
    }

    @Test func resizingDrawsAtTheNewSizeAndTellsTheLayout() async throws {
        let driver = try await driver()
        try await driver.resize(width: 30, height: 20)
        #expect(driver.screen.size == Size(width: 30, height: 20))
        #expect(driver.row(1).hasSuffix("height 18"))
        for size in [0, 1, 2, 3] {
            try await driver.resize(width: size, height: size)
            #expect(driver.screen.size == Size(width: size, height: size))
        }
    }

    @Test func altOfAKeyWithoutAMeaningIsEscapeAndTheKey() async throws {
        let driver = try await driver()
        try await driver.press(.alt("j"))
        #expect(driver.row(1).hasSuffix("esc, j"))
    }

    @Test func textIsCopiedAndTheTerminalGivenToTheShell() async throws {
        let driver = try await driver()
        try await driver.press("y", .control("z"))
        #expect(driver.terminal.clipboard == "72 BPM")
        #expect(driver.terminal.suspendCount == 1)
    }

    @Test func controlCQuitsAProgramThatHasNoOtherUseForIt() async throws {
        let driver = try await driver()
        try await driver.press("+", .control("c"))
        let end = try await driver.end()
        #expect(end.count == 1)
    }

    @Test func quittingWaitsForWorkThatEndsByItself() async throws {
        struct Saver: Program {
            let save: @Sendable () -> Void
            func action(for event: TerminalEvent, in state: Int) -> Int? { 1 }
            func reduce(_ state: inout Int, _ action: Int) -> [Effect<Int>] {
                [
                    .run { _ in
                        // Like a save that has begun: it goes through although quitting has cancelled it.
                        await eventually("the cancellation", seconds: 600) { Task.isCancelled }
                        await Task.detached { try? await Task.sleep(for: .milliseconds(20)) }.value
                        save()
                    },
                    .quit,
                ]
            }
            func view(_ state: Int, size: Size) -> CellGrid { CellGrid(size: size) }
        }
        final class Flag: Sendable {
            let isSet = Mutex(false)
        }
        let flag = Flag()
        let driver = TestDriver(Saver { flag.isSet.withLock { $0 = true } }, 0)
        try await driver.settle()
        driver.terminal.deliver(.key("q"))
        _ = try await driver.end()
        #expect(flag.isSet.withLock { $0 })
    }

    @Test func anyEventsLeaveALoopThatStillAnswers() async throws {
        var random = SeededGenerator()
        let driver = try await driver()
        for _ in 0..<300 {
            let event: TerminalEvent
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                event = .resize(
                    Size(width: Int.random(in: 0...100, using: &random), height: Int.random(in: 0...30, using: &random))
                )
            case 1: event = .mouse(MouseEvent(.press, at: Point(x: Int.random(in: -5...100, using: &random), y: 3)))
            case 2: event = .paste(random.nastyText())
            default:
                let key = random.anyKey()
                guard ![Key.control("c"), "Q", "s", "e"].contains(key), !key.modifiers.contains(.alt) else { continue }
                event = .key(key)
            }
            driver.terminal.deliver(event)
        }
        try await driver.resize(width: 80, height: 24)
        try await driver.press("+")
        #expect(driver.row(0).hasPrefix("count "), "seed \(random.seed)")
    }
}

@Suite struct EffectTests {
    @Test func effectsSayWhatTheyAre() {
        let effects: [Effect<Int>] = [
            .task(id: "load") { 1 }, .run(id: "watch", lifetime: .endless) { _ in }, .cancel("load"), .send(3),
            .copy("x"), .quit, .after(.seconds(1), id: "t", 2),
        ]
        let described = effects.map(\.description)
        #expect(
            described == [
                "run load", "subscribe watch", "cancel load", "send 3", "copy x", "quit", "after 1.0 seconds t",
            ]
        )
        #expect(effects.map { $0.map { "\($0)" }.description } == described)
    }

    @Test func mappedWorkSendsWrappedActions() async {
        final class Received: Sendable {
            let actions = Mutex<[String]>([])
        }
        let received = Received()
        let effect = Effect<Int>.task { 7 }.map { "n\($0)" }
        await effect.perform(Send { action in received.actions.withLock { $0.append(action) } })
        #expect(received.actions.withLock { $0 } == ["n7"])
    }
}

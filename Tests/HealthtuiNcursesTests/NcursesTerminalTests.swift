import Foundation
import Glibc
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import RandomTesting
import Synchronization
import Testing

@testable import HealthtuiNcurses

/// ncurses is one to a process, so these run one after the other.
@Suite(.serialized) struct NcursesTerminalTests {
    private final class Received: Sendable {
        private let events = Mutex<[TerminalEvent]>([])
        private let bell = Doorbell()

        func append(_ event: TerminalEvent) {
            events.withLock { $0.append(event) }
            bell.ring()
        }

        /// The events, once there are as many as wanted, or what there is when no more come.
        func all(atLeast count: Int, patience: Int = Doorbell.patience) async -> [TerminalEvent] {
            _ = await bell.wait(patience: patience) { events.withLock { $0.count } >= count }
            return events.withLock { $0 }
        }
    }

    private func open(
        _ pty: PseudoTerminal,
        type: String = "xterm-256color",
        asciiOnly: Bool = false,
        environment: [String: String] = [:],
        backgroundPatience: Duration = .seconds(60)
    ) throws -> NcursesTerminal {
        setenv("LC_ALL", "C.UTF-8", 1)
        let variables = environment.merging(["TERM": type]) { first, _ in first }
        var options = NcursesOptions(asciiOnly: asciiOnly, environment: variables)
        options.backgroundPatience = backgroundPatience
        return try NcursesTerminal(input: pty.openEnd(), output: pty.openEnd(), options: options)
    }

    private func grid(_ terminal: NcursesTerminal, _ lines: String..., style: Style = .plain) -> CellGrid {
        var grid = CellGrid(size: terminal.size)
        for (y, line) in lines.enumerated() {
            grid.write(line, in: grid.bounds, y: y, style: style)
        }
        return grid
    }

    @Test func aScreenIsDrawnAndTheTerminalGivenBackAsItWas() throws {
        let pty = try PseudoTerminal(width: 40, height: 10)
        #expect(pty.isCooked)
        let terminal = try open(pty)
        #expect(terminal.size == Size(width: 40, height: 10))
        #expect(!pty.isCooked)
        terminal.draw(grid(terminal, "Heart Rate", "漢字 68 BPM"))
        let drawn = pty.read()
        #expect(drawn.contains("\u{1B}[?1049h") && drawn.contains("\u{1B}[?2004h"))
        #expect(drawn.contains("Heart Rate") && drawn.contains("漢字 68 BPM"))
        terminal.close()
        let closing = pty.read()
        #expect(closing.contains("\u{1B}[?1049l") && closing.contains("\u{1B}[?2004l"))
        #expect(pty.isCooked)
        terminal.close()
        #expect(pty.read().isEmpty, "closing again does nothing")
    }

    @Test(
        "A terminal named after xterm whose entry is not installed is drawn on as xterm is; an unknown one is refused"
    )
    func withoutAnEntry() throws {
        let pty = try PseudoTerminal(width: 40, height: 10)
        let terminal = try open(pty, type: "xterm-not-installed-here")
        #expect(terminal.theme.colors == .ansi256)
        terminal.draw(grid(terminal, "Heart Rate"))
        #expect(pty.read().contains("Heart Rate"))
        terminal.close()
        #expect(throws: TerminalError.unknownTerminalType("not-installed-here")) {
            try open(pty, type: "not-installed-here")
        }
        #expect(pty.isCooked)
    }

    @Test func onlyWhatChangedIsSent() throws {
        let pty = try PseudoTerminal(width: 80, height: 24)
        let terminal = try open(pty)
        defer { terminal.close() }
        let lines = "a line that stays"
        terminal.draw(grid(terminal, lines, "steps 8,411", lines))
        _ = pty.read()
        terminal.draw(grid(terminal, lines, "steps 8,412", lines))
        let change = pty.read()
        #expect(
            !change.contains("stays") && change.contains("2") && change.utf8.count < 40,
            "\(change.debugDescription)"
        )
        terminal.draw(grid(terminal, lines, "steps 8,412", lines))
        #expect(pty.read().utf8.count < 10)
        terminal.invalidate()
        terminal.draw(grid(terminal, lines, "steps 8,412", lines))
        #expect(pty.read().contains("a line that stays"))
    }

    @Test func coloursAreSentUnlessTheyAreNotWanted() throws {
        let red = Style(foreground: .red, attributes: .bold)
        for (variables, isColored) in [([:], true), (["NO_COLOR": "1"], false)] {
            let pty = try PseudoTerminal(width: 40, height: 4)
            let terminal = try open(pty, environment: variables)
            #expect(terminal.theme.colors == (isColored ? .ansi256 : .none))
            terminal.draw(grid(terminal, "error", style: red))
            #expect(pty.read().contains("\u{1B}[31m") == isColored)
            terminal.close()
        }
    }

    @Test func withoutUTF8OnlyASCIIIsSent() throws {
        let pty = try PseudoTerminal(width: 40, height: 4)
        let terminal = try open(pty, asciiOnly: true)
        #expect(terminal.theme.glyphs == .ascii)
        terminal.draw(grid(terminal, "Café 漢字 …"))
        let drawn = pty.read()
        #expect(drawn.contains("Cafe ???? .") && drawn.utf8.allSatisfy { $0 < 128 })
        terminal.close()
    }

    @Test func keysPastesAndClicksArrive() async throws {
        let pty = try PseudoTerminal(width: 40, height: 10)
        let terminal = try open(pty)
        defer { terminal.close() }
        let received = Received()
        terminal.listen { received.append($0) }
        terminal.draw(grid(terminal, "x"))
        pty.type("j漢\u{1B}OA\u{1B}[6~\u{3}\u{1A}")
        #expect(
            await received.all(atLeast: 6) == [
                .key("j"), .key("漢"), .key(.up), .key(.pageDown), .key(.control("c")), .key(.control("z")),
            ]
        )
        pty.type("\u{1B}[1;5C")
        pty.type("\u{1B}[200~two\rlines\u{1B}[201~")
        pty.type("\u{1B}[<0;4;3M")
        let events = await received.all(atLeast: 9)
        #expect(
            Array(events.dropFirst(6)) == [
                .key(Key(.right, .control)), .paste("two\nlines"), .mouse(MouseEvent(.press, at: Point(x: 3, y: 2))),
            ]
        )
        pty.type("\u{1B}")
        #expect(await received.all(atLeast: 10).last == .key(.escape))
    }

    private static let white = "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}"

    @Test("The background is asked for once, and an answer in time is taken; keys before and behind it are keys")
    func backgroundInTime() async throws {
        let pty = try PseudoTerminal(width: 40, height: 10)
        let terminal = try open(pty)
        defer { terminal.close() }
        let received = Received()
        terminal.listen { received.append($0) }
        terminal.draw(grid(terminal, "x"))
        pty.type("j" + Self.white + "k")
        #expect(await received.all(atLeast: 3) == [.key("j"), .background(isLight: true), .key("k")])
        #expect(pty.read().components(separatedBy: "\u{1B}]11;?").count == 2)
    }

    @Test(
        "An answer that comes late, or is nonsense, changes nothing and types nothing",
        arguments: [
            white, "\u{1B}]11;rgb:zz/zz/zz\u{7}", "\u{1B}]11;\u{7}", "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\",
        ]
    )
    func backgroundLate(answer: String) async throws {
        let pty = try PseudoTerminal(width: 40, height: 10)
        let terminal = try open(pty, backgroundPatience: .zero)
        defer { terminal.close() }
        let received = Received()
        terminal.listen { received.append($0) }
        terminal.draw(grid(terminal, "x"))
        pty.type(answer + "k")
        #expect(await received.all(atLeast: 1) == [.key("k")])
    }

    @Test("A terminal that never answers is worked with, and given back without waiting for it")
    func backgroundNever() async throws {
        let pty = try PseudoTerminal(width: 40, height: 10)
        let terminal = try open(pty)
        let received = Received()
        terminal.listen { received.append($0) }
        terminal.draw(grid(terminal, "x"))
        pty.type("j")
        #expect(await received.all(atLeast: 1) == [.key("j")])
        terminal.close()
        #expect(pty.isCooked)
    }

    @Test("One process takes ten million events, and the stack is as deep at the last as at the first")
    func tenMillionEvents() throws {
        let pty = try PseudoTerminal(width: 40, height: 10)
        let terminal = try open(pty)
        defer { terminal.close() }
        let count = Atomic(0)
        let firstDepth = Atomic(UInt(0))
        let lastDepth = Atomic(UInt(0))
        terminal.listen { _ in
            var here: UInt8 = 0
            let depth = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
            if count.add(1, ordering: .relaxed).newValue == 1 { firstDepth.store(depth, ordering: .relaxed) }
            lastDepth.store(depth, ordering: .relaxed)
        }
        for _ in 0..<10_000_000 { terminal.deliver(.key("j")) }
        #expect(count.load(ordering: .relaxed) == 10_000_000)
        #expect(firstDepth.load(ordering: .relaxed) == lastDepth.load(ordering: .relaxed))
    }

    @Test("Half a million bytes of anything, and then the keyboard still works")
    func anythingTyped() async throws {
        let pty = try PseudoTerminal(width: 40, height: 10)
        let terminal = try open(pty)
        defer { terminal.close() }
        let received = Received()
        terminal.listen { event in if event == .key(.function(9)) { received.append(event) } }
        let seed = SeededGenerator("half a million bytes of a keyboard").seed
        var state = seed
        let grammar = Array("\u{1B}\u{1B}[[O]P;<12~MAZm\u{7}jkQy".utf8)
        let bytes = (0..<500_000)
            .map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let number = Int(state >> 33)
                return number % 2 == 0 ? grammar[number / 2 % grammar.count] : UInt8(number / 2 % 256)
            }
        await pty.type(all: bytes)
        // An open string ends with Escape and a backslash, a paste with its mark, and F9 comes by itself.
        await pty.type(all: Array("\u{18}\u{1B}[201~\u{18}".utf8))
        while await received.all(atLeast: 1, patience: 4).isEmpty {
            pty.type("\u{1B}[20~")
        }
        #expect(await received.all(atLeast: 1).first == .key(.function(9)), "seed \(seed)")
    }

    @Test("A megabyte pasted is one event, marked or not", arguments: [true, false])
    func megabyte(isMarked: Bool) async throws {
        let pty = try PseudoTerminal(width: 40, height: 10)
        let terminal = try open(pty)
        defer { terminal.close() }
        let received = Received()
        terminal.listen { received.append($0) }
        let text = String(repeating: "delete all: Xy\r", count: 70_000)
        await pty.type(all: Array((isMarked ? "\u{1B}[200~\(text)\u{1B}[201~" : text).utf8))
        let pasted = text.replacingOccurrences(of: "\r", with: "\n")
        // An unmarked one may come in parts on a machine that stops in the midst of it, but never as keys.
        var parts = ""
        while parts.utf8.count < pasted.utf8.count {
            let events = await received.all(atLeast: 1)
            parts =
                events.map { event in
                    guard case .paste(let text) = event else { return "not pasted: \(event)" }
                    return text
                }
                .joined()
            if isMarked { break }
            if parts.utf8.count < pasted.utf8.count { _ = await received.all(atLeast: events.count + 1) }
        }
        #expect(parts == pasted)
    }

    @Test func aNewSizeIsToldAndDrawnAt() async throws {
        let pty = try PseudoTerminal(width: 40, height: 10)
        let terminal = try open(pty)
        defer { terminal.close() }
        let received = Received()
        terminal.listen { received.append($0) }
        let sizes = [(100, 30), (1, 1), (40, 10), (200, 60), (3, 2)]
        for (index, size) in sizes.enumerated() {
            pty.resize(width: size.0, height: size.1)
            // The terminal is not this process's controlling one, so the kernel tells nobody.
            kill(getpid(), SIGWINCH)
            let events = await received.all(atLeast: index + 1)
            #expect(events.last == .resize(Size(width: size.0, height: size.1)))
            #expect(terminal.size == Size(width: size.0, height: size.1))
            terminal.draw(grid(terminal, "漢字 after", "resize"))
            // A screen of an older size is drawn as far as it fits.
            var older = CellGrid(size: Size(width: 90, height: 20))
            older.fill(older.bounds, with: "漢")
            terminal.draw(older)
        }
    }

    @Test func theTitleIsSetWithoutControlsAndTextCopied() throws {
        let pty = try PseudoTerminal(width: 40, height: 4)
        let terminal = try open(pty)
        defer { terminal.close() }
        var titled = grid(terminal, "x")
        titled.title = "Heart\u{1B}]0;evil\u{7}"
        terminal.draw(titled)
        #expect(pty.read().contains("\u{1B}]2;Heart␛]0;evil␇\u{7}"))
        terminal.copy("72 BPM")
        #expect(pty.read().contains("\u{1B}]52;c;" + Data("72 BPM".utf8).base64EncodedString() + "\u{7}"))
    }

    @Test func aPlainTerminalGetsNothingItDoesNotKnow() throws {
        let pty = try PseudoTerminal(width: 40, height: 4)
        let terminal = try open(pty, type: "vt100")
        var titled = grid(terminal, "Heart Rate")
        titled.title = "Heart"
        terminal.draw(titled)
        terminal.copy("x")
        terminal.close()
        let all = pty.read()
        #expect(all.contains("Heart Rate"))
        #expect(!all.contains("\u{1B}]") && !all.contains("2004") && !all.contains("1049"))
    }

    @Test(arguments: [
        ("no-such-terminal", TerminalError.unknownTerminalType("no-such-terminal")), ("", .noTerminalType),
        ("dumb", .noCursorAddressing("dumb")),
    ])
    func aTypeThatCanNotBeUsedIsAnErrorThatLeavesTheTerminalAlone(type: String, error: TerminalError) throws {
        let pty = try PseudoTerminal(width: 40, height: 4)
        #expect(throws: error) { try open(pty, type: type) }
        #expect(pty.isCooked)
        #expect(!error.description.isEmpty)
        let terminal = try open(pty)
        #expect(throws: TerminalError.alreadyOpen) { try open(pty) }
        terminal.close()
    }

    @Test func withoutATerminalThereIsAnErrorThatSaysSo() {
        #expect(throws: TerminalError.noTerminal) {
            try NcursesTerminal(
                input: Glibc.open("/dev/null", O_RDWR),
                output: Glibc.open("/dev/null", O_RDWR),
                options: .init()
            )
        }
        #expect(throws: TerminalError.noTerminal) {
            try NcursesTerminal(input: -1, output: -1, options: .init())
        }
    }

    /// In a process of its own, where no other test opens files at the same time.
    @Test func openingAndClosingAgainAndAgainLeaksNoDescriptor() async {
        await #expect(processExitsWith: .success) {
            let tests = NcursesTerminalTests()
            let pty = try PseudoTerminal(width: 40, height: 4)
            func openDescriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            func useOnce() throws {
                let terminal = try tests.open(pty)
                terminal.listen { _ in }
                terminal.draw(tests.grid(terminal, "x"))
                terminal.close()
                _ = try? tests.open(pty, type: "no-such-terminal")
            }
            // The first use opens what a process keeps.
            try useOnce()
            let before = try openDescriptors()
            for _ in 0..<20 { try useOnce() }
            #expect(try openDescriptors() == before)
        }
    }

    @Test func aProgramRunsOnItFromKeyToPicture() async throws {
        struct Echo: Program {
            func action(for event: TerminalEvent, in state: String) -> Character? {
                guard case .key(let key) = event else { return nil }
                return key.typedCharacter
            }
            func reduce(_ state: inout String, _ action: Character) -> [Effect<Character>] {
                state.append(action)
                return action == "Q" ? [.quit] : []
            }
            func view(_ state: String, size: Size) -> CellGrid {
                var grid = CellGrid(size: size)
                grid.write("typed <\(state)>", in: grid.bounds)
                return grid
            }
        }
        let pty = try PseudoTerminal(width: 40, height: 4)
        let terminal = try open(pty)
        final class Box: Sendable {
            let text = Mutex("")
            let bell = Doorbell()
        }
        let box = Box()
        Thread {
            let state = Runtime(Echo(), on: terminal).run("")
            box.text.withLock { $0 = state }
            box.bell.ring()
        }
        .start()
        pty.type("漢xQ")
        _ = await box.bell.wait { !box.text.withLock { $0 }.isEmpty }
        terminal.close()
        #expect(box.text.withLock { $0 } == "漢xQ")
    }
}
